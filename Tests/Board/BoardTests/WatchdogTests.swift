import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// systemd's watchdog for the kiosk.
@Suite("Watchdog on a board", .serialized, .requiresBoard)
struct WatchdogTests {
    @Test("The watchdog restarts a stopped kiosk, but not a working one")
    func restartOfStoppedKiosk() throws {
        let board = try VirtualBoard.bootKiosk()
        #expect(try board.kioskProperty("WatchdogUSec") == "10s")
        try board.overrideKioskUnit("WatchdogSec=4")
        let process = try board.kioskProcessID()
        // Idle and busy, each longer than the watchdog's timeout.
        try board.waitForKeepAlives(3)
        let start = try board.kioskProperty("WatchdogTimestampMonotonic")
        var keepAlives: Set<String> = [start]
        try board.wait(for: "three keep-alives while drawing") {
            for step in 0..<20 { try board.tap(x: 100 + 10 * step, y: 100) }
            keepAlives.insert(try board.kioskProperty("WatchdogTimestampMonotonic"))
            return keepAlives.count == 4
        }
        #expect(try board.kioskProcessID() == process)

        try board.shell("kill -STOP \(process)")
        try board.waitForNewKiosk(insteadOf: process)
        #expect(try board.kioskProperty("NRestarts") == "1")
        try board.waitForTouchscreen()
        try board.drawShownLine((100, 300), (300, 200))
        try board.waitForKeepAlives(1)
        #expect(try #require(board.stopKioskAndReadCounters()["watchdog"]) > 0)
    }
}
