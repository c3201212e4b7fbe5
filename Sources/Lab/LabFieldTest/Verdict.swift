/// The verdict on a test, ordered by precedence in the verdict on the touchscreen: *pass*,
/// *doubtful*, *incomplete*, *skipped*, *fail*.
package enum Verdict: String, Comparable, Sendable {
    /// All values are within their pass limits.
    case pass
    /// At least one value is between its pass limit and its fail limit.
    case doubtful
    /// The test collected only part of its data, and no value is beyond its fail limit. As the
    /// verdict on a touchscreen: at least one test was done only in part or not at all.
    case incomplete
    /// At least one value is beyond its fail limit.
    case fail
    /// The test was not run.
    case skipped

    /// Returns whether `left` is better than `right`.
    package static func < (left: Verdict, right: Verdict) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .pass: 0
        case .doubtful: 1
        case .incomplete: 2
        case .skipped: 3
        case .fail: 4
        }
    }
}
