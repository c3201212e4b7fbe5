import Foundation
import Testing
import TouchTrackerTestSupport

/// A panel that lies under the picture the wrong way round, put right from outside: fingers on the panel, pictures
/// of the screen.
@Suite(
    "Orientation on a board", .serialized,
    .enabled(if: BoardEnvironment.isComplete, BoardEnvironment.reasonIfMissing))
struct OrientationOnABoardTests {
    /// The wizard's ground.
    private static let white: UInt32 = 0xFFFFFF
    /// Where the wizard's marks are at 800 × 480, in pixels.
    private static let marks = [(x: 250, y: 60), (x: 550, y: 420), (x: 680, y: 144)]

    /// Fingers over the picture of a board whose panel has its axes exchanged, and then x mirrored.
    private struct Hand {
        let board: VirtualBoard

        private func place(
            _ slot: Int, _ place: (x: Int, y: Int), isNew: Bool, _ batch: inout TouchBatch
        ) {
            let x = (Double(place.x) + 0.5) / Double(board.displayWidth)
            let y = (Double(place.y) + 0.5) / Double(board.displayHeight)
            batch.place(
                slot, rawX: Int((1 - y) * 32_767), rawY: Int(x * 32_767), isNew: isNew)
        }

        func down(_ places: [(x: Int, y: Int)]) throws {
            try board.frame { batch in
                for (slot, spot) in places.enumerated() {
                    place(slot, spot, isNew: true, &batch)
                }
            }
        }

        func up(_ count: Int) throws {
            try board.frame { batch in
                for slot in 0..<count { batch.up(slot) }
            }
        }

        func tap(_ place: (x: Int, y: Int)) throws {
            try down([place])
            Thread.sleep(forTimeInterval: 0.1)
            try up(1)
        }

        /// Draws a line over the picture.
        func draw(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) throws {
            try down([start])
            for step in 1...20 {
                let spot = (
                    x: start.x + (end.x - start.x) * step / 20,
                    y: start.y + (end.y - start.y) * step / 20
                )
                try board.frame { place(0, spot, isNew: false, &$0) }
            }
            try up(1)
        }

        /// Rests five fingers on the panel until the wizard is there.
        func ask() throws {
            try down((0..<5).map { (x: 200 + 90 * $0, y: 240 + 20 * ($0 % 2)) })
            try board.waitForPicture(timeoutSeconds: 20) {
                OrientationOnABoardTests.isWizard($0)
            }
            try up(5)
        }
    }

    private static func isWizard(_ picture: Screenshot) -> Bool {
        picture[3, 3] == white && picture[796, 476] == white
    }

    /// Whether there is finished ink of a line from left to right, at its ends and in its middle.
    private func hasLine(
        _ picture: Screenshot, _ start: (x: Int, y: Int), _ end: (x: Int, y: Int)
    ) -> Bool {
        [start, end, (x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)].allSatisfy {
            picture[$0.x, $0.y] == Ink.finished
        }
    }

    private func kept(on board: VirtualBoard) throws -> String {
        try board.shell("cat /var/lib/touchtracker/touch-calibration.yaml 2>/dev/null || true")
    }

    @Test(
        "Five fingers, two taps and a third: then fingers draw where they are, also after the plug was pulled."
    )
    func putRight() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let hand = Hand(board: board)
        let (start, end) = ((x: 150, y: 80), (x: 450, y: 200))
        try hand.draw(from: start, to: end)
        // (150, 80) is reported at (1 - 80/480, 150/800) of the panel.
        try board.waitForPicture(timeoutSeconds: 20) { $0[667, 90] == Ink.finished }
        let before = try board.stillScreenshot()
        #expect(!hasLine(before, start, end))
        try board.keepScreenshot("orientation-before")

        try hand.ask()
        try board.keepScreenshot("orientation-first")
        try hand.tap(Self.marks[0])
        try board.waitForPicture(timeoutSeconds: 10) { $0[550, 420] != Self.white }
        try board.keepScreenshot("orientation-second")
        try hand.tap(Self.marks[1])
        try board.waitForPicture(timeoutSeconds: 10) { $0[680, 144] != Self.white }
        try board.keepScreenshot("orientation-confirm")
        #expect(try kept(on: board) == "")
        try hand.tap(Self.marks[2])
        try board.waitForPicture(timeoutSeconds: 10) { $0[680, 144] == Self.white }
        try board.keepScreenshot("orientation-kept")
        try board.waitForPicture(timeoutSeconds: 20) { !Self.isWizard($0) }
        // Five fingers have drawn nothing.
        let after = try board.stillScreenshot()
        #expect(
            (0..<400).allSatisfy { y in (0..<800).allSatisfy { before[$0, y] == after[$0, y] } })

        try hand.draw(from: start, to: end)
        try board.waitForPicture(timeoutSeconds: 20) { hasLine($0, start, end) }
        try board.keepScreenshot("orientation-after")
        let file = try kept(on: board)
        #expect(file.contains("name: \"QEMU Virtio MultiTouch\""), "\(file)")
        #expect(file.contains("matrix: \"0 1 0 -1 0 1\""), "\(file)")
        #expect(file.contains("path: \"pci-"), "\(file)")
        #expect(
            try board.shell("touchtracker devices || true")
                .contains("calibration 0 1 0 -1 0 1 (found on the board)"))

        try board.restart()
        try board.waitForPicture(timeoutSeconds: 120) { hasLine($0, start, end) }
        try board.waitForTouch()
        let (secondStart, secondEnd) = ((x: 500, y: 300), (x: 700, y: 120))
        try hand.draw(from: secondStart, to: secondEnd)
        try board.waitForPicture(timeoutSeconds: 20) { hasLine($0, secondStart, secondEnd) }
        try board.keepScreenshot("orientation-after-a-restart")
        try board.stop()
    }

    @Test("What no third tap confirms is as before, and nothing is kept.")
    func unconfirmed() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let hand = Hand(board: board)
        try hand.ask()
        try hand.tap(Self.marks[0])
        try board.waitForPicture(timeoutSeconds: 10) { $0[550, 420] != Self.white }
        try hand.tap(Self.marks[1])
        try board.waitForPicture(timeoutSeconds: 10) { $0[680, 144] != Self.white }
        // Where the mark isn't.
        try hand.tap(Self.marks[0])
        try board.waitForPicture(timeoutSeconds: 30) { $0[680, 144] == Self.white }
        try board.keepScreenshot("orientation-unconfirmed")
        try board.waitForPicture(timeoutSeconds: 20) { !Self.isWizard($0) }
        #expect(try kept(on: board) == "")
        try hand.draw(from: (x: 150, y: 80), to: (x: 450, y: 200))
        try board.waitForPicture(timeoutSeconds: 20) { $0[667, 90] == Ink.finished }
        try board.stop()
    }
}
