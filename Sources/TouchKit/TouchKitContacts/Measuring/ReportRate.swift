import TouchKitGeometry

/// How often a finger is reported while it moves, over the last second of its reports.
///
/// Devices say nothing of a finger that rests: a pause begins the measuring anew. Once made, it allocates
/// nothing.
package struct ReportRate: Sendable {
    /// Without a report for so long the finger rested, in microseconds.
    package static let pause: Int64 = 100_000
    /// Reports count for so long, in microseconds.
    package static let window: Int64 = 1_000_000
    /// The most reports that are kept.
    private static let most = 512

    private var times = RecentValues<Timestamp>(most: Self.most)

    /// Makes one that knows of no report.
    package init() {}

    /// The finger was reported. One time counts once, and none that lies before the newest.
    package mutating func add(_ time: Timestamp) {
        if let newest = times.newest {
            let gap = time.microseconds(since: newest)
            if gap <= 0 { return }
            if gap > Self.pause { times.removeAll() }
        }
        times.append(time)
        while let oldest = times.oldest, time.microseconds(since: oldest) > Self.window {
            times.removeOldest()
        }
    }

    /// Reports a second; nil for fewer than three reports without a pause.
    package var hertz: Double? {
        guard times.count > 2, let oldest = times.oldest, let newest = times.newest else {
            return nil
        }
        return Double(times.count - 1) * 1e6 / Double(newest.microseconds(since: oldest))
    }

    /// The longest time between two reports that no pause was between, in microseconds; nil for fewer than
    /// two.
    ///
    /// - Complexity: O(reports in the window).
    package var longestGap: Int64? {
        guard times.count > 1 else { return nil }
        var longest: Int64 = 0
        for index in 1..<times.count {
            longest = max(longest, times[index].microseconds(since: times[index - 1]))
        }
        return longest
    }

    /// Forgets all.
    package mutating func removeAll() {
        times.removeAll()
    }
}
