/// The 50th, 90th and 99th percentile and the maximum of measured values.
package struct Percentiles: Hashable, Sendable {
    /// The number of values, at least one.
    package var count: Int
    /// The median: half of the values are at most this large.
    package var p50: Int64
    /// The 90th percentile: 90 percent of the values are at most this large.
    package var p90: Int64
    /// The 99th percentile: 99 percent of the values are at most this large.
    package var p99: Int64
    /// The largest value.
    package var max: Int64

    /// Creates percentiles from known values.
    package init(count: Int, p50: Int64, p90: Int64, p99: Int64, max: Int64) {
        self.count = count
        self.p50 = p50
        self.p90 = p90
        self.p99 = p99
        self.max = max
    }
}
