import Foundation
import Testing
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// Orientation calibration on a board whose touchscreen is mounted with exchanged and mirrored
/// axes.
@Suite("Orientation calibration on a board", .serialized, .requiresBoard)
struct OrientationCalibrationBoardTests {
    /// The calibration screen's background.
    private static let white: UInt32 = 0xFFFFFF
    /// The positions of the marks on the calibration screen at 800 × 480, in pixels.
    private static let marks = [(x: 250, y: 60), (x: 550, y: 420), (x: 680, y: 144)]

    /// A sender of touches at display positions, for a touchscreen with exchanged axes and mirrored
    /// x.
    private struct RotatedTouchscreen {
        let board: VirtualBoard

        private func add(
            _ slot: Int, _ position: (x: Int, y: Int), isNew: Bool, to batch: inout TouchBatch
        ) {
            let x = (Double(position.x) + 0.5) / Double(board.displayWidth)
            let y = (Double(position.y) + 0.5) / Double(board.displayHeight)
            batch.setRaw(
                slot, rawX: Int((1 - y) * 32_767), rawY: Int(x * 32_767), isNew: isNew)
        }

        func down(_ positions: [(x: Int, y: Int)]) throws {
            try board.frame { batch in
                for (slot, position) in positions.enumerated() {
                    add(slot, position, isNew: true, to: &batch)
                }
            }
        }

        func up(_ count: Int) throws {
            try board.frame { batch in
                for slot in 0..<count { batch.up(slot) }
            }
        }

        /// Taps for longer than the 20 ms below which a contact counts as a glitch.
        func tap(_ position: (x: Int, y: Int)) throws {
            try down([position])
            _ = try board.shell("sleep 0.05")
            try up(1)
        }

        /// Draws a line between two display positions.
        func draw(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) throws {
            try down([start])
            for step in 1...20 {
                let position = (
                    x: start.x + (end.x - start.x) * step / 20,
                    y: start.y + (end.y - start.y) * step / 20
                )
                try board.frame { add(0, position, isNew: false, to: &$0) }
            }
            try up(1)
        }

        /// Holds five contacts until the calibration screen opens.
        func openCalibration() throws {
            try down((0..<5).map { (x: 200 + 90 * $0, y: 240 + 20 * ($0 % 2)) })
            try board.waitForPicture { OrientationCalibrationBoardTests.isCalibrationScreen($0) }
            try up(5)
        }
    }

    private static func isCalibrationScreen(_ picture: Screenshot) -> Bool {
        picture[3, 3] == white && picture[796, 476] == white
    }

    /// Whether a finished line is shown, judged by its ends and its middle.
    private func hasLine(
        _ picture: Screenshot, _ start: (x: Int, y: Int), _ end: (x: Int, y: Int)
    ) -> Bool {
        [start, end, (x: (start.x + end.x) / 2, y: (start.y + end.y) / 2)].allSatisfy {
            picture[$0.x, $0.y] == Ink.finished
        }
    }

    /// Returns the content of the saved calibration file, or an empty string if it does not exist.
    private func savedCalibration(on board: VirtualBoard) throws -> String {
        try board.shell("cat /var/lib/touchtracker/touch-calibration.yaml 2>/dev/null || true")
    }

    /// Taps the first two marks, and waits until the third mark asks for confirmation.
    private func tapTwoMarks(_ touchscreen: RotatedTouchscreen) throws {
        for (mark, next) in zip(Self.marks, Self.marks.dropFirst()) {
            try touchscreen.tap(mark)
            try touchscreen.board.waitForPicture {
                Self.isCalibrationScreen($0) && $0[next.x, next.y] != Self.white
            }
        }
        #expect(try savedCalibration(on: touchscreen.board) == "")
    }

    @Test("After calibration, lines appear under the contacts, also after a power cut")
    func calibrate() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let touchscreen = RotatedTouchscreen(board: board)
        let (start, end) = ((x: 150, y: 80), (x: 450, y: 200))
        try touchscreen.draw(from: start, to: end)
        // The touchscreen reports (150, 80) as (1 - 80/480, 150/800) in normalized coordinates.
        try board.waitForPicture { $0[667, 90] == Ink.finished }
        let before = try board.waitForStillScreenshot()
        #expect(!hasLine(before, start, end))

        try touchscreen.openCalibration()
        try tapTwoMarks(touchscreen)
        try touchscreen.tap(Self.marks[2])
        try board.waitForPicture { !Self.isCalibrationScreen($0) }
        // The five held contacts have drawn nothing.
        let after = try board.waitForStillScreenshot()
        #expect(
            (0..<400).allSatisfy { y in (0..<800).allSatisfy { before[$0, y] == after[$0, y] } })

        try touchscreen.draw(from: start, to: end)
        try board.waitForPicture { hasLine($0, start, end) }
        let file = try savedCalibration(on: board)
        #expect(file.contains("name: \"QEMU Virtio MultiTouch\""), "\(file)")
        #expect(file.contains("matrix: \"0 1 0 -1 0 1\""), "\(file)")
        #expect(file.contains("path: \"pci-"), "\(file)")
        #expect(
            try board.shell("touchtracker devices || true")
                .contains("calibration 0 1 0 -1 0 1 (found on the board)"))
        try board.waitUntilDurable()

        try board.restart()
        try board.waitForPicture { hasLine($0, start, end) }
        try board.waitForTouchscreen()
        let (secondStart, secondEnd) = ((x: 500, y: 300), (x: 700, y: 120))
        try touchscreen.draw(from: secondStart, to: secondEnd)
        try board.waitForPicture { hasLine($0, secondStart, secondEnd) }
    }

    @Test("An unconfirmed calibration is reverted and not saved")
    func unconfirmed() throws {
        let board = try VirtualBoard.bootKiosk(arguments: [])
        let touchscreen = RotatedTouchscreen(board: board)
        try touchscreen.openCalibration()
        try tapTwoMarks(touchscreen)
        // The tap misses the third mark.
        try touchscreen.tap(Self.marks[0])
        try board.waitForPicture { !Self.isCalibrationScreen($0) }
        #expect(try savedCalibration(on: board) == "")
        try touchscreen.draw(from: (x: 150, y: 80), to: (x: 450, y: 200))
        try board.waitForPicture { $0[667, 90] == Ink.finished }
    }
}
