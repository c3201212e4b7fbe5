/// The start time, duration, curve and repetition of a property animation.
struct AnimationTiming {
    /// The time at which the animation starts. The screen shows the start value until then.
    var begin: Timestamp
    /// The duration of one run in one direction, in seconds.
    var duration: Double
    /// The timing curve of each run.
    var curve: AnimationCurve
    /// The number of runs; a reverse run is not counted. A fractional number ends the animation
    /// within a run. An infinite number repeats the animation until it is removed.
    var repeatCount = 1.0
    /// Whether each run is followed by a run in the opposite direction.
    var autoreverses = false

    /// Whether the animation runs until it is removed.
    var isEndless: Bool { repeatCount == .infinity }

    /// The progress of an animation at a given time.
    enum Progress {
        /// The animation has not started.
        case waiting
        /// The animation is running. The associated value is the fraction of the way from the start
        /// value to the end value; a spring may exceed 1.
        case running(Double)
        /// The animation has ended.
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
