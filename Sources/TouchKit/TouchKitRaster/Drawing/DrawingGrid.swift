import TouchKitGeometry

/// A hierarchy of grids of square cells over a bitmap. The cells of each grid are twice as wide as
/// the cells of the next finer grid. The coarsest grid has one cell.
///
/// A stroke is stored in the finest grid on which it touches at most `cellLimit` cells. Therefore a
/// long stroke does not occupy hundreds of small cells, and a query does not return short strokes
/// that are far away in the same large cell.
struct DrawingGrid {
    /// The base-2 logarithm of the cell width in the finest grid, in pixels.
    static let finestCellShift = 5
    /// The maximum number of cells in which a stroke is stored.
    static let cellLimit = 6

    /// A grid with one cell size.
    struct Level {
        /// The base-2 logarithm of the cell width, in pixels.
        let shift: Int
        /// The number of cells in a row.
        let columns: Int
        /// The number of rows of cells.
        let rows: Int
        /// The index of the grid's first cell among the cells of all grids.
        let firstCell: Int
    }

    /// The bounds of the bitmap.
    let bounds: PixelRect
    /// The grids, finest first.
    let levels: [Level]
    /// The total number of cells.
    let cellCount: Int

    /// Creates the grids for a bitmap.
    ///
    /// - Parameters:
    ///   - width: The width of the bitmap, in pixels.
    ///   - height: The height of the bitmap, in pixels.
    init(width: Int, height: Int) {
        bounds = PixelRect(x: 0, y: 0, width: width, height: height)
        var levels: [Level] = []
        var cells = 0
        var shift = Self.finestCellShift
        while true {
            let size = 1 << shift
            let level = Level(
                shift: shift, columns: (width + size - 1) >> shift,
                rows: (height + size - 1) >> shift, firstCell: cells)
            levels.append(level)
            cells += level.columns * level.rows
            if level.columns * level.rows == 1 { break }
            shift += 1
        }
        self.levels = levels
        cellCount = cells
    }

    /// Returns the cells of a grid that a stroke may touch, or `nil` if the stroke may touch more
    /// than `cellLimit` cells.
    ///
    /// Equal arguments give equal cells. Therefore a stroke can be removed from the cells in which
    /// it was inserted.
    ///
    /// - Parameters:
    ///   - points: The points of the stroke, in pixels.
    ///   - reach: The maximum distance between the center line and a covered pixel, in pixels.
    ///   - levelIndex: The index of the grid in `levels`.
    func cells(
        of points: UnsafeMutableBufferPointer<SIMD2<Float>>, reach: Float, on levelIndex: Int
    ) -> Cells? {
        let level = levels[levelIndex]
        let half = SIMD2<Float>(repeating: Float(1 << level.shift) * 0.5)
        let sections = PointSections(of: points)
        if sections.areDivided { return cells(of: sections, reach: reach, on: level) }
        var touchedCells = Cells()
        var (index, last) = sections.ends(of: 0)
        repeat {
            let start = points[index]
            let end = points[min(index + 1, last)]
            index += 1
            let columns = Self.range(start.x, end.x, reach, level.shift, level.columns)
            let rows = Self.range(start.y, end.y, reach, level.shift, level.rows)
            for row in rows {
                for column in columns {
                    let cell = UInt32(level.firstCell + row * level.columns + column)
                    // Most segments of a long stroke touch cells that other segments also touch.
                    if touchedCells.contains(cell) { continue }
                    let middle = SIMD2(Float(column), Float(row)) * (half * 2) + half
                    guard
                        CapsuleGeometry.segmentMayIntersect(
                            start, end, reach: reach, middle: middle, half: half)
                    else { continue }
                    if !touchedCells.append(cell) { return nil }
                }
            }
        } while index < last
        return touchedCells
    }

    /// Returns the cells that the bounding boxes of sections touch, or `nil` if there are more than
    /// `cellLimit`. The end of a long stroke therefore does not examine each of its points.
    private func cells(
        of sections: PointSections, reach: Float, on level: Level
    ) -> Cells? {
        var touchedCells = Cells()
        for section in 0..<sections.count {
            let (low, high) = sections.box(of: section)
            for row in Self.range(low.y, high.y, reach, level.shift, level.rows) {
                for column in Self.range(low.x, high.x, reach, level.shift, level.columns) {
                    let cell = UInt32(level.firstCell + row * level.columns + column)
                    if touchedCells.contains(cell) { continue }
                    if !touchedCells.append(cell) { return nil }
                }
            }
        }
        return touchedCells
    }

    /// Returns the columns or rows of cells that the bounding box of a segment touches, limited to
    /// 0..<`count`.
    @inline(__always)
    private static func range(
        _ from: Float, _ to: Float, _ reach: Float, _ shift: Int, _ count: Int
    ) -> Range<Int> {
        // The coordinates are limited to ±2²⁰, so that the conversion cannot overflow.
        let first = Int(min(from, to) - reach - 1) >> shift
        let last = Int(max(from, to) + reach + 1) >> shift
        let low = max(first, 0)
        return low..<max(min(last + 1, count), low)
    }
}

extension DrawingGrid {
    /// The set of the cells in which a stroke is stored.
    struct Cells {
        /// The indices of the cells. Lanes from `count` on are unused.
        private var cells = SIMD8<UInt32>()
        /// The number of cells.
        private(set) var count = 0

        /// The index of a cell of the stroke among the cells of all grids.
        subscript(index: Int) -> UInt32 { cells[index] }

        /// Returns whether the set contains a cell.
        @inline(__always)
        fileprivate func contains(_ cell: UInt32) -> Bool {
            for index in 0..<count where cells[index] == cell { return true }
            return false
        }

        /// Adds a cell that is not in the set.
        ///
        /// - Returns: Whether the cell was added. The result is `false` if the set is full.
        fileprivate mutating func append(_ cell: UInt32) -> Bool {
            if count == DrawingGrid.cellLimit { return false }
            cells[count] = cell
            count += 1
            return true
        }
    }
}
