import Foundation
import Testing
import TouchTrackerTestSupport

/// The lock and the maintenance menu on a board, operated by touch and observed in screenshots.
@Suite(
    "Maintenance on a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfBoardIsMissing))
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
    /// The color of the menu's tiles.
    private static let tile: UInt32 = 0xEDEDED
    private static let rightPattern = [1, 2, 3, 6, 9]
    private static let wrongPattern = [1, 4, 7, 8]

    // MARK: Touches

    private func setPattern(on board: VirtualBoard) throws {
        let digits = Self.rightPattern.map(String.init).joined()
        try board.shell(
            "printf '%s\\n' \(digits) \(digits) "
                + "| touchtracker lock set --state /var/lib/touchtracker"
        )
    }

    private func holdThreeFingers(on board: VirtualBoard, seconds: Double = 3.4) throws {
        try board.frame { batch in
            for finger in 0..<3 { batch.down(finger, x: 250 + 60 * finger, y: 200 + 20 * finger) }
        }
        Thread.sleep(forTimeInterval: seconds)
        try board.frame { batch in
            for finger in 0..<3 { batch.up(finger) }
        }
    }

    private func drawPattern(_ dots: [Int], on board: VirtualBoard) throws {
        for (index, dot) in dots.enumerated() {
            let position = Position.dot(dot)
            if index == 0 {
                try board.down(0, x: position.x, y: position.y)
            } else {
                try board.move(0, x: position.x, y: position.y)
            }
        }
        try board.up(0)
    }

    private func press(
        _ position: (x: Int, y: Int), seconds: Double = 0.1, on board: VirtualBoard
    ) throws {
        try board.down(0, x: position.x, y: position.y)
        Thread.sleep(forTimeInterval: seconds)
        try board.up(0)
    }

    /// Draws a line between two positions, so that the drawing is not empty.
    private func drawLine(from: (x: Int, y: Int), to: (x: Int, y: Int), on board: VirtualBoard)
        throws
    {
        try board.down(0, x: from.x, y: from.y)
        try board.move(0, x: (from.x + to.x) / 2, y: (from.y + to.y) / 2)
        try board.move(0, x: to.x, y: to.y)
        try board.up(0)
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
        [(3, 20), (796, 20), (3, 470), (796, 470)].filter { picture[$0.0, $0.1] == 0xFFFFFF }
            .count >= 3
    }

    private func openMenu(on board: VirtualBoard) throws {
        try holdThreeFingers(on: board)
        try board.waitForPicture(timeoutSeconds: 10) { isLock($0) }
        try drawPattern(Self.rightPattern, on: board)
        try board.waitForPicture(timeoutSeconds: 15) { isMenu($0) }
    }

    // MARK: Tests

    @Test("Without a pattern, holding three fingers does not open the lock")
    func noLockWithoutPattern() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try holdThreeFingers(on: board, seconds: 6)
        // The three contacts drew dots.
        let picture = try board.waitForStillScreenshot()
        #expect(!isMenuOrLock(picture))
        #expect(picture[250, 200] == Ink.finished && picture[370, 240] == Ink.finished)
        try board.stop()
    }

    @Test("The lockout delay grows with wrong patterns and survives kill -9")
    func lockoutDelay() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try setPattern(on: board)
        try holdThreeFingers(on: board)
        try board.waitForPicture(timeoutSeconds: 10) { isLock($0) }
        try board.exportScreenshot("lock-asking")
        for wrong in 1...3 {
            // The lock shows a wrong pattern for a while before it accepts touches again.
            try board.wait(for: "wrong pattern \(wrong) is counted", timeoutSeconds: 20) {
                try drawPattern(Self.wrongPattern, on: board)
                Thread.sleep(forTimeInterval: 1)
                return try wrongPatternCount(on: board) == wrong
            }
        }
        Thread.sleep(forTimeInterval: 1)
        try board.exportScreenshot("lock-waiting")
        try board.shell("systemctl kill -s KILL touchtracker")
        try board.waitForTouchscreen()
        try board.waitForPicture(timeoutSeconds: 20) { $0[400, 100] == Ink.ground }
        #expect(try wrongPatternCount(on: board) == 3)
        try holdThreeFingers(on: board)
        try board.waitForPicture(timeoutSeconds: 10) { isMenuOrLock($0) && !isMenu($0) }
        try board.wait(for: "the lock accepts the right pattern", timeoutSeconds: 30) {
            try drawPattern(Self.rightPattern, on: board)
            Thread.sleep(forTimeInterval: 1)
            return isMenu(try board.screenshot())
        }
        #expect(try wrongPatternCount(on: board) == 0)
        // The touches on the lock and the menu have not drawn anything.
        try press(Position.done, on: board)
        let after = try board.waitForStillScreenshot()
        #expect(after.count(of: Ink.finished) < 3_000)
        try board.stop()
    }

    private func wrongPatternCount(on board: VirtualBoard) throws -> Int {
        let status = try board.shell(
            "touchtracker lock status --json --state /var/lib/touchtracker")
        let object = try JSONSerialization.jsonObject(with: Data(status.utf8))
        return try #require((object as? [String: Any])?["wrongTries"] as? Int)
    }

    @Test(
        "The menu opens scenes, field test, display page and cleaning; the drawing is unchanged"
    )
    func menuItems() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try setPattern(on: board)
        try drawLine(from: (100, 100), to: (500, 300), on: board)
        // The toolbar, which hides while fingers draw, is there again.
        try board.waitForPicture(timeoutSeconds: 10) { $0[720, 465] != Ink.ground }
        let drawing = try board.waitForStillScreenshot()
        try board.exportScreenshot("maintenance-drawing")
        #expect(drawing[300, 200] == Ink.finished)

        try openMenu(on: board)
        try board.exportScreenshot("maintenance-menu")
        try press(Position.scenes, on: board)
        _ = try board.waitForStillScreenshot()
        try board.exportScreenshot("maintenance-gallery")
        try press(Position.pulseScene, on: board)
        let pulse = try board.waitForStillScreenshot()
        try board.exportScreenshot("maintenance-scene")
        #expect(!isMenuOrLock(pulse) && pulse != drawing)

        try openMenu(on: board)
        try press(Position.fieldTest, on: board)
        try board.waitForPicture(timeoutSeconds: 10) { isFieldTest($0) }
        _ = try board.waitForStillScreenshot()
        try board.exportScreenshot("maintenance-field-test")
        try walkThroughFieldTest(on: board)

        try openMenu(on: board)
        try press(Position.scenes, on: board)
        _ = try board.waitForStillScreenshot()
        try press(Position.drawingScene, on: board)
        try board.waitForPicture(timeoutSeconds: 10) { hasSameDrawing($0, drawing) }

        try openMenu(on: board)
        try leaveRotationUnconfirmed(on: board)
        try press(Position.done, on: board)
        try board.waitForPicture(timeoutSeconds: 10) { hasSameDrawing($0, drawing) }

        try openMenu(on: board)
        try press(Position.cleaning, on: board)
        try board.waitForPicture(timeoutSeconds: 10) { !isMenu($0) }
        for wipe in 0..<40 {
            try board.down(1, x: 50 + wipe * 17, y: 100)
            try board.move(1, x: 60 + wipe * 17, y: 400)
            try board.up(1)
        }
        try board.exportScreenshot("maintenance-cleaning")
        try board.waitForPicture(timeoutSeconds: 45) { hasSameDrawing($0, drawing) }
        try board.stop()
    }

    /// Checks that the field test ignores the lock gesture, and goes through its pages to the end.
    private func walkThroughFieldTest(on board: VirtualBoard) throws {
        // In the field test, three held fingers do not open the lock.
        try holdThreeFingers(on: board)
        #expect(isFieldTest(try board.screenshot()))
        // The first page requires its button to be held, the others a tap, until Done.
        var presses = 0
        while presses < 40, isFieldTest(try board.screenshot()) {
            try press(Position.next, seconds: presses == 0 ? 1.3 : 0.3, on: board)
            presses += 1
            Thread.sleep(forTimeInterval: 0.7)
        }
        try board.exportScreenshot("maintenance-field-test-done")
        #expect(!isFieldTest(try board.screenshot()))
    }

    /// Selects another rotation on the display page and waits until it is reverted.
    private func leaveRotationUnconfirmed(on board: VirtualBoard) throws {
        try press(Position.display, on: board)
        _ = try board.waitForStillScreenshot()
        try board.exportScreenshot("maintenance-display")
        let settings = try board.screenshot()
        try press(Position.rotation90, on: board)
        try board.waitForPicture(timeoutSeconds: 10) {
            $0[770, 90] == Self.button && $0 != settings
        }
        try board.exportScreenshot("maintenance-display-question")
        // An unconfirmed rotation is reverted after 15 s.
        try board.waitForPicture(timeoutSeconds: 25) { $0 == settings }
    }

    @Test(
        "The menu's benchmark runs all scripts and shows the results; the drawing is unchanged",
        .enabled(if: BoardEnvironment.runsCampaigns, BoardEnvironment.reasonIfCampaignsAreOff))
    func benchmark() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try setPattern(on: board)
        try drawLine(from: (100, 100), to: (500, 300), on: board)
        // The toolbar, which hides while fingers draw, is there again.
        try board.waitForPicture(timeoutSeconds: 10) { $0[720, 465] != Ink.ground }
        let drawing = try board.waitForStillScreenshot()
        try openMenu(on: board)
        try press(Position.benchmark, on: board)
        _ = try board.waitForStillScreenshot()
        try board.exportScreenshot("maintenance-benchmark-start")
        try press(Position.start, on: board)
        try board.waitForPicture(timeoutSeconds: 10) { !isMenuOrLock($0) }
        // The benchmark runs four scripts of ten seconds each.
        try board.waitForPicture(timeoutSeconds: 120) { isMenuOrLock($0) }
        _ = try board.waitForStillScreenshot()
        try board.exportScreenshot("maintenance-benchmark")
        try press(Position.done, on: board)
        try board.waitForPicture(timeoutSeconds: 10) { hasSameDrawing($0, drawing) }
        try board.stop()
    }

    @Test(
        "Restart and power off require a long press",
        arguments: [true, false])
    func restartAndPowerOff(restarts: Bool) throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try setPattern(on: board)
        try openMenu(on: board)
        let position = restarts ? Position.restart : Position.powerOff
        try press(position, seconds: 0.3, on: board)
        Thread.sleep(forTimeInterval: 1)
        #expect(isMenu(try board.screenshot()))
        try press(position, seconds: 2.5, on: board)
        #expect(try board.waitForShutdown() == (restarts ? .restart : .powerOff))
        try board.stop()
    }

    @Test("The console tile switches to the text console")
    func console() throws {
        let board = try VirtualBoard.bootKiosk(
            kernelArguments: ["drm_kms_helper.fbdev_emulation=1"])
        try setPattern(on: board)
        try openMenu(on: board)
        try press(Position.console, seconds: 2.5, on: board)
        try board.wait(for: "the console is shown") { try board.shownTerminal() == "tty2" }
        try board.waitForPicture(timeoutSeconds: 10) { $0.count(of: 0) > 700 * 480 && !$0.isBlack }
        try board.exportScreenshot("maintenance-console")
        try board.stop()
    }
}
