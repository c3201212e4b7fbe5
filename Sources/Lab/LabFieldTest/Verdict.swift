/// The verdict of a test.
package enum Verdict: String, Sendable {
    /// All values are within the limits.
    case pass
    /// A value is between the limits of a good and a bad touchscreen, or the test collected only a
    /// part of its data.
    case doubtful
    /// A value is beyond the limit of a bad touchscreen.
    case fail
    /// The test was not done.
    case skipped

    /// Returns the worse of two verdicts, in the order pass, skipped, doubtful, fail.
    package func worse(_ other: Verdict) -> Verdict {
        rank >= other.rank ? self : other
    }

    private var rank: Int {
        switch self {
        case .pass: 0
        case .skipped: 1
        case .doubtful: 2
        case .fail: 3
        }
    }
}
