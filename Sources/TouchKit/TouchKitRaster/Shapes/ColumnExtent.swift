import TouchKitGeometry

/// The range of columns that lines touch within given rows.
///
/// The compositor uses this range to assign diagonal shapes only to the tiles that they touch,
/// instead of all tiles of their bounding box.
struct ColumnExtent {
    /// The top of the rows minus the margin, in canvas pixels.
    private let top: Double
    /// The bottom of the rows plus the margin, in canvas pixels.
    private let bottom: Double
    /// The distance around a line in which pixels may be touched, in pixels.
    private let margin: Double
    /// The smallest horizontal coordinate found so far.
    private var left = Double.infinity
    /// The largest horizontal coordinate found so far.
    private var right = -Double.infinity

    /// Creates an empty range.
    ///
    /// - Parameters:
    ///   - rows: The rows for which columns are determined.
    ///   - margin: The distance around a line in which pixels may be touched, in pixels.
    init(rows: Range<Int>, margin: Double) {
        top = Double(rows.lowerBound) - margin
        bottom = Double(rows.upperBound) + margin
        self.margin = margin
    }

    /// Extends the range by the part of the line from `first` to `second` that is near the rows.
    mutating func include(_ first: CGPoint, _ second: CGPoint) {
        let (upper, lower) = first.y <= second.y ? (first, second) : (second, first)
        if lower.y < top || upper.y > bottom { return }
        let height = lower.y - upper.y
        // Almost horizontal lines are included completely, because their slope would be imprecise.
        let slope = height > 1e-3 ? (lower.x - upper.x) / height : 0
        let isFlat = height <= 1e-3
        let from = isFlat || upper.y >= top ? upper.x : upper.x + (top - upper.y) * slope
        let to = isFlat || lower.y <= bottom ? lower.x : upper.x + (bottom - upper.y) * slope
        left = min(left, from, to)
        right = max(right, from, to)
    }

    /// The columns that may be touched, clamped to ±2²⁰. The range is empty if no line is near the
    /// rows.
    var columns: Range<Int> {
        guard left <= right else { return 0..<0 }
        let limit = 1_048_576.0
        let from = max(left - margin, -limit)
        let to = min(right + margin, limit)
        return Int(from.rounded(.down))..<max(Int(from.rounded(.down)), Int(to.rounded(.up)) + 1)
    }
}
