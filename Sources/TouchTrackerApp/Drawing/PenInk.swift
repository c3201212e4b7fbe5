import TouchKit

/// The ink of one finger that draws with the pen, while it draws.
///
/// Samples come as a panel measures them: with corners at each, and where the panel counts in whole
/// pixels, beside the finger's way. The ink is the uniform cubic B-spline of which they are the control
/// points (de Boor, *A Practical Guide to Splines*, 1978): neither its direction nor its curvature
/// jumps, and what the panel rounds is smoothed out. A straight piece to the first and to the last
/// sample lets it begin and end under the finger.
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
        path.move(to: settled)
        if samples.count == 1 {
            path.addLine(to: last.knot(after: last, before: sample))
        } else {
            let earlier = samples[samples.count - 2]
            path.addSpline(from: earlier, to: last, end: last.knot(after: earlier, before: sample))
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
        if samples.count > 2 {
            path.addLine(to: first.knot(after: first, before: samples[1]))
            for index in 1..<samples.count {
                let next = samples[min(index + 1, samples.count - 1)]
                let before = samples[index - 1]
                path.addSpline(
                    from: before, to: samples[index],
                    end: samples[index].knot(after: before, before: next))
            }
        }
        path.addLine(to: last)
    }

    /// Up to where no further sample changes the ink: the knot of the newest sample but one.
    private var settled: CGPoint {
        let count = samples.count
        let last = samples[count - 1]
        if count == 1 { return last }
        return samples[count - 2].knot(after: samples[max(count - 3, 0)], before: last)
    }

    /// Lets the newest piece end where it is settled, and begins another there.
    private func beginPiece() {
        guard let piece = pieces.last, let last = samples.last else { return }
        path.removeAllPoints()
        path.move(to: settled)
        drawing.setEnd(path, after: settledCount - 1, of: piece)
        path.addLine(to: last)
        if let next = drawing.add(path, color: color) {
            pieces.append(next)
            settledCount = 1
        }
    }
}

extension UIBezierPath {
    /// Goes on along a spline, from the knot of one control point to that of the next.
    @MainActor
    fileprivate func addSpline(from first: CGPoint, to second: CGPoint, end: CGPoint) {
        addCurve(
            to: end,
            controlPoint1: CGPoint(
                x: (2 * first.x + second.x) / 3, y: (2 * first.y + second.y) / 3),
            controlPoint2: CGPoint(
                x: (first.x + 2 * second.x) / 3, y: (first.y + 2 * second.y) / 3))
    }
}

extension CGPoint {
    /// Where a spline is at one of its control points, between its neighbours.
    fileprivate func knot(after before: CGPoint, before next: CGPoint) -> CGPoint {
        CGPoint(x: (before.x + 4 * x + next.x) / 6, y: (before.y + 4 * y + next.y) / 6)
    }
}
