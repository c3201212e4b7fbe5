import Foundation
import TouchTrackerTestSupport

/// A hand that draws a sun: its rays, four fingers at a time, and then five fingers that stay down.
struct ScriptedHand {
    let board: VirtualBoard

    /// Hardware frames in which a finger goes from one end of its line to the other.
    private static let framesPerLine = 20

    private struct Line {
        var startX, startY, endX, endY: Double

        func position(at progress: Double) -> (x: Int, y: Int) {
            (
                Int((startX + (endX - startX) * progress).rounded()),
                Int((startY + (endY - startY) * progress).rounded())
            )
        }
    }

    /// Draws for some seconds; five fingers are still down when it returns.
    func draw() throws(VirtualBoardError) {
        for quarter in 0..<4 {
            let rays = (0..<4).map { ray(angle: Double(quarter + 4 * $0) * .pi / 8) }
            try draw(rays)
            try board.frame { batch in
                for slot in rays.indices { batch.up(slot) }
            }
        }
        try draw((0..<5).map { finger($0) })
    }

    /// One finger a line, all at once.
    private func draw(_ lines: [Line]) throws(VirtualBoardError) {
        for step in 0...Self.framesPerLine {
            let progress = Double(step) / Double(Self.framesPerLine)
            try board.frame { batch in
                for (slot, line) in lines.enumerated() {
                    let (x, y) = line.position(at: progress)
                    if step == 0 {
                        batch.down(slot, x: x, y: y)
                    } else {
                        batch.move(slot, x: x, y: y)
                    }
                }
            }
            // As a hand does it, so that somebody may watch.
            Thread.sleep(forTimeInterval: 0.03)
        }
    }

    /// The picture's height, in pixels: the screen's, or less where that is narrow.
    private var height: Double {
        min(Double(board.displayHeight), Double(board.displayWidth) * 0.6)
    }

    private var middleY: Double { Double(board.displayHeight) * 0.5 }

    private func ray(angle: Double) -> Line {
        let centerX = Double(board.displayWidth) * 0.32
        let (inner, outer) = (height * 0.16, height * 0.4)
        return Line(
            startX: centerX + cos(angle) * inner, startY: middleY + sin(angle) * inner,
            endX: centerX + cos(angle) * outer, endY: middleY + sin(angle) * outer)
    }

    /// The fingers of a spread hand, from the palm outwards.
    private func finger(_ index: Int) -> Line {
        let palmX = Double(board.displayWidth) * 0.75
        let palmY = middleY + height * 0.4
        let angle = Double.pi * (1.18 + 0.16 * Double(index))
        let lengths = [0.38, 0.6, 0.68, 0.62, 0.42]
        return Line(
            startX: palmX + cos(angle) * height * 0.2, startY: palmY + sin(angle) * height * 0.2,
            endX: palmX + cos(angle) * height * lengths[index],
            endY: palmY + sin(angle) * height * lengths[index])
    }
}
