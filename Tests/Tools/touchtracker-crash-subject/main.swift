import Glibc
import KioskSystem
import TouchKitGeometry
import TouchTrackerTestSupport

// touchtracker-crash-subject --folder FOLDER --log FILE [--seed N] [--seconds N] [--disk FILE] [--histogram yes]: draws on
// the drawing that is stored in a folder and edits it, in real time, headless, and writes what it does
// and what is on the disk to a log (docs/tests.md). Says "drawing" on standard output when it begins. Without
// --seconds and --disk it has no end: tests kill it. With --disk, that disk fails for a while.

/// What was asked for.
struct Options {
    var folder = ""
    var log = ""
    var seed: UInt64 = 1
    var seconds = Double.infinity
    var disk: String?
    var printsHistogram = false

    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else { return nil }
            switch name {
            case "--folder": folder = value
            case "--log": log = value
            case "--seed":
                guard let seed = UInt64(value) else { return nil }
                self.seed = seed
            case "--seconds":
                guard let seconds = Double(value), seconds > 0 else { return nil }
                self.seconds = seconds
            case "--disk": disk = value
            case "--histogram": printsHistogram = value == "yes"
            default: return nil
            }
        }
        if folder.isEmpty || log.isEmpty { return nil }
    }
}

/// A line on standard error.
enum StandardErrorLine {
    static func write(_ line: String) {
        Log.standardError().warning(line)
    }
}

@MainActor
func main() -> Int32 {
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
        StandardErrorLine.write(
            "usage: touchtracker-crash-subject --folder FOLDER --log FILE [--seed N] [--seconds N] [--disk FILE]"
        )
        return 64
    }
    do {
        let log = try HandLog(path: options.log)
        var script = try options.disk.map {
            DiskScript(try DiskControl(path: $0), seed: options.seed)
        }
        script?.prepare()
        let hand = try DrawingHand(folder: options.folder, log: log, seed: options.seed)
        print("drawing")
        fflush(nil)
        let start = MonotonicClock.now()
        try hand.loop.run { now in
            let passed = now.microseconds(since: start)
            let isPlayed = script?.advance(to: passed) ?? (Double(passed) >= options.seconds * 1e6)
            if !isPlayed { return true }
            return hand.stop(at: now, expectsToSave: script?.isMended ?? true)
        }
        hand.finish()
        script?.write(to: log)
        if options.printsHistogram { print(hand.histogram, terminator: "") }
        return 0
    } catch {
        StandardErrorLine.write("\(error)")
        return 74
    }
}

exit(main())
