import TouchKitGeometry

/// A measurement of the rate at which a touch device reports a moving contact, over the last
/// second.
///
/// Devices do not report resting contacts. A pause therefore restarts the measurement. The
/// measurement allocates nothing after `init`.
package struct ReportRate: Sendable {
    /// The time without a report after which the contact counts as resting, in microseconds.
    package static let pause: Int64 = 100_000
    /// The length of the time window that the measurement covers, in microseconds.
    package static let window: Int64 = 1_000_000
    /// The maximum number of stored report times.
    private static let capacity = 512

    private var times = RecentValues<Timestamp>(capacity: Self.capacity)

    /// Creates a measurement without reports.
    package init() {}

    /// Adds a report that arrived at `time`. A report that is not newer than the newest stored
    /// report is ignored.
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

    /// The number of reports per second, or `nil` if there are fewer than three reports since the
    /// last pause.
    package var hertz: Double? {
        guard times.count > 2, let oldest = times.oldest, let newest = times.newest else {
            return nil
        }
        return Double(times.count - 1) * 1e6 / Double(newest.microseconds(since: oldest))
    }

    /// The longest time between two consecutive reports of the last second, in microseconds, or
    /// `nil` if there are fewer than two reports since the last pause.
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

    /// Removes all reports.
    package mutating func removeAll() {
        times.removeAll()
    }
}
