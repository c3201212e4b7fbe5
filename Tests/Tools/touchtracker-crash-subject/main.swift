import Glibc
import KioskRuntime
import KioskSystem
import TouchKitGeometry
import TouchTrackerTestSupport

// touchtracker-crash-subject --folder FOLDER --log FILE [--seed N] [--seconds N] [--disk FILE]
// [--histogram yes]: runs the app headless in real time with random touches and edits of the
// drawing in a folder. It logs the edits and their durability (docs/testing.md), and prints
// "drawing" at the start. Without --seconds and --disk it runs until it is killed. With --disk,
// faults are injected for a while.

/// The command line options.
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

/// Messages on standard error.
enum StandardErrorLine {
    static func write(_ line: String) {
        Log.standardError().warning(line)
    }
}

@MainActor
func main() -> Int32 {
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
        StandardErrorLine.write(
            "usage: touchtracker-crash-subject --folder FOLDER --log FILE [--seed N] "
                + "[--seconds N] [--disk FILE] [--histogram yes]"
        )
        return 64
    }
    do {
        let log = try CrashSubjectLog(path: options.log)
        var schedule = try options.disk.map {
            DiskFaultSchedule(try DiskFaultInjector(path: $0), seed: options.seed)
        }
        schedule?.prepare()
        let subject = try CrashSubject(folder: options.folder, log: log, seed: options.seed)
        print("drawing")
        fflush(nil)
        let start = MonotonicClock.now()
        try subject.loop.run { now in
            let elapsed = now.microseconds(since: start)
            let isOver =
                schedule?.advance(to: elapsed) ?? (Double(elapsed) >= options.seconds * 1e6)
            if !isOver { return true }
            return subject.stop(at: now, expectsToSave: schedule?.isRepaired ?? true)
        }
        subject.finish()
        schedule?.write(to: log)
        if options.printsHistogram { print(subject.histogram, terminator: "") }
        return 0
    } catch {
        StandardErrorLine.write("\(error)")
        return 74
    }
}

exit(main())
