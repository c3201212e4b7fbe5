/// The verdict on a test, ordered from best to worst: *pass*, *skipped*, *doubtful*, *fail*.
package enum Verdict: String, Comparable, Sendable {
    /// All values are within their pass limits.
    case pass
    /// At least one value is between its pass limit and its fail limit, or the test collected only
    /// part of its data.
    case doubtful
    /// At least one value is beyond its fail limit.
    case fail
    /// The test was not run.
    case skipped

    /// Returns whether `left` is better than `right`.
    package static func < (left: Verdict, right: Verdict) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .pass: 0
        case .skipped: 1
        case .doubtful: 2
        case .fail: 3
        }
    }
}
