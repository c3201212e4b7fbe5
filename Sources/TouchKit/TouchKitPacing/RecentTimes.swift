/// The newest times that something took, in a ring, and what most of them don't exceed. Adding one
/// allocates nothing.
struct RecentTimes: Sendable {
    /// How many are remembered: about a second's frames.
    static let count = 64

    private var ring = [Int64](repeating: 0, count: RecentTimes.count)
    private var added = 0
    /// How many are remembered now.
    var count: Int { min(added, Self.count) }
    /// What 95 of 100 of them don't exceed, by the nearest rank; 0 for none.
    private(set) var high: Int64 = 0

    /// Adds one, in place of the oldest.
    ///
    /// - Complexity: O(`count`).
    mutating func add(_ time: Int64) {
        ring[added % Self.count] = time
        added += 1
        high = percentile95
    }

    /// Of 64 the fourth largest: it is exceeded by three, less than one in twenty.
    private var percentile95: Int64 {
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
