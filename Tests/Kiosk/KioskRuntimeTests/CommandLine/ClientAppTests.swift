import Foundation
import KioskImages
import Testing
import TouchKitRaster
import TouchTrackerTestSupport

/// Tests `Tests/Tools/kiosk-client-app`, an app whose delegate has the attribute `@main`.
@Suite("Program of a client app", .serialized)
struct ClientAppTests {
    private let folder = TemporaryFolder()

    /// Runs the app until it ends.
    private func run(
        _ arguments: String..., environment: [String: String] = [:],
        whileRunning body: (() throws -> Void)? = nil
    ) throws -> (status: Int32, reason: Process.TerminationReason, output: String, errors: String) {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: tests).deletingLastPathComponent()
            .appendingPathComponent("kiosk-client-app")
        process.arguments = arguments
        process.environment = environment
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        var log = ""
        if let body {
            while !log.contains("first frame") {
                let more = errors.fileHandleForReading.availableData
                if more.isEmpty { break }
                log += String(decoding: more, as: UTF8.self)
            }
            defer { process.terminate() }
            try body()
        }
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        log += String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, process.terminationReason, text, log)
    }

    @Test("A missing display is one line on standard error and exit code 69, not a trap")
    func missingDisplay() throws {
        let program = try run("--card", "/dev/dri/card99")
        #expect(program.reason == .exit && program.status == 69)
        #expect(program.output.isEmpty)
        let last = program.errors.split(separator: "\n").last ?? ""
        #expect(last.hasPrefix("kiosk-client-app: /dev/dri/card99: "))
        #expect(!program.errors.contains("Fatal error"))
    }

    @Test("An invalid option is one line and exit code 64; help and version text exit with 0")
    func usage() throws {
        let program = try run("--scale", "0")
        #expect(program.status == 64)
        #expect(program.errors.hasPrefix("kiosk-client-app: --scale: '0' is not valid; "))
        #expect(program.errors.split(separator: "\n").count == 1)
        let help = try run("--help")
        #expect(help.status == 0 && help.errors.isEmpty)
        #expect(help.output.hasPrefix("usage: kiosk-client-app [OPTION]..."))
        #expect(help.output.contains("--screenshot-after"))
    }

    @Test("--screenshot-after saves the picture of a display in memory and ends with 0")
    func screenshot() throws {
        let path = "\(folder.path)/lamp.png"
        let program = try run(
            "--display", "headless:320x240", "--rotate", "90", "--input", "none",
            "--screenshot-after", "1ms", path)
        #expect(program.status == 0, "\(program.errors)")
        #expect(program.errors.contains("first frame"))
        let picture = try PNGFile.read(path)
        #expect(picture.width == 240 && picture.height == 320)
        #expect(picture[10, 10] & 0xFFFFFF == 0xFFFF00)
        let failure = try run(
            "--display", "headless:320x240", "--input", "none", "--screenshot-after", "1ms",
            "\(folder.path)/missing/lamp.png")
        #expect(failure.status == 74)
        #expect(failure.errors.split(separator: "\n").last?.contains("/missing/lamp.png: ") == true)
    }

    @Test("A running service answers with its name and state; SIGTERM ends it with 0")
    func status() throws {
        let environment = ["RUNTIME_DIRECTORY": folder.path]
        let app = try run(
            "--display", "headless:320x240", "--input", "none", environment: environment
        ) {
            let text = try run("status", environment: environment)
            #expect(text.status == 0)
            #expect(text.output.hasPrefix("kiosk-client-app: up "))
            #expect(text.output.contains("\ndisplay  headless:320x240@60 "))
            #expect(!text.output.contains("\ndrawing "))
            let json = try run("status", "--json", environment: environment)
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
            #expect(object["program"] as? String == "kiosk-client-app")
        }
        #expect(app.status == 0 && app.reason == .exit)
        let none = try run("status", environment: environment)
        #expect(none.status == 69)
        #expect(none.errors.contains("see systemctl status kiosk-client-app"))
    }

    @Test("The command devices lists the displays and input devices of the machine")
    func devices() throws {
        let program = try run("devices")
        #expect([0, 69].contains(program.status))
        #expect(program.output.hasPrefix("Displays\n") && program.output.contains("Input devices"))
        #expect(program.errors.isEmpty)
    }
}
