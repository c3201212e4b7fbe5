import TouchKit

/// The ink of one finger that draws with the pen, while it draws.
///
/// Samples come as a panel measures them, with corners at each. The ink is the curve of which they
/// are the control points (a uniform quadratic B-spline: from the middle of two samples to the middle
/// of the next two, bending towards the sample between), with a straight piece to the first and to the
/// last sample, so that it begins and ends under the finger. Its direction never jumps.
///
/// The ink lies in a drawing of its own above the finished one. A sample repaints only what it
/// changes; a long stroke is in pieces, so that this costs the same after minutes.
@MainActor
package final class PenInk {
    /// So many points make a piece.
    private static let pieceLength = 128

    /// The ink's colour.
    package let color: UIColor
    /// What the finger reported, in points: the stroke that stays is made of these.
    package private(set) var samples: [CGPoint] = []

    private let drawing: StrokeDrawing
    private let path = UIBezierPath()
    private var pieces: [StrokeDrawing.Stroke] = []
    /// The points of the newest piece that no further sample changes.
    private var settledCount = 1

    /// Puts a dot where a finger came down.
    ///
    /// - Parameters:
    ///   - point: Where, in points.
    ///   - color: The ink's colour.
    ///   - width: The line's width, in points.
    ///   - drawing: Where ink is drawn.
    package init(at point: CGPoint, color: UIColor, width: CGFloat, on drawing: StrokeDrawing) {
        self.color = color
        self.drawing = drawing
        path.lineWidth = width
        samples.reserveCapacity(1_024)
        pieces.reserveCapacity(64)
        samples.append(point)
        path.move(to: point)
        if let piece = drawing.add(path, color: color) { pieces.append(piece) }
    }

    /// The width of its line, in points.
    package var width: CGFloat { path.lineWidth }

    /// Draws on to where the finger is.
    package func add(_ sample: CGPoint) {
        guard let last = samples.last, let piece = pieces.last, last != sample else { return }
        path.removeAllPoints()
        path.move(to: start)
        if samples.count == 1 {
            path.addLine(to: last.middle(to: sample))
        } else {
            path.addQuadCurve(to: last.middle(to: sample), controlPoint: last)
        }
        path.addLine(to: sample)
        samples.append(sample)
        settledCount = drawing.setEnd(path, after: settledCount - 1, of: piece) - 1
        if settledCount >= Self.pieceLength { beginPiece() }
    }

    /// Takes the ink away.
    package func remove() {
        for piece in pieces { drawing.remove(piece) }
        pieces.removeAll()
    }

    /// Makes a path of the curve that belongs to samples; of a single one, a place where nothing
    /// follows, which a `StrokeDrawing` takes for a dot.
    package static func smooth(_ samples: [CGPoint], into path: UIBezierPath) {
        path.removeAllPoints()
        guard let first = samples.first, let last = samples.last else { return }
        path.move(to: first)
        if samples.count == 1 { return }
        for index in 0..<samples.count - 1 {
            let middle = samples[index].middle(to: samples[index + 1])
            if index == 0 {
                path.addLine(to: middle)
            } else {
                path.addQuadCurve(to: middle, controlPoint: samples[index])
            }
        }
        path.addLine(to: last)
    }

    /// Where the ink is settled: the first sample, or the middle of the newest two.
    private var start: CGPoint {
        let last = samples[samples.count - 1]
        return samples.count == 1 ? last : samples[samples.count - 2].middle(to: last)
    }

    /// Lets the newest piece end where it is settled, and begins another there.
    private func beginPiece() {
        guard let piece = pieces.last, let last = samples.last else { return }
        path.removeAllPoints()
        path.move(to: start)
        drawing.setEnd(path, after: settledCount - 1, of: piece)
        path.addLine(to: last)
        if let next = drawing.add(path, color: color) {
            pieces.append(next)
            settledCount = 1
        }
    }
}

extension CGPoint {
    /// The point half-way to another.
    fileprivate func middle(to other: CGPoint) -> CGPoint {
        CGPoint(x: (x + other.x) / 2, y: (y + other.y) / 2)
    }
}
