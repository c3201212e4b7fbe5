import Foundation
import Testing
import TouchTrackerTestSupport

/// Runs the program in a separate process.
struct Program {
    let status: Int32
    let output: String
    let errors: String

    /// The path of the program that was built with the tests.
    static var path: String {
        get throws {
            let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            return URL(fileURLWithPath: tests).deletingLastPathComponent()
                .appendingPathComponent("touchtracker").path
        }
    }

    /// The signal with which the test ends the program.
    enum End {
        /// SIGTERM, a number of seconds after the sign.
        case terminate(afterSeconds: Double)
        /// SIGINT, a number of seconds after the sign.
        case interrupt(afterSeconds: Double)
    }

    /// The time after which a program that does not end is killed, in seconds.
    private static let maximumSeconds = 120.0

    /// Runs the program and waits for its end.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - environment: Variables in addition to those of the tests, except `STATE_DIRECTORY`.
    ///   - input: The text that the program reads from a pipe; by default, the standard input of
    ///     the tests.
    ///   - executable: Another program to run.
    ///   - end: How the test ends the program.
    ///   - sign: The text on standard error after which the program can be ended.
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
        let id = process.processIdentifier
        let watchdog = DispatchWorkItem { kill(id, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + maximumSeconds, execute: watchdog)
        defer { watchdog.cancel() }
        if let input {
            typed.fileHandleForWriting.write(Data(input.utf8))
            try typed.fileHandleForWriting.close()
        }
        var errorOutput = Data()
        if let end {
            // Before its first frame the program may not handle signals yet.
            while !String(decoding: errorOutput, as: UTF8.self).contains(sign) {
                let more = errors.fileHandleForReading.availableData
                if more.isEmpty { break }
                errorOutput += more
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
        errorOutput += errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Program(
            status: process.terminationStatus,
            output: String(decoding: outputData, as: UTF8.self),
            errors: String(decoding: errorOutput, as: UTF8.self))
    }

    /// Runs the program with a limit of 0 for the size of files, so that writing to a file fails,
    /// but not writing to a pipe.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - input: The text that the program reads from a pipe; by default, the standard input of
    ///     the tests.
    static func runUnableToWrite(
        _ arguments: [String], input: String? = nil
    ) throws -> Program {
        // The thread sanitizer needs no file in TMPDIR, but crashes if it can create the file and
        // cannot write to it.
        try run(
            ["-c", #"trap '' XFSZ; ulimit -f 0; exec "$@""#, "sh", path] + arguments,
            environment: ["TMPDIR": "/dev/null"], input: input, executable: "/bin/sh")
    }
}

/// Expects that the program failed with `status`, without output and with one line of errors.
func expectFailure(
    _ program: Program, _ status: Int32, _ line: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(program.status == status, sourceLocation: sourceLocation)
    #expect(program.output.isEmpty, sourceLocation: sourceLocation)
    #expect(program.errors == "touchtracker: \(line)\n", sourceLocation: sourceLocation)
}
