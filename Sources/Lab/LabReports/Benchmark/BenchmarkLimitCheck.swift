/// The comparison of a benchmark value with a limit.
package struct BenchmarkLimitCheck: Hashable, Sendable {
    /// The name of the value, for example `input_to_scanout_us.p99`.
    package let figure: String
    /// Whether the limit is the largest allowed value. Otherwise, the limit is the smallest one.
    package let isMaximum: Bool
    /// The limit.
    package let limit: Double
    /// The limit as written in the file.
    package let limitText: String
    /// The measured value, or `nil` if the value was not measured.
    package let value: Double?

    /// Whether the value was measured and is within the limit.
    package var isMet: Bool {
        value.map { isMaximum ? $0 <= limit : $0 >= limit } ?? false
    }

    /// The value and the limit in one line.
    package var text: String {
        let side = "the limit is \(isMaximum ? "at most" : "at least") \(limitText)"
        guard let value else { return "\(figure) was not measured; \(side)" }
        return "\(figure) is \(Decimals.shortest(value)), \(side)"
    }
}
