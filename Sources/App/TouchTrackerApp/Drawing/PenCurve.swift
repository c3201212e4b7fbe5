import TouchKit

/// The smoothed curve of a finished pen stroke (see `PenInk`), built from its samples one by one.
///
/// The path that receives the curve may be emptied between two samples, if a `move(to:)` to the end
/// of the curve so far follows.
@MainActor
struct PenCurve {
    /// The sample before the newest one.
    private var previous = CGPoint.zero
    /// The newest sample.
    private var newest = CGPoint.zero
    /// The number of samples.
    private var count = 0

    /// Creates a curve without samples.
    init() {}

    /// Creates the curve of at least two samples, and moves `path` to the end of its determined
    /// part.
    init(continuing samples: ArraySlice<CGPoint>, on path: UIBezierPath) {
        count = samples.count
        (previous, newest) = (samples[samples.endIndex - 2], samples[samples.endIndex - 1])
        path.move(
            to: count == 2
                ? previous : previous.knot(after: samples[samples.endIndex - 3], before: newest))
    }

    /// Appends the part of the curve that `sample`, the next location of the touch, determines to
    /// `path`. The path is empty before the first sample.
    mutating func add(_ sample: CGPoint, to path: UIBezierPath) {
        if count == 0 { path.move(to: sample) }
        if count == 2 { path.addLine(to: previous.knot(after: previous, before: newest)) }
        if count >= 2 {
            path.addSpline(
                from: previous, to: newest, end: newest.knot(after: previous, before: sample))
        }
        previous = newest
        newest = sample
        count += 1
    }

    /// Appends the rest of the curve, up to the newest sample, to `path`. A curve with one sample
    /// is a point.
    func finish(_ path: UIBezierPath) {
        if count > 2 {
            path.addSpline(
                from: previous, to: newest, end: newest.knot(after: previous, before: newest))
        }
        if count > 1 { path.addLine(to: newest) }
    }
}
