import Foundation
import Testing
import TouchTrackerTestSupport

/// Screen power on a board: the display switches off and a touch wakes it, as seen in screenshots.
@Suite(
    "Screen power on a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfBoardIsMissing))
struct ScreenPowerBoardTests {
    /// The position of the toolbar's undo button.
    private static let undo = (x: 668, y: 447)

    private func drawLine(_ board: VirtualBoard) throws -> Screenshot {
        try board.down(0, x: 100, y: 100)
        try board.move(0, x: 400, y: 200)
        try board.move(0, x: 700, y: 100)
        try board.up(0)
        return try board.waitForPicture(timeoutSeconds: 10) {
            $0[100, 100] == Ink.finished && $0[700, 100] == Ink.finished
                && $0[Self.undo.x, Self.undo.y] != 0
        }
    }

    private func tap(_ position: (x: Int, y: Int), on board: VirtualBoard) throws {
        try board.down(0, x: position.x, y: position.y)
        Thread.sleep(forTimeInterval: 0.1)
        try board.up(0)
    }

    private func waitUntilOff(_ board: VirtualBoard) throws {
        try board.wait(for: "the screen is off", timeoutSeconds: 60) {
            try board.screenshot().isPlaceholder
        }
    }

    private func isDrawn(_ picture: Screenshot) -> Bool {
        picture[100, 100] == Ink.finished && picture[700, 100] == Ink.finished
    }

    @Test(
        "A touch on a button of the switched-off display wakes it without pressing the button"
    )
    func wakes() throws {
        let board = try VirtualBoard.bootKiosk(arguments: ["--screen-off-after", "15"])
        _ = try drawLine(board)
        // The toolbar is hidden while contacts are down.
        try board.waitForPicture(timeoutSeconds: 10) { $0[720, 465] != Ink.ground }
        let drawing = try board.waitForStillScreenshot()
        try board.exportScreenshot("screen-power-1-drawn")
        try waitUntilOff(board)
        try board.exportScreenshot("screen-power-2-off")
        #expect(try board.shell("cat /sys/class/drm/card0-Virtual-1/dpms") == "Off")
        // The kiosk uses no CPU time while the display is off, and satisfies the watchdog (10 s).
        let before = try board.kioskProcessStatistics()
        try board.shell("sleep 12", timeoutSeconds: 60)
        #expect(try board.kioskProcessStatistics().cpuSeconds - before.cpuSeconds <= 0.05)
        #expect(try board.screenshot().isPlaceholder)

        // The wake touch moves across the screen, with a second contact beside it.
        try board.down(0, x: Self.undo.x, y: Self.undo.y)
        let woken = try board.waitForPicture(timeoutSeconds: 10) { isDrawn($0) }
        try board.exportScreenshot("screen-power-3-woken")
        #expect(woken == drawing)
        try board.move(0, x: 300, y: 300)
        try board.down(1, x: 200, y: 250)
        try board.move(1, x: 600, y: 300)
        try board.up(1)
        try board.move(0, x: Self.undo.x, y: Self.undo.y)
        try board.up(0)
        #expect(try board.waitForStillScreenshot() == drawing)
        Thread.sleep(forTimeInterval: 1)
        try tap(Self.undo, on: board)
        try board.waitForPicture(timeoutSeconds: 10) { !isDrawn($0) }
        try board.exportScreenshot("screen-power-4-undone")

        // The app received only the line and the tap, not the two contacts of the wake touch.
        let report = try board.stopKioskAndReadCounters()
        #expect(report["began"] == 2 && report["ended"] == 2 && report["live"] == 0)
        #expect(try board.kioskProperty("NRestarts") == "0")
        try board.stop()
    }

    @Test(
        "The switched-off display comes back after a hotplug, a VT switch and a killed kiosk",
        .enabled(if: BoardEnvironment.runsCampaigns, BoardEnvironment.reasonIfCampaignsAreOff))
    func comesBack() throws {
        let board = try VirtualBoard.bootKiosk(arguments: ["--screen-off-after", "15"])
        _ = try drawLine(board)
        // The toolbar is hidden while contacts are down.
        try board.waitForPicture(timeoutSeconds: 10) { $0[720, 465] != Ink.ground }
        let drawing = try board.waitForStillScreenshot()
        let process = try board.kioskProcessID()

        // VT switch, and back.
        try waitUntilOff(board)
        try board.showTerminal(2)
        try board.showTerminal(1)
        try board.waitForPicture(timeoutSeconds: 10) { $0 == drawing }
        try board.waitForTouchscreen()

        // Display hotplug, long after the display went off.
        try waitUntilOff(board)
        Thread.sleep(forTimeInterval: 11)
        try board.unplugDisplay()
        try board.plugDisplay(width: 800, height: 480)
        try board.waitForPicture(timeoutSeconds: 20) { $0 == drawing }
        try board.waitForTouchscreen()
        #expect(try board.kioskProcessID() == process)

        // A restarted kiosk has no undo history, so its toolbar differs from the earlier picture.
        try waitUntilOff(board)
        try board.shell("kill -9 \(process)")
        try board.waitForPicture(timeoutSeconds: 30) { isDrawn($0) }
        try board.exportScreenshot("screen-power-5-killed")
        try board.stop()
    }
}
