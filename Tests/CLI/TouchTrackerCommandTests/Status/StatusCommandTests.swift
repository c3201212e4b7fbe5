import Foundation
import KioskSystem
import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

/// Tests `touchtracker status` and `--metrics` as used in practice.
@Suite("Status command", .serialized)
struct StatusCommandTests {
    private let folder = TemporaryFolder()
    private var environment: [String: String] { ["RUNTIME_DIRECTORY": folder.path] }

    private func status(_ arguments: String...) throws -> Program {
        try Program.run(["status"] + arguments, environment: environment)
    }

    /// Runs a kiosk during a closure.
    private func withKiosk(
        _ arguments: [String] = [], body: (Process) throws -> Void
    ) throws {
        let kiosk = Process()
        kiosk.executableURL = URL(fileURLWithPath: try Program.path)
        kiosk.arguments = ["--display", "headless:376x240", "--no-input"] + arguments
        kiosk.environment = environment
        let errors = Pipe()
        kiosk.standardError = errors
        try kiosk.run()
        defer {
            kill(kiosk.processIdentifier, SIGKILL)
            kiosk.waitUntilExit()
        }
        var output = ""
        while !output.contains("first frame") {
            let more = errors.fileHandleForReading.availableData
            if more.isEmpty { break }
            output += String(decoding: more, as: UTF8.self)
        }
        try body(kiosk)
    }

    @Test("A running kiosk answers in text and JSON; a start after a kill is counted")
    func running() throws {
        for start in 1...2 {
            try withKiosk(["--state", folder.path]) { _ in
                let text = try status()
                #expect(text.status == 0)
                #expect(text.errors == "")
                #expect(text.output.hasPrefix("TouchTracker "))
                #expect(text.output.contains("; start \(start)\n"))
                #expect(
                    text.output.contains("\ndisplay  headless:376x240@60 376x240@60 xrgb8888\n"))
                #expect(text.output.contains("\ntouch    none plugged in\n"))
                #expect(text.output.contains(" edits on the disk; sav"))
                let json = try status("--json")
                #expect(json.status == 0)
                let object = try jsonObject(json.output)
                #expect((object["store"] as? [String: Any])?["strokes"] as? Int == 0)
                #expect((object["lastErrors"] as? [Any])?.isEmpty == true)
            }
            // After the kill its socket still exists.
            #expect(folder.contains("status"))
        }
    }

    @Test("Without a kiosk, the status is one line, with exit status 69")
    func noKiosk() throws {
        let status = try status("--json")
        #expect(status.status == 69)
        #expect(status.output == "")
        #expect(
            status.errors
                == "touchtracker: status: connect \(folder.path)/status: No such file or directory; no kiosk service is running; see systemctl status touchtracker\n"
        )
        try withKiosk { _ in }
        let killed = try self.status()
        #expect(killed.status == 69)
        #expect(killed.errors.contains("Connection refused; no kiosk service is running"))
    }

    @Test("A hanging kiosk is reported within some seconds")
    func hanging() throws {
        try withKiosk { kiosk in
            kill(kiosk.processIdentifier, SIGSTOP)
            let status = try status()
            #expect(status.status == 69)
            #expect(status.errors.contains("Connection timed out; the kiosk does not respond"))
        }
    }

    @Test("An error of the drawing's store is reported")
    func storeError() throws {
        try withKiosk(["--state", "\(folder.path)/nowhere"]) { _ in
            let text = try status()
            #expect(text.output.contains("\ndrawing  NOT SAVED: \(folder.path)/nowhere: "))
            #expect(text.output.contains("\nlog      0 errors, 1 warnings\n  after "))
        }
    }

    @Test("Complete metrics are written soon after the start")
    func metrics() throws {
        let path = "\(folder.path)/touchtracker.prom"
        try withKiosk(["--metrics", path, "--metrics-every", "1"]) { _ in
            let deadline = MonotonicClock.now().advanced(byMicroseconds: 30_000_000)
            while !folder.contains("touchtracker.prom"), MonotonicClock.now() < deadline {
                sched_yield()
            }
            let format = try ExpositionFormat(folder.text("touchtracker.prom"))
            #expect(format.value("touchtracker_starts_total") == 1)
            #expect(format.value("touchtracker_display_connected") == 1)
        }
    }
}
