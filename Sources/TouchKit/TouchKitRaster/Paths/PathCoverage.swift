import TouchKitGeometry

// Hot code: see Blend.swift. All in whole numbers, so that sums don't depend on where they begin: a
// pixel's coverage is the same whatever the clip.

/// What an outline's edges add to each pixel of some rows: the coverage's change from the pixel to its
/// left. The sum along a row, up to a pixel, is how much of it the outline goes around: 2¹⁷ for once
/// around the whole pixel. (2¹⁷ = 256 grid steps down × 512 half steps across.)
struct GatheredRows {
    /// The cell of canvas column 0 in the first row, were it there.
    let cells: UnsafeMutablePointer<Int32>
    /// From a row's cells to the next row's.
    let stride: Int
    /// For each row the first column that has a cell other than 0, and the one after the last.
    let firsts: UnsafeMutablePointer<Int>
    let ends: UnsafeMutablePointer<Int>
}

/// Once around a whole pixel.
private let whole: Int32 = 1 << 17

/// Adds one edge to the rows and columns of a part of the canvas.
///
/// What lies to the left of the part is added to its first column; what lies to the right isn't
/// needed.
func gather(_ edge: PathEdge, in part: PixelRect, into rows: GatheredRows) {
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
        gatherRow(
            min(x, nextX), max(x, nextX), nextY &- y, edge.winding, left, right, row, rows)
        y = nextY
        x = nextX
        row &+= 1
    }
}

/// Adds what an edge does in one row.
///
/// - Parameters:
///   - from: Its left end there, in grid steps; `to` its right end.
///   - down: How far it goes down in the row, in grid steps: 1…256.
///   - winding: Which way the outline runs: 1 or −1.
///   - left: The part's edges, in grid steps; `right` likewise.
@inline(__always)
private func gatherRow(
    _ from: Int32, _ to: Int32, _ down: Int32, _ winding: Int32, _ left: Int32, _ right: Int32,
    _ row: Int, _ rows: GatheredRows
) {
    if from >= right { return }
    let cells = rows.cells + row &* rows.stride
    var column = Int(from >> 8)
    if to <= left {
        column = Int(left >> 8)
        cells[column] &+= down &* winding &* 512
        rows.firsts[row] = min(rows.firsts[row], column)
        rows.ends[row] = max(rows.ends[row], column &+ 1)
        return
    }
    let last = Int((to &- 1) >> 8)
    if column >= last && from >= left {
        add(cells, column, from, to, down &* winding)
        rows.firsts[row] = min(rows.firsts[row], column)
        rows.ends[row] = max(rows.ends[row], column &+ 2)
        return
    }
    // Across several columns: how far down it is at each column's edge, from its left end.
    let perStep = Float(down) / Float(to &- from)
    var place = from
    var done: Int32 = 0
    if from < left {
        column = Int(left >> 8)
        done = steps(left &- from, perStep)
        cells[column] &+= done &* winding &* 512
        place = left
    }
    rows.firsts[row] = min(rows.firsts[row], column)
    let end = min(last, Int(right >> 8) &- 1)
    while column <= end {
        let edge = Int32(truncatingIfNeeded: column &+ 1) &<< 8
        let isLast = column == last
        let next = isLast ? down : steps(edge &- from, perStep)
        let reached = isLast ? to : edge
        add(cells, column, place, reached, (next &- done) &* winding)
        done = next
        place = reached
        column &+= 1
    }
    rows.ends[row] = max(rows.ends[row], column &+ 1)
}

/// Adds a piece of an edge that stays in one column.
@inline(__always)
private func add(
    _ cells: UnsafeMutablePointer<Int32>, _ column: Int, _ from: Int32, _ to: Int32, _ down: Int32
) {
    // Twice the mean distance from the column's left edge: what isn't covered of this pixel.
    let open = from &+ to &- Int32(truncatingIfNeeded: column &<< 9)
    cells[column] &+= down &* (512 &- open)
    cells[column &+ 1] &+= down &* open
}

/// Grid steps down for grid steps across, to the nearest.
@inline(__always)
private func steps(_ across: Int32, _ perStep: Float) -> Int32 {
    // 1.5 · 2²³: see `nearest`.
    Int32(bitPattern: (Float(across) * perStep + 12_582_912).bitPattern) &- 0x4B40_0000
}

/// Makes coverage of one gathered row, and clears the row.
///
/// - Parameters:
///   - rows: What was gathered.
///   - row: Which of its rows.
///   - columns: The part's columns.
///   - rule: What inside means.
///   - coverage: Gets 0…255 for each column of the result; a pointer to canvas column 0.
/// - Returns: The columns that may be covered.
func sweep(
    _ rows: GatheredRows, row: Int, columns: Range<Int>, rule: FillRule,
    into coverage: UnsafeMutablePointer<UInt8>
) -> Range<Int> {
    let first = rows.firsts[row]
    let touched = rows.ends[row]
    if first >= touched { return columns.lowerBound..<columns.lowerBound }
    rows.firsts[row] = .max
    rows.ends[row] = .min
    let cells = rows.cells + row &* rows.stride
    let end = min(touched, columns.upperBound)
    var sum: Int32 = 0
    var level: UInt8 = 0
    var x = first
    while x < end {
        // Between the edges nothing changes.
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
            level = inside(sum, rule)
            coverage[x] = level
            x &+= 1
        }
    }
    // A piece that ends on the right edge adds to the column after it.
    while x < touched {
        cells[x] = 0
        x &+= 1
    }
    if level == 0 || end == columns.upperBound { return first..<end }
    (coverage + end).update(repeating: level, count: columns.upperBound &- end)
    return first..<columns.upperBound
}

/// The coverage, 0…255, of a pixel that is gone around so much.
@inline(__always)
private func inside(_ sum: Int32, _ rule: FillRule) -> UInt8 {
    var part: Int32
    switch rule {
    case .nonzero: part = min(sum < 0 ? 0 &- sum : sum, whole)
    case .evenOdd:
        part = sum & (2 &* whole &- 1)
        if part > whole { part = 2 &* whole &- part }
    }
    // The smallest number's negative is itself: it stays in range.
    part = max(part, 0)
    return UInt8(truncatingIfNeeded: (part &* 255 &+ whole / 2) >> 17)
}
