import Foundation
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// A demonstration drawing: a sun whose rays are drawn four at a time, and a hand of five lines.
struct DemoDrawing {
    /// The board on which to draw.
    let board: VirtualBoard

    /// The number of touch frames in which a line is drawn.
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

    /// Draws the picture in about 4 seconds; the five contacts of the hand are still down
    /// afterwards.
    func draw() throws {
        for quarter in 0..<4 {
            let rays = (0..<4).map { ray(angle: Double(quarter + 4 * $0) * .pi / 8) }
            try draw(rays)
            try board.frame { batch in
                for slot in rays.indices { batch.up(slot) }
            }
        }
        try draw((0..<5).map { finger($0) })
    }

    /// Draws all lines simultaneously, one contact for each line.
    private func draw(_ lines: [Line]) throws {
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
            // The speed of a hand, so that a viewer can follow.
            Thread.sleep(forTimeInterval: 0.03)
        }
    }

    /// The height of the drawing, in pixels: the display's height, or less on a narrow display.
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

    /// Returns the line of one finger of a spread hand, from the palm outwards.
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
