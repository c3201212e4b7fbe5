import TouchKitGeometry

/// How far lines reach to the left and to the right within some rows: what keeps a diagonal out of
/// the tiles in the corners of its box.
struct RowReach {
    private let top: Double
    private let bottom: Double
    private let margin: Double
    private var left = Double.infinity
    private var right = -Double.infinity

    /// - Parameters:
    ///   - rows: The rows.
    ///   - margin: How far around a line pixels may be touched.
    init(rows: Range<Int>, margin: Double) {
        top = Double(rows.lowerBound) - margin
        bottom = Double(rows.upperBound) + margin
        self.margin = margin
    }

    /// Includes the part of a line that comes near the rows.
    mutating func include(_ first: CGPoint, _ second: CGPoint) {
        let (upper, lower) = first.y <= second.y ? (first, second) : (second, first)
        if lower.y < top || upper.y > bottom { return }
        let height = lower.y - upper.y
        // A line this flat is taken whole, as one is that lies in these rows.
        let slope = height > 1e-3 ? (lower.x - upper.x) / height : 0
        let isFlat = height <= 1e-3
        let from = isFlat || upper.y >= top ? upper.x : upper.x + (top - upper.y) * slope
        let to = isFlat || lower.y <= bottom ? lower.x : upper.x + (bottom - upper.y) * slope
        left = min(left, from, to)
        right = max(right, from, to)
    }

    /// The columns that may be touched; without limit where a number is none.
    var columns: Range<Int> {
        guard left <= right else { return 0..<0 }
        let limit = 1_048_576.0
        let from = max(left - margin, -limit)
        let to = min(right + margin, limit)
        return Int(from.rounded(.down))..<max(Int(from.rounded(.down)), Int(to.rounded(.up)) + 1)
    }
}
