import Foundation
import Glibc
import KioskSystem
import Testing
import TouchTrackerTestSupport

/// One process has a file for itself; others are told who.
@Suite("Process lock", .serialized)
struct ProcessLockTests {
    private let path = NSTemporaryDirectory() + "touchtracker-lock-\(UUID().uuidString)"

    /// Another process that locks the file and says so, or says who has it.
    private final class Hand {
        private let process = Process()
        private let input = Pipe()
        private let output = Pipe()

        init(_ path: String) throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            process.executableURL = URL(fileURLWithPath: tests).deletingLastPathComponent()
                .appendingPathComponent("kiosk-lock-holder")
            process.arguments = [path]
            process.standardInput = input
            process.standardOutput = output
            try process.run()
        }

        var number: Int32 { process.processIdentifier }

        func line() -> String {
            String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        }

        func kill() {
            Glibc.kill(number, SIGKILL)
            process.waitUntilExit()
        }

        func end() throws {
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
    }

    private func cleanUp() {
        unlink(path)
    }

    @Test("Who holds it is told by name and number, to whoever comes second.")
    func held() throws {
        let hand = try Hand(path)
        #expect(hand.line() == "locked\n")
        let holder = FileHolders.Holder(name: "kiosk-lock-holder", process: hand.number)
        #expect(throws: ProcessLock.Refusal.held(by: holder)) { try ProcessLock(path: path) }
        try hand.end()
        _ = try ProcessLock(path: path)
        cleanUp()
    }

    @Test("A killed process leaves no lock.")
    func killed() throws {
        let hand = try Hand(path)
        #expect(hand.line() == "locked\n")
        hand.kill()
        let lock = try ProcessLock(path: path)
        let second = try Hand(path)
        #expect(second.line() == "held by \(getpid())\n")
        try second.end()
        withExtendedLifetime(lock) {}
        cleanUp()
    }

    @Test("It is free once its value has gone.")
    func freed() throws {
        do {
            let lock = try ProcessLock(path: path)
            withExtendedLifetime(lock) {}
        }
        let hand = try Hand(path)
        #expect(hand.line() == "locked\n")
        try hand.end()
        cleanUp()
    }

    @Test("Where no file can be made, the reason is told.")
    func failed() {
        let error = LinuxError(operation: "open", code: .notFound, path: "/nowhere/lock")
        #expect(throws: ProcessLock.Refusal.failed(error)) {
            try ProcessLock(path: "/nowhere/lock")
        }
    }

    @Test("A link isn't followed: what it leads to isn't ours.")
    func link() {
        symlink("/etc/passwd", path)
        #expect(throws: ProcessLock.Refusal.self) { try ProcessLock(path: path) }
        cleanUp()
    }
}
