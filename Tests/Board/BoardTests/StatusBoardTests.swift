import Foundation
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// The status socket and metrics of a kiosk in its sandbox, and the access to them.
@Suite("Status on a board", .serialized, .requiresBoard)
struct StatusBoardTests {
    private static let metrics = "/run/touchtracker-status/metrics.prom"

    /// Runs a command as an unprivileged user, and returns its output and exit status.
    private func runUnprivileged(_ command: String, on board: VirtualBoard) throws -> String {
        try board.shell(
            "setpriv --reuid 65534 --regid 65534 --clear-groups \(command) 2>&1; echo \"status $?\""
        )
    }

    private func number(_ object: [String: Any], _ key: String, _ name: String) throws -> Int {
        try #require((object[key] as? [String: Any])?[name] as? Int, "\(key).\(name)")
    }

    /// Returns the logged messages in `status`, except those of libinput about a slow machine.
    private func errors(in status: [String: Any]) throws -> [String] {
        let entries = try #require(status["lastErrors"] as? [[String: Any]])
        let messages = try entries.map { try #require($0["message"] as? String) }
        return messages.filter { !$0.contains("your system is too slow") }
    }

    @Test("Root can read the status while contacts draw; other users cannot")
    func statusAccess() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let before = try board.kioskStatus()
        #expect(try number(before, "touches", "downs") == 0)
        #expect(
            ((before["display"] as? [String: Any])?["mode"] as? String)?.hasPrefix("800x480@")
                == true)
        let devices = try #require(before["devices"] as? [[String: Any]])
        #expect(devices.contains { $0["usedAs"] as? String == "touch" })

        try board.down(0, x: 200, y: 200)
        for step in 1...10 { try board.move(0, x: 200 + 20 * step, y: 200 + 10 * step) }
        let drawing = try board.kioskStatus()
        #expect(try number(drawing, "touches", "live") == 1)
        try board.up(0)
        try board.wait(for: "the stroke is durable") {
            let store = try #require(try board.kioskStatus()["store"] as? [String: Any])
            return store["strokes"] as? Int == 1 && store["state"] as? String == "saved"
        }
        let after = try board.kioskStatus()
        #expect(try number(after, "touches", "downs") == 1)
        #expect(try number(after, "touches", "ended") == 1)
        #expect(try number(after, "touches", "frames") >= 12)
        #expect(try number(after, "frames", "shown") > number(before, "frames", "shown"))
        #expect(after["starts"] as? Int == 1)
        #expect(try errors(in: after) == [])

        let text = try board.shell("touchtracker status")
        #expect(text.hasPrefix("TouchTracker "))
        #expect(text.contains("drawing  1 strokes, "))

        let refused = try runUnprivileged("touchtracker status", on: board)
        #expect(
            refused.contains(
                "only root and the kiosk's user have access; run sudo touchtracker status"))
        #expect(refused.hasSuffix("status 69"))
        // Even with permissive file permissions the kiosk rejects other users.
        try board.shell("chmod 666 /run/touchtracker-status/status")
        let ignored = try runUnprivileged("touchtracker status", on: board)
        #expect(ignored.contains("only root and the kiosk's user have access"))
        #expect(ignored.hasSuffix("status 69"))
        #expect(try runUnprivileged("ls /run/touchtracker-status", on: board).hasSuffix("status 2"))
        #expect(try board.kioskStatus()["starts"] as? Int == 1)
    }

    @Test("The status counts the restart of a killed kiosk, and reports a stopped kiosk")
    func restartCount() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let process = try board.kioskProcessID()
        try board.shell("kill -9 \(process)")
        try board.waitForNewKiosk(insteadOf: process)
        #expect(try board.kioskStatus()["starts"] as? Int == 2)
        try board.shell("systemctl stop touchtracker")
        let stopped = try board.shell("touchtracker status 2>&1; echo \"status $?\"")
        #expect(stopped.contains("no kiosk service is running"))
        #expect(stopped.hasSuffix("status 69"))
    }

    @Test("Other users can read the metrics file, and the sandbox is not weakened by it")
    func metrics() throws {
        let board = try VirtualBoard.bootKiosk(
            arguments: ["--metrics", Self.metrics, "--metrics-every", "2"])
        try board.wait(for: "the metrics file") {
            try board.shell("cat \(Self.metrics) 2>/dev/null || true").contains(
                "touchtracker_frames_total")
        }
        let text = try runUnprivileged("cat \(Self.metrics)", on: board)
        #expect(text.hasSuffix("status 0"))
        #expect(text.contains("\ntouchtracker_display_connected 1\n"))
        #expect(text.contains("\ntouchtracker_touch_panels 1\n"))
        #expect(text.contains("\ntouchtracker_store_healthy 1\n"))
        #expect(try board.shell("stat -c '%U %a' \(Self.metrics)") == "touchtracker 644")
        let first = try board.shell("stat -c %Y.%i \(Self.metrics)")
        try board.wait(for: "the next version of the metrics file") {
            try board.shell("stat -c %Y.%i \(Self.metrics)") != first
        }
        let exposure = try board.shell("systemd-analyze security touchtracker | tail -n 1")
        #expect(exposure.contains(" 0.9 "), "\(exposure)")
        #expect(try errors(in: board.kioskStatus()) == [])
        let report = try board.stopKioskAndReadCounters()
        #expect(try #require(report["metrics"]) > 0)
    }
}
