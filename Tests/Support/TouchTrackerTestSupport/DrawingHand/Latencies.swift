/// How long things took, and how often how long.
package struct Latencies: Sendable {
    private var microseconds: [Int64] = []

    /// None.
    package init() {}

    /// How many there are.
    package var count: Int { microseconds.count }

    /// Adds one.
    package mutating func append(_ microseconds: Int64) {
        self.microseconds.append(microseconds)
    }

    /// Adds those of another run.
    package mutating func append(_ other: Latencies) {
        microseconds += other.microseconds
    }

    /// What so many per mille of all don't exceed; 0 for none.
    package func quantile(_ perMille: Int) -> Int64 {
        if microseconds.isEmpty { return 0 }
        let sorted = microseconds.sorted()
        return sorted[min(sorted.count * perMille / 1_000, sorted.count - 1)]
    }

    /// The quantiles, and a line for each range of milliseconds in which there are any.
    package var description: String {
        let limits: [Int64] = [1, 2, 5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 200, 500, 1_000]
        var text =
            "\(count) in all: median \(Self.milliseconds(quantile(500))) ms, 99 % \(Self.milliseconds(quantile(990))) ms, most \(Self.milliseconds(quantile(1_000))) ms\n"
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
