/// A set of latency measurements, with quantiles and a text histogram.
package struct Latencies: Sendable {
    private var microseconds: [Int64] = []

    /// Creates an empty set.
    package init() {}

    /// The number of measurements.
    package var count: Int { microseconds.count }

    /// Adds a measurement, in microseconds.
    package mutating func append(_ microseconds: Int64) {
        self.microseconds.append(microseconds)
    }

    /// Returns the value that `perMille` ‰ of the measurements do not exceed, in microseconds, or 0
    /// without measurements.
    package func quantile(_ perMille: Int) -> Int64 {
        if microseconds.isEmpty { return 0 }
        let sorted = microseconds.sorted()
        return sorted[min(sorted.count * perMille / 1_000, sorted.count - 1)]
    }

    /// A line with the median, the 99 % quantile and the maximum, followed by a histogram.
    package var description: String {
        let limits: [Int64] = [1, 2, 5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 200, 500, 1_000]
        let median = Self.milliseconds(quantile(500))
        let percentile99 = Self.milliseconds(quantile(990))
        let maximum = Self.milliseconds(quantile(1_000))
        var text =
            "\(count) in total: median \(median) ms, 99 % \(percentile99) ms, max \(maximum) ms\n"
        var low: Int64 = 0
        for high in limits + [Int64.max / 1_000] {
            let count = microseconds.filter { $0 >= low * 1_000 && $0 < high * 1_000 }.count
            if count > 0 {
                let name = high == .max / 1_000 ? "from \(low) ms" : "\(low) to \(high) ms"
                let bar = String(repeating: "#", count: (count * 50 + self.count - 1) / self.count)
                text += Self.padded(name, 16) + Self.padded("\(count)", 8) + bar + "\n"
            }
            low = high
        }
        return text
    }

    private static func milliseconds(_ microseconds: Int64) -> String {
        let tenths = (microseconds + 50) / 100
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
