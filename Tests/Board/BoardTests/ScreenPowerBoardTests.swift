import Foundation
import KioskRuntime
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// Screen power on a board: the display switches off and a touch wakes it, as seen in screenshots.
@Suite("Screen power on a board", .serialized, .requiresBoard)
struct ScreenPowerBoardTests {
    /// The position of the toolbar's undo button.
    private static let undo = (x: 625, y: 449)

    /// The color of the toolbar, 0xRRGGBB.
    private static let toolbar: UInt32 = 0xF8F8F8

    /// Starts a kiosk, draws a line, and waits until the hidden toolbar is shown again.
    private func bootAndDraw() throws -> (board: VirtualBoard, drawing: Screenshot) {
        let board = try VirtualBoard.bootKiosk(arguments: ["--screen-off-after", "15"])
        // The screen can go off while the board is being prepared, and touches draw nothing until
        // it is awake. So the line follows a wake-up.
        try waitUntilOff(board)
        try board.tap(x: 400, y: 300)
        try board.waitForPicture()
        try waitUntilTouchesPass(board)
        try board.drawLine((100, 100), (400, 200), (700, 100))
        // First the toolbar disappears.
        try board.waitUntilIdle()
        try board.waitForPicture { isDrawn($0) && $0[720, 465] == Self.toolbar }
        return (board, try board.waitForStillScreenshot())
    }

    private func waitUntilOff(_ board: VirtualBoard) throws {
        try board.wait(for: "the screen is off") { try board.screenshot().isPlaceholder }
    }

    /// Waits until the kiosk, which has just shown a picture, no longer suppresses new contacts.
    private func waitUntilTouchesPass(_ board: VirtualBoard) throws {
        try board.waitOnBoard(seconds: Double(WakeTouchFilter.guardMicroseconds) / 1e6 + 0.1)
    }

    private func isDrawn(_ picture: Screenshot) -> Bool {
        picture[100, 100] == Ink.finished && picture[700, 100] == Ink.finished
    }

    @Test("A touch on a button of the switched-off display wakes it without pressing the button")
    func wakes() throws {
        let (board, drawing) = try bootAndDraw()
        try waitUntilOff(board)
        #expect(try board.shell("cat /sys/class/drm/card0-Virtual-1/dpms") == "Off")
        // The kiosk satisfies the watchdog while the display is off, and wakes only for that.
        try board.expectOnlyKeepAlives(2)
        #expect(try board.screenshot().isPlaceholder)

        // The wake touch moves across the screen, with a second contact beside it.
        try board.down(0, x: Self.undo.x, y: Self.undo.y)
        let woken = try board.waitForPicture { isDrawn($0) }
        #expect(woken == drawing)
        try board.move(0, x: 300, y: 300)
        try board.drawLine((200, 250), (600, 300), slot: 1)
        try board.move(0, x: Self.undo.x, y: Self.undo.y)
        try board.up(0)
        #expect(try board.waitForStillScreenshot() == drawing)
        try waitUntilTouchesPass(board)
        try board.tap(x: Self.undo.x, y: Self.undo.y)
        try board.waitForPicture { !isDrawn($0) }

        // The app received only the line and the tap, not the two contacts of the wake touch.
        let report = try board.stopKioskAndReadCounters()
        #expect(report["began"] == 2 && report["ended"] == 2 && report["live"] == 0)
        #expect(try board.kioskProperty("NRestarts") == "0")
    }

    @Test(
        "The switched-off display comes back after a hotplug, a VT switch and a killed kiosk",
        .isCampaign)
    func comesBack() throws {
        let (board, drawing) = try bootAndDraw()
        let process = try board.kioskProcessID()

        // VT switch, and back.
        try waitUntilOff(board)
        try board.showTerminal(2)
        try board.showTerminal(1)
        try board.waitForPicture { $0 == drawing }
        try board.waitForTouchscreen()

        // Display hotplug, later after the display went off than a monitor that enters standby
        // reconnects.
        try waitUntilOff(board)
        try board.waitOnBoard(seconds: Double(ScreenPower.standbySettlingMicroseconds) / 1e6 + 1)
        try board.unplugDisplay()
        try board.plugDisplay(width: 800, height: 480)
        try board.waitForPicture { $0 == drawing }
        try board.waitForTouchscreen()
        #expect(try board.kioskProcessID() == process)

        // A restarted kiosk has no undo history, so its toolbar differs from the earlier picture.
        try waitUntilOff(board)
        try board.shell("kill -9 \(process)")
        try board.waitForPicture { isDrawn($0) }
    }
}
