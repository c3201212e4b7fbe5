import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.
//
// All sums are integers, so the coverage of a pixel does not depend on the clip.

/// Accumulates edges in a part of the canvas.
///
/// A section of an edge to the left of `part` contributes to the first column of `part`. A section
/// to the right has no effect.
///
/// - Parameters:
///   - indices: The indices of the edges to accumulate.
///   - edges: All edges.
///   - part: The rows and columns to accumulate.
///   - isInside: Whether no point of the edges is to the left or to the right of `part`.
///   - rows: The buffer. Its first row is the top row of `part`.
func accumulate(
    _ indices: UnsafeBufferPointer<Int32>, of edges: UnsafeBufferPointer<PathEdge>,
    in part: GridRect, isInside: Bool, into rows: AccumulationBuffer
) {
    // A part with edges has an address of edges.
    guard let edges = edges.baseAddress else { return }
    for index in indices {
        let edge = edges[Int(index)]
        let top = max(edge.startY, part.top)
        let bottom = min(edge.endY, part.bottom)
        if top >= bottom { continue }
        if isInside || isEdgeInside(edge, part) {
            accumulateInside(edge, top: top, bottom: bottom, in: part, into: rows)
        } else if min(edge.startX, edge.endX) < part.right {
            accumulateClipped(edge, top: top, bottom: bottom, in: part, into: rows)
        }
    }
}

/// Whether no point of an edge is to the left or to the right of `part`.
@inline(__always)
private func isEdgeInside(_ edge: PathEdge, _ part: GridRect) -> Bool {
    min(edge.startX, edge.endX) >= part.left && max(edge.startX, edge.endX) <= part.right
}

/// Accumulates the rows from `top` to `bottom` of an edge that has no point to the left or to the
/// right of `part`.
@inline(__always)
private func accumulateInside(
    _ edge: PathEdge, top: Int32, bottom: Int32, in part: GridRect, into rows: AccumulationBuffer
) {
    let row = Int((top &- part.top) &>> 8)
    var cells = rows.cells + row &* rows.stride
    var columns = rows.columns + row
    var x = edge.startX
    var y = top
    var nextY = (top | 255) &+ 1
    // An edge inside one row needs no slope. A third of a stroked curve's edges are that short.
    if edge.endY <= nextY && top == edge.startY {
        accumulateRow(x, edge.endX, (edge.endY &- y) &* edge.winding, cells, columns)
        return
    }
    let slope = edge.slope
    if top > edge.startY { x = edge.x(at: top, slope: slope) }
    while nextY < bottom {
        let nextX = edge.x(at: nextY, slope: slope)
        accumulateRow(x, nextX, (nextY &- y) &* edge.winding, cells, columns)
        x = nextX
        y = nextY
        nextY &+= 256
        cells += rows.stride
        columns += 1
    }
    let endX = bottom == edge.endY ? edge.endX : edge.x(at: bottom, slope: slope)
    accumulateRow(x, endX, (bottom &- y) &* edge.winding, cells, columns)
}

/// Accumulates the section of an edge that is inside one row and not outside of the columns.
///
/// - Parameters:
///   - x: The horizontal position of the upper end, in grid steps.
///   - nextX: The horizontal position of the lower end, in grid steps.
///   - down: The signed height of the section, in grid steps.
///   - cells: The cells of the row, indexed by canvas column.
///   - columns: The modified columns of the row.
@inline(__always)
private func accumulateRow(
    _ x: Int32, _ nextX: Int32, _ down: Int32, _ cells: UnsafeMutablePointer<Int32>,
    _ columns: UnsafeMutablePointer<AccumulatedColumns>
) {
    let column = x &>> 8
    if column == nextX &>> 8 {
        add(cells + Int(column), x & 255, nextX & 255, down)
        columns.pointee.include(column, column &+ 2)
    } else {
        let from = min(x, nextX)
        let to = max(x, nextX)
        let first = from &>> 8
        addAcross(cells + Int(first), 256 &- (from & 255), to &- from, down)
        columns.pointee.include(first, (to &>> 8) &+ 2)
    }
}

/// Accumulates the rows from `top` to `bottom` of an edge that is partly to the left or to the
/// right of `part`.
@inline(never)
private func accumulateClipped(
    _ edge: PathEdge, top: Int32, bottom: Int32, in part: GridRect,
    into rows: AccumulationBuffer
) {
    let row = Int((top &- part.top) &>> 8)
    var cells = rows.cells + row &* rows.stride
    var columns = rows.columns + row
    let slope = edge.slope
    var y = top
    var x = edge.x(at: top, slope: slope)
    while y < bottom {
        let nextY = min((y | 255) &+ 1, bottom)
        let nextX = edge.x(at: nextY, slope: slope)
        let from = min(x, nextX)
        if from < part.right {
            let down = (nextY &- y) &* edge.winding
            let modified = accumulateClippedRow(
                from, max(x, nextX), down, part.left, part.right, cells)
            columns.pointee.include(modified.first, modified.last &+ 2)
        }
        y = nextY
        x = nextX
        cells += rows.stride
        columns += 1
    }
}

