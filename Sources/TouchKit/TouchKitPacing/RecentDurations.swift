/// A ring buffer of the newest durations of an operation, with their 95th percentile.
///
/// Adding a duration allocates nothing.
struct RecentDurations: Sendable {
    /// The maximum number of stored durations: about one second of frames.
    static let capacity = 64

    private var ring = [Int64](repeating: 0, count: RecentDurations.capacity)
    /// The number of durations added so far.
    private var addedCount = 0
    /// The number of stored durations.
    var count: Int { min(addedCount, Self.capacity) }
    /// The 95th percentile of the stored durations by the nearest-rank method, or 0 if no duration
    /// is stored.
    private(set) var percentile95: Int64 = 0

    /// Adds a duration, and removes the oldest duration if the buffer is full.
    ///
    /// - Complexity: O(`count`), but O(1) if the buffer is full and neither the added nor the
    ///   removed duration is one of the largest.
    mutating func add(_ duration: Int64) {
        let index = addedCount % Self.capacity
        let removed = ring[index]
        ring[index] = duration
        addedCount += 1
        if addedCount > Self.capacity,
            removed == duration || (removed < percentile95 && duration <= percentile95)
        {
            return
        }
        percentile95 = computedPercentile95
    }

    /// The 95th percentile, computed from the four largest durations. If 64 durations are stored,
    /// the percentile is the fourth largest duration.
    private var computedPercentile95: Int64 {
        var largest: (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)
        for index in 0..<count {
            let value = ring[index]
            if value > largest.0 {
                largest = (value, largest.0, largest.1, largest.2)
            } else if value > largest.1 {
                largest = (largest.0, value, largest.1, largest.2)
            } else if value > largest.2 {
                largest = (largest.0, largest.1, value, largest.2)
            } else if value > largest.3 {
                largest.3 = value
            }
        }
        switch count / 20 {
        case 0: return largest.0
        case 1: return largest.1
        case 2: return largest.2
        default: return largest.3
        }
    }
}
