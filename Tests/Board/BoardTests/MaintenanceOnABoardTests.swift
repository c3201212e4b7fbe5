import Foundation
import Testing
import TouchTrackerTestSupport

/// The lock and the maintenance menu from outside: fingers on the panel, pictures of the screen.
@Suite(
    "Maintenance on a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfMissing))
struct MaintenanceOnABoardTests {
    /// Where things are at 800 × 480, in pixels.
    private enum Place {
        // Two rows of four.
        static let scenes = (x: 106, y: 170)
        static let fieldTest = (x: 302, y: 170)
        static let benchmark = (x: 694, y: 170)
        static let start = (x: 400, y: 438)
        static let display = (x: 106, y: 372)
        static let cleaning = (x: 302, y: 372)
        static let restart = (x: 498, y: 372)
        static let powerOff = (x: 694, y: 372)
        /// Where there is a console there are three rows of three.
        static let console = (x: 626, y: 405)
        /// In the gallery of scenes.
        static let drawingScene = (x: 106, y: 170)
        static let pulseScene = (x: 694, y: 170)
        static let done = (x: 738, y: 36)
        /// The button of the field test's pages.
        static let next = (x: 240, y: 440)
        static let rotation90 = (x: 413, y: 203)

        /// A dot of the lock, 1...9.
        static func dot(_ number: Int) -> (x: Int, y: Int) {
            (436 + (number - 1) % 3 * 124, 116 + (number - 1) / 3 * 124)
        }
    }

    /// The ground of everything that lies over the scenes.
    private static let ground: UInt32 = 0x1C1C1C
    private static let plate: UInt32 = 0xEBEBEB
    private static let tile: UInt32 = 0xEDEDED
    private static let rightPattern = [1, 2, 3, 6, 9]
    private static let wrongPattern = [1, 4, 7, 8]

    // MARK: Hands

    private func setPattern(on board: VirtualBoard) throws {
        let digits = Self.rightPattern.map(String.init).joined()
        try board.shell(
            "printf '%s\\n' \(digits) \(digits) | touchtracker lock set --state /var/lib/touchtracker"
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

    private func join(_ dots: [Int], on board: VirtualBoard) throws {
        for (index, dot) in dots.enumerated() {
            let place = Place.dot(dot)
            if index == 0 {
                try board.down(0, x: place.x, y: place.y)
            } else {
                try board.move(0, x: place.x, y: place.y)
            }
        }
        try board.up(0)
    }

    private func press(
        _ place: (x: Int, y: Int), seconds: Double = 0.1, on board: VirtualBoard
    ) throws {
        try board.down(0, x: place.x, y: place.y)
        Thread.sleep(forTimeInterval: seconds)
        try board.up(0)
    }

    /// Joins two places with a line, so that the drawing isn't empty.
    private func drawLine(from: (x: Int, y: Int), to: (x: Int, y: Int), on board: VirtualBoard)
        throws
    {
        try board.down(0, x: from.x, y: from.y)
        try board.move(0, x: (from.x + to.x) / 2, y: (from.y + to.y) / 2)
        try board.move(0, x: to.x, y: to.y)
        try board.up(0)
    }

    // MARK: Screens

    private func isOverlay(_ picture: Screenshot) -> Bool {
        picture[3, 240] == Self.ground && picture[796, 240] == Self.ground
    }

    /// Two rows of four tiles, or three of three.
    private func isMenu(_ picture: Screenshot) -> Bool {
        isOverlay(picture) && picture[90, 100] == Self.tile && picture[700, 100] == Self.tile
            && picture[90, 300] == Self.tile
    }

    /// Nine dots on the ground, and *Cancel*.
    private func isLock(_ picture: Screenshot) -> Bool {
        isOverlay(picture) && picture[115, 275] == Self.plate && picture[498, 178] == Self.ground
            && (1...9).allSatisfy {
                picture[Place.dot($0).x, Place.dot($0).y] != Self.ground
            }
    }

    /// Whether the same drawing is shown; the toolbar below it may be about to come.
    private func isSame(_ picture: Screenshot, _ other: Screenshot) -> Bool {
        (0..<400).allSatisfy { y in (0..<800).allSatisfy { picture[$0, y] == other[$0, y] } }
    }

    /// White up to its corners.
    private func isFieldTest(_ picture: Screenshot) -> Bool {
        [(3, 20), (796, 20), (3, 470), (796, 470)].filter { picture[$0.0, $0.1] == 0xFFFFFF }
            .count >= 3
    }

    private func openMenu(on board: VirtualBoard) throws {
        try holdThreeFingers(on: board)
        try board.waitForPicture(timeoutSeconds: 10) { isLock($0) }
        try join(Self.rightPattern, on: board)
        try board.waitForPicture(timeoutSeconds: 15) { isMenu($0) }
    }

    // MARK: Tests

    @Test("Without a pattern nobody gets anywhere, however long three fingers rest.")
    func offWithoutPattern() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try holdThreeFingers(on: board, seconds: 6)
        // They drew three dots, as fingers do, and nothing else happened.
        let picture = try board.stillScreenshot()
        #expect(!isOverlay(picture))
        #expect(picture[250, 200] == Ink.finished && picture[370, 240] == Ink.finished)
        try board.stop()
    }

    @Test("The lock refuses what is wrong, waits longer each time, and kill -9 doesn't shorten it.")
    func waiting() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try setPattern(on: board)
        try holdThreeFingers(on: board)
        try board.waitForPicture(timeoutSeconds: 10) { isLock($0) }
        try board.keepScreenshot("lock-asking")
        for wrong in 1...3 {
            // The dots take fingers again once the last pattern was shown for a while.
            try board.wait(for: "try \(wrong) is counted", timeoutSeconds: 20) {
                try join(Self.wrongPattern, on: board)
                Thread.sleep(forTimeInterval: 1)
                return try wrongTries(on: board) == wrong
            }
        }
        Thread.sleep(forTimeInterval: 1)
        try board.keepScreenshot("lock-waiting")
        try board.shell("systemctl kill -s KILL touchtracker")
        try board.waitForTouch()
        try board.waitForPicture(timeoutSeconds: 20) { $0[400, 100] == Ink.ground }
        #expect(try wrongTries(on: board) == 3)
        try holdThreeFingers(on: board)
        try board.waitForPicture(timeoutSeconds: 10) { isOverlay($0) && !isMenu($0) }
        try board.wait(for: "the lock takes the right pattern at last", timeoutSeconds: 30) {
            try join(Self.rightPattern, on: board)
            Thread.sleep(forTimeInterval: 1)
            return isMenu(try board.screenshot())
        }
        #expect(try wrongTries(on: board) == 0)
        // Nothing was drawn by all that, and the screen is the drawing's again.
        try press(Place.done, on: board)
        let after = try board.stillScreenshot()
        #expect(after.count(of: Ink.finished) < 3_000)
        try board.stop()
    }

    private func wrongTries(on board: VirtualBoard) throws -> Int {
        let status = try board.shell(
            "touchtracker lock status --json --state /var/lib/touchtracker")
        let object = try JSONSerialization.jsonObject(with: Data(status.utf8))
        return try #require((object as? [String: Any])?["wrongTries"] as? Int)
    }

    @Test(
        "Scenes, field test, display and cleaning do what they say; the drawing stays.")
    func items() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try setPattern(on: board)
        try drawLine(from: (100, 100), to: (500, 300), on: board)
        // The toolbar, which hides while fingers draw, is there again.
        try board.waitForPicture(timeoutSeconds: 10) { $0[720, 465] != Ink.ground }
        let drawing = try board.stillScreenshot()
        try board.keepScreenshot("maintenance-drawing")
        #expect(drawing[300, 200] == Ink.finished)

        try openMenu(on: board)
        try board.keepScreenshot("maintenance-menu")
        try press(Place.scenes, on: board)
        _ = try board.stillScreenshot()
        try board.keepScreenshot("maintenance-gallery")
        try press(Place.pulseScene, on: board)
        let pulse = try board.stillScreenshot()
        try board.keepScreenshot("maintenance-scene")
        #expect(!isOverlay(pulse) && pulse != drawing)

        try openMenu(on: board)
        try press(Place.fieldTest, on: board)
        try board.waitForPicture(timeoutSeconds: 10) { isFieldTest($0) }
        _ = try board.stillScreenshot()
        try board.keepScreenshot("maintenance-field-test")
        // It takes three fingers for itself: nobody is asked for a pattern.
        try holdThreeFingers(on: board)
        #expect(isFieldTest(try board.screenshot()))
        // The first page is left when its button is held, the others when it is pressed, until Done.
        var presses = 0
        while presses < 40, isFieldTest(try board.screenshot()) {
            try press(Place.next, seconds: presses == 0 ? 1.3 : 0.3, on: board)
            presses += 1
            Thread.sleep(forTimeInterval: 0.7)
        }
        try board.keepScreenshot("maintenance-field-test-done")
        #expect(!isFieldTest(try board.screenshot()))

        try openMenu(on: board)
        try press(Place.scenes, on: board)
        _ = try board.stillScreenshot()
        try press(Place.drawingScene, on: board)
        try board.waitForPicture(timeoutSeconds: 10) { isSame($0, drawing) }

        try openMenu(on: board)
        try press(Place.display, on: board)
        _ = try board.stillScreenshot()
        try board.keepScreenshot("maintenance-display")
        let settings = try board.screenshot()
        try press(Place.rotation90, on: board)
        try board.waitForPicture(timeoutSeconds: 10) { $0[770, 90] == Self.plate && $0 != settings }
        try board.keepScreenshot("maintenance-display-question")
        // Nobody says that it is to stay: a quarter of a minute later all is as before.
        try board.waitForPicture(timeoutSeconds: 25) { $0 == settings }
        try press(Place.done, on: board)
        try board.waitForPicture(timeoutSeconds: 10) { isSame($0, drawing) }

        try openMenu(on: board)
        try press(Place.cleaning, on: board)
        try board.waitForPicture(timeoutSeconds: 10) { !isMenu($0) }
        for wipe in 0..<40 {
            try board.down(1, x: 50 + wipe * 17, y: 100)
            try board.move(1, x: 60 + wipe * 17, y: 400)
            try board.up(1)
        }
        try board.keepScreenshot("maintenance-cleaning")
        try board.waitForPicture(timeoutSeconds: 45) { isSame($0, drawing) }
        try board.stop()
    }

    @Test(
        "The benchmark plays its scripts, shows what came of them, and the drawing stays.",
        .enabled(if: BoardEnvironment.hasCampaigns, BoardEnvironment.reasonIfNoCampaigns))
    func benchmark() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try setPattern(on: board)
        try drawLine(from: (100, 100), to: (500, 300), on: board)
        // The toolbar, which hides while fingers draw, is there again.
        try board.waitForPicture(timeoutSeconds: 10) { $0[720, 465] != Ink.ground }
        let drawing = try board.stillScreenshot()
        try openMenu(on: board)
        try press(Place.benchmark, on: board)
        _ = try board.stillScreenshot()
        try board.keepScreenshot("maintenance-benchmark-start")
        try press(Place.start, on: board)
        try board.waitForPicture(timeoutSeconds: 10) { !isOverlay($0) }
        // Four scripts of ten seconds each.
        try board.waitForPicture(timeoutSeconds: 120) { isOverlay($0) }
        _ = try board.stillScreenshot()
        try board.keepScreenshot("maintenance-benchmark")
        try press(Place.done, on: board)
        try board.waitForPicture(timeoutSeconds: 10) { isSame($0, drawing) }
        try board.stop()
    }

    @Test(
        "Restart and power off have to be held; then the machine does it.",
        arguments: [true, false])
    func machine(restarts: Bool) throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        try setPattern(on: board)
        try openMenu(on: board)
        let place = restarts ? Place.restart : Place.powerOff
        try press(place, seconds: 0.3, on: board)
        Thread.sleep(forTimeInterval: 1)
        #expect(isMenu(try board.screenshot()))
        try press(place, seconds: 2.5, on: board)
        #expect(try board.waitForEnd() == (restarts ? .restart : .powerOff))
        try board.stop()
    }

    @Test("Where there is a text console the menu leaves the screen to it.")
    func console() throws {
        let board = try VirtualBoard.bootKiosk(
            kernelArguments: ["drm_kms_helper.fbdev_emulation=1"])
        try setPattern(on: board)
        try openMenu(on: board)
        try press(Place.console, seconds: 2.5, on: board)
        try board.wait(for: "the console is shown") { try board.shownTerminal() == "tty2" }
        try board.waitForPicture(timeoutSeconds: 10) { $0.count(of: 0) > 700 * 480 && !$0.isBlack }
        try board.keepScreenshot("maintenance-console")
        try board.stop()
    }
}
