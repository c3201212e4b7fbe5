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
    let row = Int(top >> 8) &- part.minY
    var cells = rows.cells + row &* rows.stride
    var first = rows.firstColumns + row
    var end = rows.endColumns + row
    var y = top
    var x = edge.x(at: y, slope: slope)
    while y < bottom {
        let nextY = min((y | 255) &+ 1, edge.endY)
        let nextX = edge.x(at: nextY, slope: slope)
        let from = min(x, nextX)
        if from < right {
            let columns = accumulateRow(
                from, max(x, nextX), (nextY &- y) &* edge.winding, left, right, cells)
            first.pointee = min(first.pointee, columns.first)
            end.pointee = max(end.pointee, columns.last &+ 2)
        }
        y = nextY
        x = nextX
        cells += rows.stride
        first += 1
        end += 1
    }
}

/// Accumulates the section of an edge that is inside one row.
///
/// - Parameters:
///   - from: The left end of the section, in grid steps. It must be to the left of `right`.
///   - to: The right end of the section, in grid steps.
///   - down: The height of the section, in grid steps: 1…256, or −1…−256 if the edge points upward.
///   - left: The left edge of the accumulated columns, in grid steps.
///   - right: The right edge of the accumulated columns, in grid steps.
///   - cells: The cells of the row, indexed by canvas column.
/// - Returns: The first and the last column that contain a part of the section. If the section is
///   to the left of `left`, the last column is the one before the first.
@inline(__always)
private func accumulateRow(
    _ from: Int32, _ to: Int32, _ down: Int32, _ left: Int32, _ right: Int32,
    _ cells: UnsafeMutablePointer<Int32>
) -> (first: Int, last: Int) {
    if to <= left {
        let column = Int(left >> 8)
        cells[column] &+= down &* 512
        return (column, column &- 1)
    }
    var column = Int(from >> 8)
    let last = Int((to &- 1) >> 8)
    if column >= last && from >= left {
        add(cells, column, from, to, down)
        return (column, column)
    }
    // The edge crosses several columns. Its height at each column boundary is computed from its
    // left end, so that rounding errors do not accumulate.
    let perStep = Float(down) / Float(to &- from)
    var start = from
    var done: Int32 = 0
    if from < left {
        column = Int(left >> 8)
        done = verticalSteps(left &- from, perStep)
        cells[column] &+= done &* 512
        start = left
    }
    let first = column
    if column < last {
        var edge = Int32(truncatingIfNeeded: column &+ 1) &<< 8
        var next = verticalSteps(edge &- from, perStep)
        add(cells, column, start, edge, next &- done)
        let end = min(last, Int(right >> 8))
        column &+= 1
        while column < end {
            edge &+= 256
            done = next
            next = verticalSteps(edge &- from, perStep)
            // Half of the pixel is to the right of the edge.
            let half = (next &- done) &<< 8
            cells[column] &+= half
            cells[column &+ 1] &+= half
            column &+= 1
        }
        if column < last || edge == right { return (first, column &- 1) }
        start = edge
        done = next
    }
    add(cells, column, start, to, down &- done)
    return (first, column)
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
///     by canvas column. Up to seven columns on both sides of the result are overwritten.
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
    var sum: Int32 = 0
    var last = SIMD8<UInt8>()
    var x = first & ~7
    // An edge that ends on the right boundary modifies the column after it.
    while x < touched {
        let raw = UnsafeMutableRawPointer(cells + x)
        let differences = raw.loadUnaligned(as: SIMD8<Int32>.self)
        // The coverage is constant between edges.
        if !isZero(unsafeBitCast(differences, to: Lanes8.self)) {
            raw.storeBytes(of: SIMD8(), as: SIMD8<Int32>.self)
            let low = prefixSums(differences.lowHalf, from: sum)
            let high = prefixSums(differences.highHalf, from: low[3])
            let levels = pixelCoverage(ofSums: SIMD8(lowHalf: low, highHalf: high), rule)
            UnsafeMutableRawPointer(coverage + x).storeBytes(of: levels, as: SIMD8<UInt8>.self)
            sum = high[3]
            last = SIMD8(repeating: levels[7])
        } else {
            UnsafeMutableRawPointer(coverage + x).storeBytes(of: last, as: SIMD8<UInt8>.self)
        }
        x &+= 8
    }
    let end = min(touched, columns.upperBound)
    if last[7] == 0 || end == columns.upperBound { return first..<end }
    (coverage + end).update(repeating: last[7], count: columns.upperBound &- end)
    return first..<columns.upperBound
}

/// Returns, for each lane, the sum of `start` and all lanes up to this lane.
@inline(__always)
private func prefixSums(_ lanes: SIMD4<Int32>, from start: Int32) -> SIMD4<Int32> {
    let shifted = unsafeBitCast(lanes, to: SIMD2<UInt64>.self) &<< 32
    let pairs = lanes &+ unsafeBitCast(shifted, to: SIMD4<Int32>.self)
    return pairs &+ SIMD4(0, 0, pairs[1], pairs[1]) &+ SIMD4(repeating: start)
}

/// Returns the coverage 0…255 of eight pixels for accumulated sums.
@inline(__always)
private func pixelCoverage(ofSums sums: SIMD8<Int32>, _ rule: FillRule) -> SIMD8<UInt8> {
    let part: SIMD8<Int32>
    switch rule {
    case .nonzero:
        let sign = sums &>> 31
        // The negation of the smallest integer overflows, and its coverage becomes 0.
        part = lanewiseMin((sums ^ sign) &- sign, SIMD8(repeating: fullCoverage))
    case .evenOdd:
        let rest = sums & (2 &* fullCoverage &- 1)
        part = lanewiseMin(rest, 2 &* fullCoverage &- rest)
    }
    let levels = ((part &<< 8) &- part &+ fullCoverage / 2) &>> 17
    return narrowed(narrowed(unsafeBitCast(levels, to: Lanes8.self)))
}