/// Accumulates the section of an edge that is inside one row and may be outside of the columns.
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
@inline(never)
private func accumulateClippedRow(
    _ from: Int32, _ to: Int32, _ down: Int32, _ left: Int32, _ right: Int32,
    _ cells: UnsafeMutablePointer<Int32>
) -> (first: Int32, last: Int32) {
    var column = max(from, left) &>> 8
    if to <= left {
        cells[Int(column)] &+= down &* 512
        return (column, column &- 1)
    }
    let last = (to &- 1) &>> 8
    if column >= last && from >= left {
        add(cells + Int(column), from &- column &<< 8, to &- column &<< 8, down)
        return (column, column)
    }
    // The edge crosses several columns. Its height at each column boundary is computed from its
    // left end, so that rounding errors do not accumulate.
    let perStep = Float(down) / Float(to &- from)
    var start = from
    var done: Int32 = 0
    if from < left {
        done = verticalSteps(left &- from, perStep)
        cells[Int(column)] &+= done &* 512
        start = left
    }
    let first = column
    if column < last {
        var edge = (column &+ 1) &<< 8
        var next = verticalSteps(edge &- from, perStep)
        add(cells + Int(column), start &- column &<< 8, 256, next &- done)
        let end = min(last, right &>> 8)
        column &+= 1
        while column < end {
            edge &+= 256
            done = next
            next = verticalSteps(edge &- from, perStep)
            // Half of the pixel is to the right of the edge.
            let half = (next &- done) &<< 8
            cells[Int(column)] &+= half
            cells[Int(column &+ 1)] &+= half
            column &+= 1
        }
        if column < last || edge == right { return (first, column &- 1) }
        start = edge
        done = next
    }
    add(cells + Int(column), start &- column &<< 8, to &- column &<< 8, down &- done)
    return (first, column)
}

/// Accumulates a section of an edge that is inside one pixel.
///
/// - Parameters:
///   - cells: The cell of the pixel.
///   - from: The distance of one end from the pixel's left edge, in grid steps.
///   - to: The distance of the other end from the pixel's left edge, in grid steps.
///   - down: The signed height of the section, in grid steps.
@inline(__always)
private func add(
    _ cells: UnsafeMutablePointer<Int32>, _ from: Int32, _ to: Int32, _ down: Int32
) {
    // Twice the area between the section and the pixel's left edge, which is not covered.
    let open = down &* (from &+ to)
    cells[0] &+= down &* 512 &- open
    cells[1] &+= open
}

/// Accumulates a section of an edge that crosses pixels of a row.
///
/// - Parameters:
///   - cells: The cell of the leftmost pixel.
///   - before: The distance from the left end to the right edge of the leftmost pixel, in grid
///     steps.
///   - across: The distance between the ends, at least `before`, in grid steps.
///   - down: The signed height of the section, in grid steps.
@inline(__always)
private func addAcross(
    _ cells: UnsafeMutablePointer<Int32>, _ before: Int32, _ across: Int32, _ down: Int32
) {
    // The height at each column boundary is computed from the left end, so that rounding errors do
    // not accumulate.
    let perStep = Float(down) / Float(across)
    var cell = cells
    var reach = before
    var done = verticalSteps(reach, perStep)
    let covered = done &* before
    cell[0] &+= covered
    // Twice the area in the current pixel that is not covered, which the next cell receives.
    var uncovered = done &* 512 &- covered
    while reach &+ 256 < across {
        cell += 1
        reach &+= 256
        let next = verticalSteps(reach, perStep)
        // Half of the pixel is to the right of the edge.
        let half = (next &- done) &<< 8
        cell[0] &+= uncovered &+ half
        uncovered = half
        done = next
    }
    let rest = down &- done
    let right = rest &* (across &- reach)
    cell[1] &+= uncovered &+ rest &* 512 &- right
    cell[2] &+= right
}

/// Returns the height of a section of an edge that is `across` horizontal grid steps wide, rounded
/// to grid steps. `perStep` is the slope of the edge.
@inline(__always)
private func verticalSteps(_ across: Int32, _ perStep: Float) -> Int32 {
    // `roundedToInt` explains the constant 1.5 · 2²³.
    Int32(bitPattern: (Float(across) * perStep + 12_582_912).bitPattern) &- 0x4B40_0000
}
