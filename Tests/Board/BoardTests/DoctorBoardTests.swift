import Foundation
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// `touchtracker doctor` and `touchtracker tune` on a real kernel.
@Suite("The command doctor on a board", .serialized, .requiresBoard)
struct DoctorBoardTests {
    @Test("Nothing is wrong with a running kiosk, and a stopped one is a failure")
    func doctor() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try board.waitForTouchscreen()
        let healthy = try board.shell("touchtracker doctor; echo status=$?")
        #expect(healthy.hasSuffix("nothing is wrong\nstatus=0"), "\(healthy)")
        try board.shell("systemctl stop touchtracker")
        let stopped = try board.shell("touchtracker doctor; echo status=$?")
        #expect(stopped.contains("failure  unit: touchtracker.service does not run"))
        #expect(stopped.hasSuffix("status=1"))
        let json = try board.shell("touchtracker doctor --json; true")
        let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
        #expect((value as? [String: Any])?["healthy"] as? Bool == false)
    }

    @Test("The tuning unit runs at the start, and one line says that nothing is polled")
    func tuning() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try board.waitForTouchscreen()
        try board.wait(for: "the tuning unit") {
            try board.shell("systemctl show -P Result touchtracker-tuning") == "success"
        }
        try board.shell("echo 'touch-poll-ms: 8' >/run/tune.yaml")
        let lines = try board.shell("touchtracker tune --config /run/tune.yaml")
        #expect(lines.contains("touch-poll-ms: no touchscreen is polled; nothing to set"))
    }
}
