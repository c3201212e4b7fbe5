// touchtracker-pattern-checker FOLDER: checks unlock patterns, for tests that search the memory of
// the process for traces of a pattern. It reads a line of digits as a pattern and prints "held". It
// checks the pattern after another line, prints the result, and repeats this until the input ends.

import Glibc
import KioskSystem
import TouchKit
import TouchTrackerApp
import TouchTrackerLock

/// Prints a line on standard output and flushes it.
func printLine(_ line: String) {
    print(line)
    fflush(nil)
}

/// Reads a line of digits as a pattern, or returns `nil` at the end of the input. Wipes each byte
/// that it read.
func readPattern() -> Pattern? {
    let pattern = Pattern()
    while true {
        var byte: UInt8 = 0
        guard read(STDIN_FILENO, &byte, 1) == 1 else { return nil }
        if byte == UInt8(ascii: "\n") { return pattern }
        pattern.connect(Int(byte) - Int(UInt8(ascii: "0")))
        explicit_bzero(&byte, 1)
    }
}

/// Checks patterns from standard input against the lock in `folder` until the end of the input.
@MainActor
func checkPatterns(folder: String) throws {
    let wakeUp = try EventDescriptor()
    PostedCalls.main.setWakeUpHandler { wakeUp.raise() }
    let clock = BootTimeClock()
    let authenticator = StoredPatternAuthenticator(lock: Lock(folder: folder) { clock.now() })
    printLine("ready")
    while let pattern = readPattern() {
        printLine("held")
        guard readPattern() != nil else { return }
        var result: AuthenticationResult?
        authenticator.check(pattern) { result = $0 }
        while result == nil {
            Poll.waitUntilReadable(wakeUp.descriptor)
            wakeUp.acknowledge()
            for call in PostedCalls.main.removeAll() { call() }
        }
        switch result {
        case .correct: printLine("right")
        case .wrong: printLine("wrong")
        case .tooEarly: printLine("too early")
        case .unavailable(let message): printLine(message)
        case nil: printLine("no answer")
        }
    }
}

guard CommandLine.arguments.count == 2 else {
    printLine("usage: touchtracker-pattern-checker FOLDER")
    exit(64)
}
try checkPatterns(folder: CommandLine.arguments[1])
