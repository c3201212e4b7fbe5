import Foundation
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// The lock and the maintenance menu on a board, operated by touch and observed in screenshots.
@Suite("Maintenance on a board", .serialized, .requiresBoard)
struct MaintenanceBoardTests {
    /// The positions of controls at 800 × 480, in pixels.
    private enum Position {
        // The menu has two rows of four tiles.
        static let scenes = (x: 106, y: 170)
        static let fieldTest = (x: 302, y: 170)
        static let benchmark = (x: 694, y: 170)
        static let start = (x: 400, y: 438)
        static let display = (x: 106, y: 372)
        static let cleaning = (x: 302, y: 372)
        static let restart = (x: 498, y: 372)
        static let powerOff = (x: 694, y: 372)
        /// The console's tile; with a console, the menu has three rows of three tiles.
        static let console = (x: 626, y: 405)
        // The gallery of scenes.
        static let drawingScene = (x: 106, y: 170)
        static let pulseScene = (x: 694, y: 170)
        static let done = (x: 738, y: 36)
        /// The button of the field test's pages.
        static let next = (x: 240, y: 440)
        static let rotation90 = (x: 413, y: 203)

        /// Returns the position of a dot of the lock, 1...9.
        static func dot(_ number: Int) -> (x: Int, y: Int) {
            (436 + (number - 1) % 3 * 124, 116 + (number - 1) / 3 * 124)
        }
    }

    /// The background color of the lock, the menu and its pages.
    private static let background: UInt32 = 0x1C1C1C
    /// The color of buttons.
    private static let button: UInt32 = 0xEBEBEB
    /// The color of the disc of the scene Pulse.
    private static let pulseDisc: UInt32 = 0xFF8000
    /// The color of the menu's tiles.
    private static let tile: UInt32 = 0xEDEDED
    private static let rightPattern = [1, 2, 3, 6, 9]
    private static let wrongPattern = [1, 4, 7, 8]

    // MARK: Touches

    private func setPattern(on board: VirtualBoard) throws {
        try board.setUnlockPattern(Self.rightPattern.map(String.init).joined())
    }

    /// Holds three contacts until the lock opens, and lifts them.
    private func openLock(on board: VirtualBoard) throws {
        try board.frame { batch in
            for finger in 0..<3 { batch.down(finger, x: 250 + 60 * finger, y: 200 + 20 * finger) }
        }
        try board.waitForPicture { isMenuOrLock($0) && !isMenu($0) }
        try liftThreeFingers(on: board)
    }

    private func liftThreeFingers(on board: VirtualBoard) throws {
        try board.frame { batch in
            for finger in 0..<3 { batch.up(finger) }
        }
    }

    /// Holds three contacts for longer than the lock gesture takes, where it must have no effect.
    private func holdThreeFingersInVain(on board: VirtualBoard) throws {
        try board.frame { batch in
            for finger in 0..<3 { batch.down(finger, x: 250 + 60 * finger, y: 200 + 20 * finger) }
        }
        try board.waitOnBoard(seconds: 6)
        try liftThreeFingers(on: board)
    }

    private func drawPattern(_ dots: [Int], on board: VirtualBoard) throws {
        try board.drawLine(through: dots.map { Position.dot($0) })
    }

    private func tap(_ position: (x: Int, y: Int), on board: VirtualBoard) throws {
        try board.tap(x: position.x, y: position.y)
    }

    /// Holds a button until a condition is met.
    private func hold(
        _ position: (x: Int, y: Int), on board: VirtualBoard, until condition: () throws -> Bool
    ) throws {
        try board.down(0, x: position.x, y: position.y)
        try board.wait(for: "the effect of the button", until: condition)
    }

    /// Starts a kiosk with a pattern and a line, and waits until the hidden toolbar is shown again.
    private func bootAndDraw() throws -> (board: VirtualBoard, drawing: Screenshot) {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try setPattern(on: board)
        try board.drawLine((100, 100), (300, 200), (500, 300))
        try board.waitForPicture { $0[300, 200] == Ink.finished && $0[720, 465] != Ink.ground }
        return (board, try board.waitForStillScreenshot())
    }

