import TouchKitGeometry

/// Functions that calculate statistics of numbers and positions.
enum Statistics {
    /// Returns the mean of `positions`, at least one.
    static func mean(of positions: [CGPoint]) -> CGPoint {
        CGPoint(
            x: positions.reduce(0) { $0 + $1.x } / Double(positions.count),
            y: positions.reduce(0) { $0 + $1.y } / Double(positions.count))
    }

    /// Returns the median of `values`, or `nil` if `values` is empty.
    static func median(_ values: [Double]) -> Double? { quantile(0.5, of: values) }

    /// Returns the `probability` quantile of `values` by the nearest-rank method, or `nil` if
    /// `values` is empty.
    ///
    /// - Parameters:
    ///   - probability: The probability, 0…1. The quantile for 0.5 is the median.
    ///   - values: The values in any order.
    static func quantile(_ probability: Double, of values: [Double]) -> Double? {
        if values.isEmpty { return nil }
        let sorted = values.sorted()
        let rank = Int((probability * Double(sorted.count)).rounded(.up)) - 1
        return sorted[min(max(rank, 0), sorted.count - 1)]
    }

    /// Returns the root mean square of `values`, or 0 if `values` is empty.
    static func rootMeanSquare(_ values: [Double]) -> Double {
        if values.isEmpty { return 0 }
        return (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
    }
}
