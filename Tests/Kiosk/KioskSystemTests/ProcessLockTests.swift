import Foundation
import Glibc
import KioskSystem
import Testing
import TouchTrackerTestSupport

@Suite("Process lock", .serialized)
struct ProcessLockTests {
    private let folder = TemporaryFolder()
    private var path: String { "\(folder.path)/lock" }

    /// Another process (`kiosk-lock-holder`) that locks the file, or prints the ID of the lock's
    /// holder.
    private final class LockHolder {
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

        var id: Int32 { process.processIdentifier }

        func readLine() -> String {
            String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        }

        func kill() {
            Glibc.kill(id, SIGKILL)
            process.waitUntilExit()
        }

        func end() throws {
            try input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
    }

    @Test("A lock held by another process throws an error with the name and ID of the holder.")
    func held() throws {
        let other = try LockHolder(path)
        #expect(other.readLine() == "locked\n")
        // The kernel truncates the name of `kiosk-lock-holder` to 15 bytes.
        let holder = OpenFileProcesses.Process(name: "kiosk-lock-hold", id: other.id)
        #expect(throws: ProcessLock.Failure.held(by: holder)) { try ProcessLock(path: path) }
        try other.end()
        _ = try ProcessLock(path: path)
    }

    @Test("The lock of a killed process is released.")
    func killed() throws {
        let other = try LockHolder(path)
        #expect(other.readLine() == "locked\n")
        other.kill()
        let lock = try ProcessLock(path: path)
        let second = try LockHolder(path)
        #expect(second.readLine() == "held by \(getpid())\n")
        try second.end()
        withExtendedLifetime(lock) {}
    }

    @Test("The lock is released with the object.")
    func released() throws {
        do {
            let lock = try ProcessLock(path: path)
            withExtendedLifetime(lock) {}
        }
        let other = try LockHolder(path)
        #expect(other.readLine() == "locked\n")
        try other.end()
    }

    @Test("If the file cannot be created, the error contains the cause.")
    func failed() {
        let error = LinuxError(operation: "open", code: .notFound, path: "/nowhere/lock")
        #expect(throws: ProcessLock.Failure.failed(error)) {
            try ProcessLock(path: "/nowhere/lock")
        }
    }

    @Test(
        "Only a regular file is locked, and nothing waits for another kind of file.",
        arguments: IrregularFile.creatable)
    func irregular(kind: IrregularFile) throws {
        try kind.create(at: path)
        let before = IrregularFile.state(of: path)
        let code: Errno =
            switch kind {
            case .fifo, .socket, .device: .notRegularFile
            case .folder: .isFolder
            case .link, .deviceLink, .brokenLink: .symbolicLink
            }
        let error = LinuxError(operation: "open", code: code, path: path)
        #expect(throws: ProcessLock.Failure.failed(error)) { try ProcessLock(path: path) }
        #expect(IrregularFile.state(of: path) == before)
    }
}
