import Histogram

/// How values are spread: the values that 50, 90 and 99 percent don't exceed, and the greatest.
package struct Spread: Hashable, Sendable {
    /// How many values there are; at least one.
    package var count: Int
    /// Half of them aren't greater.
    package var p50: Int64
    /// 90 percent aren't greater.
    package var p90: Int64
    /// 99 percent aren't greater.
    package var p99: Int64
    /// The greatest.
    package var max: Int64

    /// Makes a spread.
    package init(count: Int, p50: Int64, p90: Int64, p99: Int64, max: Int64) {
        self.count = count
        self.p50 = p50
        self.p90 = p90
        self.p99 = p99
        self.max = max
    }
}

/// How often a value was measured, or one that can't be told from it.
package struct SpreadBin: Hashable, Sendable {
    /// The greatest value that is counted here.
    package var value: Int64
    /// How often.
    package var count: Int

    /// Makes a bin.
    package init(value: Int64, count: Int) {
        self.value = value
        self.count = count
    }
}

/// Gathers values of 0…60,000,000 (a minute, in microseconds) in memory that is taken at once, 70 KB:
/// counting one more allocates nothing. Values are told apart to a thousandth.
package struct SpreadGauge {
    private static let greatest: Int64 = 60_000_000

    private var histogram = Histogram<UInt32>(
        highestTrackableValue: UInt64(Self.greatest), numberOfSignificantValueDigits: .three)

    /// Makes an empty one.
    package init() {}

    /// Counts a value; what is below or beyond counts as the least or the greatest.
    package mutating func record(_ value: Int64) {
        histogram.record(UInt64(min(max(value, 0), Self.greatest)))
    }

    /// Forgets all values.
    package mutating func reset() {
        histogram.reset()
    }

    /// What was counted; nil for nothing.
    package var spread: Spread? {
        guard histogram.totalCount > 0 else { return nil }
        func value(_ percent: Double) -> Int64 { Int64(histogram.valueAtPercentile(percent)) }
        return Spread(
            count: Int(histogram.totalCount), p50: value(50), p90: value(90), p99: value(99),
            max: Int64(histogram.maxRecorded))
    }

    /// All that was counted, from the least value to the greatest.
    package var bins: [SpreadBin] {
        histogram.recordedValues().map {
            SpreadBin(value: Int64($0.value), count: Int($0.count))
        }
    }
}