    // MARK: Screens

    /// Whether the lock, the menu or one of its pages is shown.
    private func isMenuOrLock(_ picture: Screenshot) -> Bool {
        picture[3, 240] == Self.background && picture[796, 240] == Self.background
    }

    /// Whether the menu is shown, with two rows of four tiles or three rows of three.
    private func isMenu(_ picture: Screenshot) -> Bool {
        isMenuOrLock(picture) && picture[90, 100] == Self.tile && picture[700, 100] == Self.tile
            && picture[90, 300] == Self.tile
    }

    /// Whether a page of the menu is shown, which has a button *Back*. A pressed tile of the menu
    /// changes its color, so that another picture than the menu is not yet a page.
    private func isPage(_ picture: Screenshot) -> Bool {
        isMenuOrLock(picture) && picture[30, 36] == Self.button
            && picture[738, 20] == Self.button
    }

    /// Whether the lock is shown: nine dots and the button *Cancel*.
    private func isLock(_ picture: Screenshot) -> Bool {
        isMenuOrLock(picture) && picture[115, 275] == Self.button
            && picture[498, 178] == Self.background
            && (1...9).allSatisfy {
                picture[Position.dot($0).x, Position.dot($0).y] != Self.background
            }
    }

    /// Whether two screenshots show the same drawing, ignoring the toolbar's area.
    private func hasSameDrawing(_ picture: Screenshot, _ other: Screenshot) -> Bool {
        (0..<400).allSatisfy { y in (0..<800).allSatisfy { picture[$0, y] == other[$0, y] } }
    }

    /// Whether the field test is shown, whose pages are white up to the corners.
    private func isFieldTest(_ picture: Screenshot) -> Bool {
        [(3, 10), (796, 10), (3, 470), (796, 470)].filter { picture[$0.0, $0.1] == 0xFFFFFF }
            .count >= 3
    }

    private func openMenu(on board: VirtualBoard) throws {
        try openLock(on: board)
        try board.waitForPicture { isLock($0) }
        try drawPattern(Self.rightPattern, on: board)
        try board.waitForPicture { isMenu($0) }
    }

    // MARK: Tests

