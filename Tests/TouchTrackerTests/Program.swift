import Foundation
import TestSupport

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

    /// Runs it and waits for its end; after `terminateAfter` seconds it is asked to end.
    static func run(_ arguments: [String], terminateAfter seconds: Double? = nil) throws -> Program
    {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try path)
        process.arguments = arguments
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        if let seconds {
            Thread.sleep(forTimeInterval: seconds)
            process.terminate()
        }
        let outputData = output.fileHandleForReading.readDataToEndOfFile()
        let errorData = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Program(
            status: process.terminationStatus,
            output: String(decoding: outputData, as: UTF8.self),
            errors: String(decoding: errorData, as: UTF8.self))
    }
}
