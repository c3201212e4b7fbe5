import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.
//
// All sums are integers, so the coverage of a pixel does not depend on the clip.

/// An accumulation buffer for the signed area of edges in several rows of pixels.
///
/// Each cell stores the winding-weighted coverage of its pixel minus the coverage of the pixel to
/// its left. The prefix sum of a row gives the coverage. The value 2¹⁷ is a fully covered pixel
/// with winding number 1 (2¹⁷ = 256 vertical grid steps × 512 horizontal half steps).
struct AccumulationBuffer {
    /// The address of the cell for canvas column 0 in the first row, which may be outside the
    /// memory.
    let cells: UnsafeMutablePointer<Int32>
    /// The distance between rows, in cells.
    let stride: Int
    /// The first modified column of each row.
    let firstColumns: UnsafeMutablePointer<Int>
    /// The column after the last modified column of each row.
    let endColumns: UnsafeMutablePointer<Int>
}

/// The accumulated sum of a fully covered pixel with winding number 1.
private let fullCoverage: Int32 = 1 << 17

/// Accumulates one edge in a part of the canvas.
///
/// A section of the edge to the left of `part` contributes to the first column of `part`. A section
/// to the right has no effect.
///
/// - Parameters:
///   - edge: The edge.
///   - part: The rows and columns to accumulate, in canvas pixels.
///   - rows: The buffer. Its first row is the top row of `part`.
func accumulate(_ edge: PathEdge, in part: PixelRect, into rows: AccumulationBuffer) {
    let top = max(edge.startY, Int32(truncatingIfNeeded: part.minY) &<< 8)
    let bottom = min(edge.endY, Int32(truncatingIfNeeded: part.maxY) &<< 8)
    let left = Int32(truncatingIfNeeded: part.minX) &<< 8
    let right = Int32(truncatingIfNeeded: part.maxX) &<< 8
    if top >= bottom || min(edge.startX, edge.endX) >= right { return }
    let slope = Double(edge.endX &- edge.startX) / Double(edge.endY &- edge.startY)
    var row = Int(top >> 8) &- part.minY
    var y = top
    var x = edge.x(at: y, slope: slope)
    while y < bottom {
        let nextY = min((y | 255) &+ 1, edge.endY)
        let nextX = edge.x(at: nextY, slope: slope)
        accumulateRow(
            min(x, nextX), max(x, nextX), nextY &- y, edge.winding, left, right, row, rows)
        y = nextY
        x = nextX
        row &+= 1
    }
}

/// Accumulates the section of an edge that is inside one row.
///
/// - Parameters:
///   - from: The left end of the section, in grid steps.
///   - to: The right end of the section, in grid steps.
///   - down: The height of the section, in grid steps: 1…256.
///   - winding: The direction of the edge: 1 or −1.
///   - left: The left edge of the accumulated columns, in grid steps.
///   - right: The right edge of the accumulated columns, in grid steps.
///   - row: The index of the row in the buffer.
///   - rows: The buffer.
@inline(__always)
private func accumulateRow(
    _ from: Int32, _ to: Int32, _ down: Int32, _ winding: Int32, _ left: Int32, _ right: Int32,
    _ row: Int, _ rows: AccumulationBuffer
) {
    if from >= right { return }
    let cells = rows.cells + row &* rows.stride
    var column = Int(from >> 8)
    if to <= left {
        column = Int(left >> 8)
        cells[column] &+= down &* winding &* 512
        rows.firstColumns[row] = min(rows.firstColumns[row], column)
        rows.endColumns[row] = max(rows.endColumns[row], column &+ 1)
        return
    }
    let last = Int((to &- 1) >> 8)
    if column >= last && from >= left {
        add(cells, column, from, to, down &* winding)
        rows.firstColumns[row] = min(rows.firstColumns[row], column)
        rows.endColumns[row] = max(rows.endColumns[row], column &+ 2)
        return
    }
    // The edge crosses several columns. Its height at each column boundary is computed from its
    // left end, so that rounding errors do not accumulate.
    let perStep = Float(down) / Float(to &- from)
    var columnStart = from
    var done: Int32 = 0
    if from < left {
        column = Int(left >> 8)
        done = verticalSteps(left &- from, perStep)
        cells[column] &+= done &* winding &* 512
        columnStart = left
    }
    rows.firstColumns[row] = min(rows.firstColumns[row], column)
    let end = min(last, Int(right >> 8) &- 1)
    while column <= end {
        let edge = Int32(truncatingIfNeeded: column &+ 1) &<< 8
        let isLast = column == last
        let next = isLast ? down : verticalSteps(edge &- from, perStep)
        let reached = isLast ? to : edge
        add(cells, column, columnStart, reached, (next &- done) &* winding)
        done = next
        columnStart = reached
        column &+= 1
    }
    rows.endColumns[row] = max(rows.endColumns[row], column &+ 1)
}

