import Foundation
import TouchTrackerTestSupport

/// A child process that runs `touchtracker-crash-subject`.
final class CrashSubjectProcess {
    /// The file to which the process writes its log.
    let log: URL
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - folder: The folder of the drawing.
    ///   - log: The log file to create.
    ///   - arguments: Further command-line arguments.
    ///   - environment: Variables that are added to the environment.
    convenience init(
        folder: URL, log: URL, _ arguments: [String], environment: [String: String] = [:]
    ) throws {
        let command =
            [try Self.path(), "--folder", folder.path, "--log", log.path] + arguments
        try self.init(command: command, log: log, environment: environment)
    }

    /// Starts a command that runs the program.
    init(command: [String], log: URL, environment: [String: String] = [:]) throws {
        self.log = log
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = errors
        try process.run()
    }

    /// Returns the path of a program, which is built into the folder of the tests.
    static func path(of program: String = "touchtracker-crash-subject") throws -> String {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: tests).deletingLastPathComponent()
            .appendingPathComponent(program).path
    }

    /// Waits until the process draws.
    ///
    /// - Returns: `false` if the process exited before.
    func waitUntilDrawing() -> Bool {
        !output.fileHandleForReading.availableData.isEmpty
    }

    /// Kills the process by SIGKILL and waits for its end.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Waits until the process exits by itself.
    ///
    /// - Returns: The exit status or signal, whether a signal ended the process, and the text on
    ///   standard error.
    func waitForExit() -> (status: Int32, isCrash: Bool, errors: String) {
        let text = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (
            process.terminationStatus, process.terminationReason == .uncaughtSignal,
            String(decoding: text, as: UTF8.self)
        )
    }

    /// Reads the log written so far, or returns an empty text without a log file.
    func readLog() throws -> String {
        guard FileManager.default.fileExists(atPath: log.path) else { return "" }
        return try String(contentsOf: log, encoding: .utf8)
    }
}

/// A temporary folder that is removed with the object.
final class CrashTestFolder {
    let url: URL
    /// Whether the folder remains for inspection; its path is then printed.
    var isPreserved = false

    /// Creates a folder.
    ///
    /// - Parameter isInMemory: Whether the folder is in memory if possible, so that writes do not
    ///   wait for a disk.
    init(isInMemory: Bool = false) throws {
        let memory = URL(fileURLWithPath: "/dev/shm")
        let hasMemory = FileManager.default.isWritableFile(atPath: memory.path)
        url = (isInMemory && hasMemory ? memory : FileManager.default.temporaryDirectory)
            .appendingPathComponent("touchtracker-faults-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        if isPreserved { print(url.path) } else { try? FileManager.default.removeItem(at: url) }
    }

    /// Returns a folder inside this one, and creates it if it is missing.
    func subfolder(_ name: String) throws -> URL {
        let folder = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
