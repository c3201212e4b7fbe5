// touchtracker-pattern-checker FOLDER: a process that has patterns judged, for tests that look into its memory. It reads a
// line of digits as a pattern and says "held"; at the next line it has a keeper judge it, says the answer,
// and goes on like that until its input ends.

import Glibc
import KioskSystem
import TouchKit
import TouchTrackerApp
import TouchTrackerLock

/// A line on standard output, at once.
func say(_ line: String) {
    print(line)
    fflush(nil)
}

/// Reads a line's digits; nil at the end of the input.
func readPattern() -> Pattern? {
    let pattern = Pattern()
    while true {
        var byte: UInt8 = 0
        guard read(STDIN_FILENO, &byte, 1) == 1 else { return nil }
        if byte == UInt8(ascii: "\n") { return pattern }
        pattern.join(Int(byte) - Int(UInt8(ascii: "0")))
        explicit_bzero(&byte, 1)
    }
}

@MainActor
func play(_ folder: String) throws {
    let news = try EventDescriptor()
    PostedCalls.main.setWake { news.raise() }
    let clock = BootClock()
    let keeper = PatternKeeper(lock: Lock(folder: folder) { clock.now() })
    say("ready")
    while let pattern = readPattern() {
        say("held")
        guard readPattern() != nil else { return }
        var answer: LockAnswer?
        keeper.check(pattern) { answer = $0 }
        while answer == nil {
            Poll.waitUntilReadable(news.descriptor)
            news.acknowledge()
            for call in PostedCalls.main.takeAll() { call() }
        }
        switch answer {
        case .right: say("right")
        case .wrong: say("wrong")
        case .tooEarly: say("too early")
        case .unavailable(let reason): say(reason)
        case nil: say("no answer")
        }
    }
}

guard CommandLine.arguments.count == 2 else {
    say("usage: touchtracker-pattern-checker FOLDER")
    exit(64)
}
try play(CommandLine.arguments[1])