/// Accumulates a section of an edge that is inside one pixel.
///
/// `from` and `to` are the horizontal ends in grid steps, and `down` is the signed height in grid
/// steps.
@inline(__always)
private func add(
    _ cells: UnsafeMutablePointer<Int32>, _ column: Int, _ from: Int32, _ to: Int32, _ down: Int32
) {
    // Twice the mean distance from the column's left edge: the uncovered fraction of the pixel.
    let open = from &+ to &- Int32(truncatingIfNeeded: column &<< 9)
    cells[column] &+= down &* (512 &- open)
    cells[column &+ 1] &+= down &* open
}

/// Returns the height of a section of an edge that is `across` horizontal grid steps wide, rounded
/// to grid steps. `perStep` is the slope of the edge.
@inline(__always)
private func verticalSteps(_ across: Int32, _ perStep: Float) -> Int32 {
    // `roundedToInt` explains the constant 1.5 · 2²³.
    Int32(bitPattern: (Float(across) * perStep + 12_582_912).bitPattern) &- 0x4B40_0000
}

/// Converts an accumulated row to coverage and clears the row.
///
/// - Parameters:
///   - rows: The accumulation buffer.
///   - row: The index of the row.
///   - columns: The columns to convert.
///   - rule: The fill rule.
///   - coverage: The memory that receives the coverage 0…255 of each column of the result, indexed
///     by canvas column.
/// - Returns: The columns that may be covered.
func resolveCoverage(
    _ rows: AccumulationBuffer, row: Int, columns: Range<Int>, rule: FillRule,
    into coverage: UnsafeMutablePointer<UInt8>
) -> Range<Int> {
    let first = rows.firstColumns[row]
    let touched = rows.endColumns[row]
    if first >= touched { return columns.lowerBound..<columns.lowerBound }
    rows.firstColumns[row] = .max
    rows.endColumns[row] = .min
    let cells = rows.cells + row &* rows.stride
    let end = min(touched, columns.upperBound)
    var sum: Int32 = 0
    var level: UInt8 = 0
    var x = first
    while x < end {
        // The coverage is constant between edges.
        if x &+ 8 <= end,
            UnsafeRawPointer(cells + x).loadUnaligned(as: SIMD8<Int32>.self) == SIMD8(repeating: 0)
        {
            (coverage + x).update(repeating: level, count: 8)
            x &+= 8
            continue
        }
        let stop = min(x &+ 8, end)
        while x < stop {
            sum &+= cells[x]
            cells[x] = 0
            level = pixelCoverage(ofSum: sum, rule)
            coverage[x] = level
            x &+= 1
        }
    }
    // An edge that ends on the right boundary modifies the column after it.
    while x < touched {
        cells[x] = 0
        x &+= 1
    }
    if level == 0 || end == columns.upperBound { return first..<end }
    (coverage + end).update(repeating: level, count: columns.upperBound &- end)
    return first..<columns.upperBound
}

/// Returns the coverage 0…255 of a pixel for an accumulated sum.
@inline(__always)
private func pixelCoverage(ofSum sum: Int32, _ rule: FillRule) -> UInt8 {
    var part: Int32
    switch rule {
    case .nonzero: part = min(sum < 0 ? 0 &- sum : sum, fullCoverage)
    case .evenOdd:
        part = sum & (2 &* fullCoverage &- 1)
        if part > fullCoverage { part = 2 &* fullCoverage &- part }
    }
    // The negation of the smallest integer overflows to the same negative integer.
    part = max(part, 0)
    return UInt8(truncatingIfNeeded: (part &* 255 &+ fullCoverage / 2) >> 17)
}
