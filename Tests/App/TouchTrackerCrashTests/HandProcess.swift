import Foundation
import TouchTrackerTestSupport

/// `touchtracker-crash-subject` as another process, on a folder of its own.
final class HandProcess {
    /// Where its log is.
    let log: URL
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()

    /// Starts it.
    ///
    /// - Parameters:
    ///   - folder: The drawing's folder.
    ///   - log: Its log, a new file.
    ///   - arguments: More of them.
    ///   - environment: What is added to the environment.
    convenience init(
        folder: URL, log: URL, _ arguments: [String], environment: [String: String] = [:]
    ) throws {
        let command = [try Self.path(), "--folder", folder.path, "--log", log.path] + arguments
        try self.init(command: command, log: log, environment: environment)
    }

    /// Starts it by another command.
    init(command: [String], log: URL, environment: [String: String] = [:]) throws {
        self.log = log
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = errors
        try process.run()
    }

    /// The program that was built beside the tests.
    static func path() throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: tests).deletingLastPathComponent()
            .appendingPathComponent("touchtracker-crash-subject").path
    }

    /// Waits until it draws.
    ///
    /// - Returns: Whether it does; not if it has ended.
    func waitUntilDrawing() -> Bool {
        !output.fileHandleForReading.availableData.isEmpty
    }

    /// Kills it at once, and waits until it is gone.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Waits until it has ended by itself.
    ///
    /// - Returns: How, and what it said on standard error.
    func end() -> (status: Int32, isCrash: Bool, errors: String) {
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (
            process.terminationStatus, process.terminationReason == .uncaughtSignal,
            String(decoding: said, as: UTF8.self)
        )
    }

    /// What it wrote to its log so far; nothing where it didn't come to open it.
    func written() throws -> String {
        guard FileManager.default.fileExists(atPath: log.path) else { return "" }
        return try String(contentsOf: log, encoding: .utf8)
    }
}

/// A folder of its own for a test, gone with the value.
final class FaultFolder {
    let url: URL
    /// Whether it stays, for somebody to look at.
    var isKept = false

    /// Makes one.
    ///
    /// - Parameter isInMemory: Whether it is on no disk, if the machine has such a place: what is written
    ///   there never waits for one.
    init(isInMemory: Bool = false) throws {
        let memory = URL(fileURLWithPath: "/dev/shm")
        let isThere = FileManager.default.isWritableFile(atPath: memory.path)
        url = (isInMemory && isThere ? memory : FileManager.default.temporaryDirectory)
            .appendingPathComponent("touchtracker-faults-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        if isKept { print(url.path) } else { try? FileManager.default.removeItem(at: url) }
    }

    /// Makes a folder in it, where there is none.
    func folder(_ name: String) throws -> URL {
        let folder = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
