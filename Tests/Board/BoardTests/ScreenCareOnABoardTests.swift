import Foundation
import Testing
import TouchTrackerTestSupport

/// A screen that goes off and is woken, from outside: QEMU says when its output is switched off.
@Suite(
    "Screen care on a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfMissing))
struct ScreenCareOnABoardTests {
    /// The toolbar's button that takes the newest line back.
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

    private func tap(_ place: (x: Int, y: Int), on board: VirtualBoard) throws {
        try board.down(0, x: place.x, y: place.y)
        Thread.sleep(forTimeInterval: 0.1)
        try board.up(0)
    }

    private func waitForDark(_ board: VirtualBoard) throws {
        try board.wait(for: "the screen is off", timeoutSeconds: 60) {
            try board.screenshot().isPlaceholder
        }
    }

    private func isDrawn(_ picture: Screenshot) -> Bool {
        picture[100, 100] == Ink.finished && picture[700, 100] == Ink.finished
    }

    @Test(
        "A touch on a button in the dark brings the picture back and presses nothing; the next does."
    )
    func wakes() throws {
        let board = try VirtualBoard.bootKiosk(arguments: ["--screen-off-after", "15"])
        _ = try drawLine(board)
        // The toolbar, which hides while fingers draw, is there again.
        try board.waitForPicture(timeoutSeconds: 10) { $0[720, 465] != Ink.ground }
        let drawing = try board.stillScreenshot()
        try board.keepScreenshot("screen-care-1-drawn")
        try waitForDark(board)
        try board.keepScreenshot("screen-care-2-off")
        #expect(try board.shell("cat /sys/class/drm/card0-Virtual-1/dpms") == "Off")
        // Off it costs nothing, and the unit stays well: longer than WatchdogSec.
        let before = try board.kioskFigures()
        try board.shell("sleep 12", timeoutSeconds: 60)
        #expect(try board.kioskFigures().cpuSeconds - before.cpuSeconds <= 0.05)
        #expect(try board.screenshot().isPlaceholder)

        // The finger that wakes it draws over the screen, and a second one beside it.
        try board.down(0, x: Self.undo.x, y: Self.undo.y)
        let woken = try board.waitForPicture(timeoutSeconds: 10) { isDrawn($0) }
        try board.keepScreenshot("screen-care-3-woken")
        #expect(woken == drawing)
        try board.move(0, x: 300, y: 300)
        try board.down(1, x: 200, y: 250)
        try board.move(1, x: 600, y: 300)
        try board.up(1)
        try board.move(0, x: Self.undo.x, y: Self.undo.y)
        try board.up(0)
        #expect(try board.stillScreenshot() == drawing)
        Thread.sleep(forTimeInterval: 1)
        try tap(Self.undo, on: board)
        try board.waitForPicture(timeoutSeconds: 10) { !isDrawn($0) }
        try board.keepScreenshot("screen-care-4-undone")

        // Nobody was left down; of the fingers that woke it the app knows nothing: a line and a tap.
        let report = try board.stopKiosk()
        #expect(report["began"] == 2 && report["ended"] == 2 && report["live"] == 0)
        #expect(try board.kioskProperty("NRestarts") == "0")
        try board.stop()
    }

    @Test(
        "A screen that was pulled out, left to another console or killed in the dark comes back bright.",
        .enabled(if: BoardEnvironment.hasCampaigns, BoardEnvironment.reasonIfNoCampaigns))
    func comesBack() throws {
        let board = try VirtualBoard.bootKiosk(arguments: ["--screen-off-after", "15"])
        _ = try drawLine(board)
        // The toolbar, which hides while fingers draw, is there again.
        try board.waitForPicture(timeoutSeconds: 10) { $0[720, 465] != Ink.ground }
        let drawing = try board.stillScreenshot()
        let process = try board.kioskProcessID()

        // Another console, and back.
        try waitForDark(board)
        try board.showTerminal(2)
        try board.showTerminal(1)
        try board.waitForPicture(timeoutSeconds: 10) { $0 == drawing }
        try board.waitForTouch()

        // Pulled out and plugged in while it is off, long after it went off.
        try waitForDark(board)
        Thread.sleep(forTimeInterval: 11)
        try board.unplugDisplay()
        try board.plugDisplay(width: 800, height: 480)
        try board.waitForPicture(timeoutSeconds: 20) { $0 == drawing }
        try board.waitForTouch()
        #expect(try board.kioskProcessID() == process)

        // Killed: what could be undone before can't be any more, so the toolbar is another one.
        try waitForDark(board)
        try board.shell("kill -9 \(process)")
        try board.waitForPicture(timeoutSeconds: 30) { isDrawn($0) }
        try board.keepScreenshot("screen-care-5-killed")
        try board.stop()
    }
}
