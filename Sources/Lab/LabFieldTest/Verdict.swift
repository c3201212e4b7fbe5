/// What a test says of a panel.
package enum Verdict: String, Sendable {
    /// Within the limits.
    case pass
    /// Beyond the limit of a good panel, not yet beyond that of a bad one; or not everything was tried.
    case doubtful
    /// Beyond the limits.
    case fail
    /// Nobody did the test.
    case skipped

    /// The worse of two; a test that nobody did says less than one that passed.
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
