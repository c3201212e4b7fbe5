import Foundation
import TouchTrackerTestSupport

/// Runs the program as people do: another process, seen from outside.
struct Program {
    let status: Int32
    let output: String
    let errors: String

    /// The program that was built beside the tests.
    static var path: String {
        get throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(fileURLWithPath: tests).deletingLastPathComponent()
                .appendingPathComponent("touchtracker").path
        }
    }

    /// How it is asked to end.
    enum End {
        /// By SIGTERM, so many seconds after its sign.
        case terminate(afterSeconds: Double)
        /// By SIGINT, so many seconds after its sign.
        case interrupt(afterSeconds: Double)
    }

    /// Runs it and waits for its end.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - environment: Variables beside those of the tests, of which `STATE_DIRECTORY` isn't handed on.
    ///   - input: What it reads from a pipe; the tests' own standard input if not given.
    ///   - executable: What is run instead of the program.
    ///   - end: How it is asked to end.
    ///   - sign: What it says on standard error when it can be asked to end.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], input: String? = nil,
        executable: String? = nil, end: End? = nil, sign: String = "first frame"
    ) throws -> Program {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try executable ?? path)
        process.arguments = arguments
        var variables = ProcessInfo.processInfo.environment
        variables["STATE_DIRECTORY"] = nil
        process.environment = variables.merging(environment) { $1 }
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        let typed = Pipe()
        if input != nil { process.standardInput = typed }
        try process.run()
        if let input {
            typed.fileHandleForWriting.write(Data(input.utf8))
            try typed.fileHandleForWriting.close()
        }
        var said = Data()
        if let end {
            // Before its first frame it may not listen to signals yet.
            while !String(decoding: said, as: UTF8.self).contains(sign) {
                let more = errors.fileHandleForReading.availableData
                if more.isEmpty { break }
                said += more
            }
            switch end {
            case .terminate(let seconds):
                Thread.sleep(forTimeInterval: seconds)
                process.terminate()
            case .interrupt(let seconds):
                Thread.sleep(forTimeInterval: seconds)
                process.interrupt()
            }
        }
        let outputData = output.fileHandleForReading.readDataToEndOfFile()
        said += errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Program(
            status: process.terminationStatus,
            output: String(decoding: outputData, as: UTF8.self),
            errors: String(decoding: said, as: UTF8.self))
    }
}