    @Test("Without a pattern, holding three fingers does not open the lock")
    func noLockWithoutPattern() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try holdThreeFingersInVain(on: board)
        // The three contacts drew dots.
        let picture = try board.waitForStillScreenshot()
        #expect(!isMenuOrLock(picture))
        #expect(picture[250, 200] == Ink.finished && picture[370, 240] == Ink.finished)
    }

    @Test("The count of wrong patterns survives kill -9, and the right pattern resets it")
    func wrongPatterns() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try setPattern(on: board)
        try openLock(on: board)
        for wrong in 1...3 {
            // The lock shows a wrong pattern for a while before it accepts touches again.
            try board.wait(for: "wrong pattern \(wrong) is counted") {
                try drawPattern(Self.wrongPattern, on: board)
                try board.waitUntilIdle()
                return try wrongPatternCount(on: board) == wrong
            }
        }
        let process = try board.kioskProcessID()
        try board.shell("systemctl kill -s KILL touchtracker")
        try board.waitForNewKiosk(insteadOf: process)
        try board.waitForTouchscreen()
        try board.waitForPicture { $0[400, 100] == Ink.ground }
        #expect(try wrongPatternCount(on: board) == 3)
        try openLock(on: board)
        try board.wait(for: "the lock accepts the right pattern") {
            try drawPattern(Self.rightPattern, on: board)
            return isMenu(try board.waitForStillScreenshot())
        }
        #expect(try wrongPatternCount(on: board) == 0)
        // The touches on the lock and the menu have not drawn anything.
        try tap(Position.done, on: board)
        try board.waitForPicture { !isMenuOrLock($0) }
        #expect(try board.waitForStillScreenshot().count(of: Ink.finished) < 3_000)
    }

    private func wrongPatternCount(on board: VirtualBoard) throws -> Int {
        let status = try board.shell(
            "touchtracker lock status --json --state /var/lib/touchtracker")
        return try #require(try jsonObject(status)["wrongTries"] as? Int)
    }

    @Test("The menu opens scenes; the drawing is unchanged")
    func scenes() throws {
        let (board, drawing) = try bootAndDraw()
        try openScene(Position.pulseScene, on: board)
        try board.waitForPicture { $0[400, 190] == Self.pulseDisc }
        try openScene(Position.drawingScene, on: board)
        try board.waitForPicture { hasSameDrawing($0, drawing) }
    }

    private func openScene(_ position: (x: Int, y: Int), on board: VirtualBoard) throws {
        try openMenu(on: board)
        try tap(Position.scenes, on: board)
        try board.waitForPicture { isPage($0) }
        try tap(position, on: board)
    }

    @Test("The menu opens the field test, in which the lock gesture has no effect")
    func fieldTest() throws {
        let (board, drawing) = try bootAndDraw()
        try openMenu(on: board)
        try tap(Position.fieldTest, on: board)
        try board.waitForPicture { isFieldTest($0) }
        try holdThreeFingersInVain(on: board)
        #expect(isFieldTest(try board.waitForStillScreenshot()))
        try board.pressLong(x: Position.next.x, y: Position.next.y)
        var page = try board.waitForStillScreenshot()
        while isFieldTest(page) {
            page = try board.pressUntilNextPage(x: Position.next.x, y: Position.next.y)
        }
        try board.waitForPicture { hasSameDrawing($0, drawing) }
    }

    @Test("The menu opens the display page and the cleaning lock; the drawing is unchanged")
    func displayAndCleaning() throws {
        let (board, drawing) = try bootAndDraw()
        try openMenu(on: board)
        try leaveRotationUnconfirmed(on: board)
        try tap(Position.done, on: board)
        try board.waitForPicture { hasSameDrawing($0, drawing) }

        try openMenu(on: board)
        try tap(Position.cleaning, on: board)
        try board.waitForPicture { !isMenu($0) }
        for wipe in 0..<40 {
            try board.drawLine((50 + wipe * 17, 100), (60 + wipe * 17, 400), slot: 1)
        }
        try board.waitForPicture { hasSameDrawing($0, drawing) }
    }

    /// Selects another rotation on the display page and waits until it is reverted.
    private func leaveRotationUnconfirmed(on board: VirtualBoard) throws {
        try tap(Position.display, on: board)
        try board.waitForPicture { isPage($0) }
        let settings = try board.waitForStillScreenshot()
        try tap(Position.rotation90, on: board)
        try board.waitForPicture { $0[770, 90] == Self.button && $0 != settings }
        // An unconfirmed rotation is reverted after 15 s.
        try board.waitForPicture { $0 == settings }
    }

    @Test(
        "The menu's benchmark runs all scripts and shows the results; the drawing is unchanged",
        .isCampaign)
    func benchmark() throws {
        let (board, drawing) = try bootAndDraw()
        try openMenu(on: board)
        try tap(Position.benchmark, on: board)
        try board.waitForPicture { isPage($0) }
        try tap(Position.start, on: board)
        try board.waitForPicture { !isMenuOrLock($0) }
        // The benchmark runs four scripts of ten seconds each.
        try board.waitForPicture { isMenuOrLock($0) }
        try tap(Position.done, on: board)
        try board.waitForPicture { hasSameDrawing($0, drawing) }
    }

    @Test("Restart and power off require a long press", arguments: [true, false])
    func restartAndPowerOff(restarts: Bool) throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try setPattern(on: board)
        try openMenu(on: board)
        let position = restarts ? Position.restart : Position.powerOff
        try tap(position, on: board)
        #expect(isMenu(try board.waitForStillScreenshot()))
        try board.down(0, x: position.x, y: position.y)
        #expect(try board.waitForShutdown() == (restarts ? .restart : .powerOff))
    }

    @Test("The console tile switches to the text console")
    func console() throws {
        let board = try VirtualBoard.bootKiosk(
            kernelArguments: ["drm_kms_helper.fbdev_emulation=1"])
        try setPattern(on: board)
        try openMenu(on: board)
        try hold(Position.console, on: board) { try board.shownTerminal() == "tty2" }
        try board.waitForPicture(where: Console.isShown)
    }
}
