/// Statistics of a list of numbers.
enum Statistics {
    /// Returns the median, or `nil` for an empty list.
    static func median(_ values: [Double]) -> Double? { quantile(0.5, of: values) }

    /// Returns a quantile by the nearest-rank method, or `nil` for an empty list.
    static func quantile(_ part: Double, of values: [Double]) -> Double? {
        if values.isEmpty { return nil }
        let sorted = values.sorted()
        let rank = Int((part * Double(sorted.count)).rounded(.up)) - 1
        return sorted[min(max(rank, 0), sorted.count - 1)]
    }

    /// Returns the root mean square, or 0 for an empty list.
    static func rootMeanSquare(_ values: [Double]) -> Double {
        if values.isEmpty { return 0 }
        return (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
    }
}
