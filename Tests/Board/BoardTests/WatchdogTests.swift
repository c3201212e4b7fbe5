import Testing
import TouchTrackerTestSupport

/// systemd's watchdog for the kiosk.
@Suite(
    "Watchdog on a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfBoardIsMissing))
struct WatchdogTests {
    @Test("The watchdog restarts a stopped kiosk, but not a working one")
    func restartOfStoppedKiosk() throws {
        let board = try VirtualBoard.bootKiosk()
        #expect(try board.kioskProperty("WatchdogUSec") == "10s")
        try board.overrideKioskUnit("WatchdogSec=2")
        try board.waitForTouchscreen()
        let process = try board.kioskProcessID()
        // Idle and busy, each longer than the watchdog's timeout of 2 s.
        try board.shell("sleep 3")
        for step in 0..<60 {
            try board.down(0, x: 100 + 10 * step, y: 100)
            try board.up(0)
            if step % 20 == 0 { try board.shell("sleep 1") }
        }
        #expect(try board.kioskProcessID() == process)

        try board.shell("kill -STOP \(process)")
        try board.wait(for: "the kiosk has been restarted", timeoutSeconds: 20) {
            let now = try board.kioskProcessID()
            return try now != process && now != 0 && board.kioskProperty("ActiveState") == "active"
        }
        #expect(try board.kioskProperty("NRestarts") == "1")
        try board.waitForPicture(timeoutSeconds: 10) { $0.count(of: Ink.ground) == 800 * 480 }
        try board.waitForTouchscreen()
        try board.down(0, x: 100, y: 100)
        try board.move(0, x: 300, y: 200)
        try board.up(0)
        try board.waitForPicture(timeoutSeconds: 10) { $0[300, 200] == Ink.finished }
        try board.shell("sleep 2")
        let report = try board.stopKioskAndReadCounters()
        #expect(try #require(report["watchdog"]) > 0)
        try board.stop()
    }
}
