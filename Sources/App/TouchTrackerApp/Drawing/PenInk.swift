import TouchKit

/// The wet ink of one pen stroke while its touch is down.
///
/// Touch samples form corners and are often rounded to whole pixels. The ink is the uniform cubic
/// B-spline with the samples as control points (de Boor, *A Practical Guide to Splines*, 1978): its
/// direction and curvature are continuous, and rounding errors are smoothed. Straight segments
/// connect the spline to the first and the last sample.
///
/// At any time, the ink looks like the stroke that would remain if the touch ended at that moment.
/// A new sample fixes the curve up to the knot of the previous sample; only the rest is redrawn.
///
/// `setTip(_:)` extends the ink to the predicted location of the touch. This predicted end of the
/// ink is called the tip. The tip is drawn like a sample but never stored, and the next sample
/// removes it.
@MainActor
package final class PenInk {
    /// The number of samples at which a stroke ends: four and a half minutes at 120 samples a
    /// second. The last delivery of samples may exceed it. The limit bounds the time of each edit
    /// of the stroke, and the part of a drawing that is not saved yet. A touch that continues
    /// beyond it begins another stroke, which shares its undo.
    package static let maximumSampleCount = 32_768

    /// The ink's color.
    package let color: UIColor
    /// The line width, in points.
    package let width: CGFloat
    /// The measured touch locations, in points. They become the points of the finished stroke.
    @exclusivity(unchecked) package private(set) var samples: [CGPoint] = []
    /// The predicted location of the touch, to which the ink is extended, or `nil` if the ink ends
    /// at the newest sample.
    @exclusivity(unchecked) package private(set) var tip: CGPoint?
    /// The stroke in the wet-ink layer that shows the ink, or `nil` if the ink cannot be drawn or
    /// was removed.
    @exclusivity(unchecked) package private(set) var stroke: WetInk.Stroke?

    /// The layer that draws the ink.
    private let wetInk: WetInk
    /// The part of the ink that no later sample can change and that has not been drawn yet.
    private let settledPath = UIBezierPath()
    /// The part of the ink that later samples can still change. This part is redrawn with each
    /// sample.
    private let tailPath = UIBezierPath()
    /// Whether a new sample or a change of the predicted end has not been drawn yet.
    @exclusivity(unchecked) private var needsUpdate = false

    /// Creates the ink of a new stroke, which begins as a dot.
    ///
    /// - Parameters:
    ///   - point: The location of the touch, in points.
    ///   - color: The ink's color.
    ///   - width: The line width, in points.
    ///   - wetInk: The layer that draws the ink.
    package init(at point: CGPoint, color: UIColor, width: CGFloat, on wetInk: WetInk) {
        self.color = color
        self.width = width
        self.wetInk = wetInk
        samples.reserveCapacity(1_024)
        samples.append(point)
        settledPath.move(to: point)
        stroke = wetInk.begin(at: point, width: width, color: color)
    }

    /// Adds a measured touch location, in points, and draws the ink up to it.
    package func add(_ sample: CGPoint) {
        append(sample)
        show()
    }

    /// Adds a measured touch location, in points, without drawing it. The next call of `show()`
    /// draws all added locations at once.
    package func append(_ sample: CGPoint) {
        guard let last = samples.last, last != sample else { return }
        // Two samples form a straight line, which the third sample can still change.
        if samples.count >= 2 {
            let earlier = samples[samples.count - 2]
            if samples.count == 2 {
                settledPath.addLine(to: earlier.knot(after: earlier, before: last))
            }
            settledPath.addSpline(
                from: earlier, to: last, end: last.knot(after: earlier, before: sample))
        }
        samples.append(sample)
        tip = nil
        needsUpdate = true
    }

    /// Sets or removes the predicted end of the ink without drawing the change.
    ///
    /// - Parameter point: The predicted location of the touch, or `nil` to end the ink at the
    ///   newest sample.
    package func setTip(_ point: CGPoint?) {
        if point == tip { return }
        tip = point
        needsUpdate = true
    }

    /// Draws all samples that have been added since the last call, and the predicted end of the
    /// ink, if there is one.
    package func show() {
        guard needsUpdate, let stroke else { return }
        needsUpdate = false
        rebuildTailPath()
        wetInk.setEnd(of: stroke, settled: settledPath, tail: tailPath)
        settledPath.removeAllPoints()
        settledPath.move(to: settledEnd)
    }

    /// Removes the ink from the wet-ink layer.
    package func remove() {
        tip = nil
        guard let stroke else { return }
        wetInk.remove(stroke)
        self.stroke = nil
    }

    /// The end of the part of the ink that later samples cannot change: the knot of the
    /// second-newest sample, or the first sample if there are at most two.
    private var settledEnd: CGPoint {
        let count = samples.count
        if count <= 2 { return samples[0] }
        return samples[count - 2].knot(after: samples[count - 3], before: samples[count - 1])
    }

    /// Rebuilds `tailPath`, the part of the ink that later samples can change, up to the newest
    /// sample or the predicted end. The end of the path has the same shape as in the path that
    /// `smooth(_:into:)` creates.
    private func rebuildTailPath() {
        let count = samples.count
        let last = samples[count - 1]
        tailPath.removeAllPoints()
        tailPath.move(to: settledEnd)
        if count > 2 || (count == 2 && tip != nil) {
            let earlier = samples[count - 2]
            if count == 2 { tailPath.addLine(to: earlier.knot(after: earlier, before: last)) }
            tailPath.addSpline(
                from: earlier, to: last, end: last.knot(after: earlier, before: tip ?? last))
        }
        if count > 1 || tip != nil { tailPath.addLine(to: tip ?? last) }
    }

    /// Replaces the contents of `path` with the smoothed curve of a finished stroke with the given
    /// touch locations. A single location gives a path with one point, which a `StrokeDrawing`
    /// draws as a dot.
    package static func smooth(_ samples: [CGPoint], into path: UIBezierPath) {
        smooth(samples, upTo: samples.startIndex..<samples.endIndex, into: path)
    }

    /// Replaces the contents of `path` with a part of the smoothed curve of a finished stroke.
    /// Parts of consecutive ranges join to the whole curve.
    ///
    /// - Parameters:
    ///   - samples: All touch locations of the stroke.
    ///   - range: The indices of the locations to which the part leads from the previous location.
    ///     The range begins with 0 for the first part and ends with the number of locations for the
    ///     last part.
    ///   - path: The path.
    static func smooth(
        _ samples: [CGPoint], upTo range: Range<Int>, into path: UIBezierPath
    ) {
        path.removeAllPoints()
        var curve = PenCurve()
        var next = 0
        if range.lowerBound > 0 {
            next = range.lowerBound + 1
            curve = PenCurve(continuing: samples[..<next], on: path)
        }
        for sample in samples[next..<min(range.upperBound + 1, samples.count)] {
            curve.add(sample, to: path)
        }
        if range.upperBound == samples.count { curve.finish(path) }
    }
}

extension UIBezierPath {
    /// Appends one segment of a uniform cubic B-spline with the control points `first` and
    /// `second`. The segment leads from the current point, which must be the knot of `first`, to
    /// `end`, the knot of `second`.
    @MainActor
    func addSpline(from first: CGPoint, to second: CGPoint, end: CGPoint) {
        addCurve(
            to: end,
            controlPoint1: CGPoint(
                x: (2 * first.x + second.x) / 3, y: (2 * first.y + second.y) / 3),
            controlPoint2: CGPoint(
                x: (first.x + 2 * second.x) / 3, y: (first.y + 2 * second.y) / 3))
    }
}

extension CGPoint {
    /// Returns the knot of the B-spline at this control point, whose neighbors are `previous` and
    /// `next`.
    func knot(after previous: CGPoint, before next: CGPoint) -> CGPoint {
        CGPoint(x: (previous.x + 4 * x + next.x) / 6, y: (previous.y + 4 * y + next.y) / 6)
    }
}
