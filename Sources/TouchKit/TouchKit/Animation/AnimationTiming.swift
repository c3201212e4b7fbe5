/// The start time, duration, curve and repetition of a property animation.
struct AnimationTiming {
    /// The start time. The screen shows the start value until then.
    var begin: Timestamp
    /// The time of one run in one direction, in seconds.
    var duration: Double
    /// The timing curve of each run.
    var curve: AnimationCurve
    /// The number of runs. A fraction stops within a run, and infinity never ends.
    var repeatCount = 1.0
    /// Whether each run is followed by a run in the opposite direction.
    var autoreverses = false

    /// Whether the animation runs until it is removed.
    var isEndless: Bool { repeatCount == .infinity }

    /// The progress of an animation at a given time.
    enum Progress {
        /// Before the start time.
        case waiting
        /// In progress. The value is the covered part of the distance; a spring may exceed 1.
        case running(Double)
        /// Past the end.
        case finished
    }

    /// Returns the animation's progress at `time`.
    func progress(at time: Timestamp) -> Progress {
        guard time >= begin else { return .waiting }
        guard duration > 0 else { return .finished }
        let runs = Double(time.microseconds(since: begin)) / 1_000_000 / duration
        let length = autoreverses ? 2.0 : 1.0
        if runs >= length * repeatCount { return .finished }
        var run = runs.truncatingRemainder(dividingBy: length)
        if run > 1 { run = 2 - run }
        return .running(curve.fraction(at: run))
    }
}
