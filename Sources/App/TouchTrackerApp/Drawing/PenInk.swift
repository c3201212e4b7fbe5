import TouchKit

/// The ink of one finger that draws with the pen, while it draws.
///
/// Samples come as a panel measures them: with corners at each, and where the panel counts in whole
/// pixels, beside the finger's way. The ink is the uniform cubic B-spline of which they are the control
/// points (de Boor, *A Practical Guide to Splines*, 1978): neither its direction nor its curvature
/// jumps, and what the panel rounds is smoothed out. A straight piece to the first and to the last
/// sample lets it begin and end under the finger.
///
/// At any time it is what would stay if the finger were lifted now. A sample settles the curve up to
/// the knot of the one before; what follows is drawn anew with each, and is all that is.
///
/// Where the finger is expected to be when it is seen, the ink may go on to (`setTip`): drawn as if it
/// were a sample, but never one of them, and gone with the next sample.
@MainActor
package final class PenInk {
    /// The ink's colour.
    package let color: UIColor
    /// The width of its line, in points.
    package let width: CGFloat
    /// What the finger reported, in points: the stroke that stays is made of these.
    package private(set) var samples: [CGPoint] = []
    /// How far the ink goes beyond the newest sample; nil where it ends there.
    package private(set) var tip: CGPoint?
    /// What it looks like; nil where nothing can be drawn, and once it was taken away.
    package private(set) var stroke: WetInk.Stroke?

    private let wet: WetInk
    /// From where the ink is settled through what isn't drawn yet and no further sample changes.
    private let news = UIBezierPath()
    /// What follows.
    private let tail = UIBezierPath()
    /// Whether there are samples, or a tip, that aren't drawn yet.
    private var hasNews = false

    /// Puts a dot where a finger came down.
    ///
    /// - Parameters:
    ///   - point: Where, in points.
    ///   - color: The ink's colour.
    ///   - width: The line's width, in points.
    ///   - wet: Where ink is drawn.
    package init(at point: CGPoint, color: UIColor, width: CGFloat, on wet: WetInk) {
        self.color = color
        self.width = width
        self.wet = wet
        samples.reserveCapacity(1_024)
        samples.append(point)
        news.move(to: point)
        stroke = wet.begin(at: point, width: width, color: color)
    }

    /// Draws on to where the finger is.
    package func add(_ sample: CGPoint) {
        append(sample)
        show()
    }

    /// Takes in where the finger was; drawn with the next `show()`, several samples as one.
    package func append(_ sample: CGPoint) {
        guard let last = samples.last, last != sample else { return }
        // Two samples are a straight line: nothing is settled.
        if samples.count >= 2 {
            let earlier = samples[samples.count - 2]
            if samples.count == 2 {
                news.addLine(to: earlier.knot(after: earlier, before: last))
            }
            news.addSpline(from: earlier, to: last, end: last.knot(after: earlier, before: sample))
        }
        samples.append(sample)
        tip = nil
        hasNews = true
    }

    /// Draws on to where the finger is expected, or takes that back; drawn with the next `show()`.
    ///
    /// - Parameter point: Where; nil: the ink ends where the finger was measured last.
    package func setTip(_ point: CGPoint?) {
        if point == tip { return }
        tip = point
        hasNews = true
    }

    /// Draws what is new.
    package func show() {
        guard hasNews, let stroke else { return }
        hasNews = false
        traceTail()
        wet.setEnd(of: stroke, settled: news, tail: tail)
        news.removeAllPoints()
        news.move(to: settled)
    }

    /// Takes the ink away.
    package func remove() {
        tip = nil
        guard let stroke else { return }
        wet.remove(stroke)
        self.stroke = nil
    }

    /// Up to where no further sample changes the ink: the knot of the newest sample but one.
    private var settled: CGPoint {
        let count = samples.count
        if count <= 2 { return samples[0] }
        return samples[count - 2].knot(after: samples[count - 3], before: samples[count - 1])
    }

    /// From where the ink is settled to the newest sample or to the tip: as `smooth` ends.
    private func traceTail() {
        let count = samples.count
        let last = samples[count - 1]
        tail.removeAllPoints()
        tail.move(to: settled)
        if count > 2 || (count == 2 && tip != nil) {
            let earlier = samples[count - 2]
            if count == 2 { tail.addLine(to: earlier.knot(after: earlier, before: last)) }
            tail.addSpline(
                from: earlier, to: last, end: last.knot(after: earlier, before: tip ?? last))
        }
        if count > 1 || tip != nil { tail.addLine(to: tip ?? last) }
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
