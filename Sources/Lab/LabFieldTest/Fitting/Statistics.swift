/// Figures of a list of numbers.
enum Statistics {
    /// The middle one; nil of none.
    static func median(_ values: [Double]) -> Double? { quantile(0.5, of: values) }

    /// The value below which a part of them lies, by the nearest rank; nil of none.
    static func quantile(_ part: Double, of values: [Double]) -> Double? {
        if values.isEmpty { return nil }
        let sorted = values.sorted()
        let rank = Int((part * Double(sorted.count)).rounded(.up)) - 1
        return sorted[min(max(rank, 0), sorted.count - 1)]
    }

    /// The root of the mean of the squares; 0 of none.
    static func rootMeanSquare(_ values: [Double]) -> Double {
        if values.isEmpty { return 0 }
        return (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
    }
}
