import Glibc
import Linux
import TestSupport

// drawing-hand --folder FOLDER --log FILE [--seed N] [--seconds N]: draws on the drawing that is stored in
// a folder and edits it, in real time, headless, and writes what it does and what is on the disk to a log
// (docs/tests.md). Says "drawing" on standard output when it begins; without --seconds it has no end: tests kill it.

/// What was asked for.
struct Options {
    var folder = ""
    var log = ""
    var seed: UInt64 = 1
    var seconds = Double.infinity

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

/// How long edits that hang in the air are waited for at the end.
let patienceMicroseconds: Int64 = 10_000_000

@MainActor
func main() -> Int32 {
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
        StandardErrorLine.write(
            "usage: drawing-hand --folder FOLDER --log FILE [--seed N] [--seconds N]")
        return 64
    }
    do {
        let log = try HandLog(path: options.log)
        let hand = try DrawingHand(folder: options.folder, log: log, seed: options.seed)
        print("drawing")
        fflush(nil)
        let start = MonotonicClock.now()
        let end =
            options.seconds.isFinite
            ? start.advanced(byMicroseconds: Int64(options.seconds * 1e6)) : nil
        try hand.loop.run { now in
            guard let end, now >= end else { return true }
            hand.stop()
            // Fingers were lifted: what they drew comes with the next frame.
            let rested = now.microseconds(since: end)
            return rested < 100_000 || (hand.waiting > 0 && rested < patienceMicroseconds)
        }
        hand.finish()
        return 0
    } catch {
        StandardErrorLine.write("\(error)")
        return 74
    }
}

exit(main())
