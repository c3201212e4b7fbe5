/// When an animation runs, and how.
struct AnimationTiming {
    /// When it begins; before that what is shown rests.
    var begin: Timestamp
    /// Seconds from one end to the other.
    var duration: Double
    var curve: AnimationCurve
    /// How often it runs; a part of a run counts as such.
    var repeatCount = 1.0
    /// Whether each run goes back as well.
    var autoreverses = false

    /// Whether it never ends by itself.
    var isEndless: Bool { repeatCount == .infinity }

    /// Where it is at a time.
    enum Place {
        case waiting
        /// Under way, by this part of the distance.
        case running(Double)
        case over
    }

    /// Where it is at a time.
    func place(at time: Timestamp) -> Place {
        guard time >= begin else { return .waiting }
        guard duration > 0 else { return .over }
        let runs = Double(time.microseconds(since: begin)) / 1_000_000 / duration
        let length = autoreverses ? 2.0 : 1.0
        if runs >= length * repeatCount { return .over }
        var run = runs.truncatingRemainder(dividingBy: length)
        if run > 1 { run = 2 - run }
        return .running(curve.fraction(at: run))
    }
}
