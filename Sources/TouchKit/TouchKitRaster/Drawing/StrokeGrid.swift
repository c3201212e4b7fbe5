import TouchKitGeometry

/// Grids of square cells over a picture, each with cells twice as wide as the one before, up to one
/// that is a single cell.
///
/// A stroke goes by the finest grid on which it touches few cells. So a long one isn't in a hundred
/// small cells, and a short one isn't looked at wherever its large cell is.
struct StrokeGrid {
    /// The width of the finest grid's cells, in pixels, is 2 to this power.
    static let finestShift = 5
    /// The largest number of cells that hold a stroke.
    static let cellLimit = 6

    /// One of the grids.
    struct Level {
        /// Cells are 2 to this power pixels wide.
        let shift: Int
        let columns: Int
        let rows: Int
        /// The number of its first cell.
        let firstCell: Int
    }

    /// All pixels of the picture.
    let picture: PixelRect
    let levels: [Level]
    /// The number of cells of all grids.
    let cellCount: Int

    /// - Parameters:
    ///   - width: The picture's width, in pixels.
    ///   - height: The picture's height, in pixels.
    init(width: Int, height: Int) {
        picture = PixelRect(x: 0, y: 0, width: width, height: height)
        var levels: [Level] = []
        var cells = 0
        var shift = Self.finestShift
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

    /// The cells that a stroke may touch; nil where they are too many on this grid.
    ///
    /// The same numbers always give the same cells: a stroke is taken out of those it was put in.
    func cells(
        of points: UnsafeMutableBufferPointer<SIMD2<Float>>, reach: Float, on number: Int
    ) -> StrokeCells? {
        let level = levels[number]
        let half = SIMD2<Float>(repeating: Float(1 << level.shift) * 0.5)
        var found = StrokeCells()
        var index = 0
        repeat {
            let start = points[index]
            let end = points[min(index + 1, points.count - 1)]
            index += 1
            let columns = Self.range(start.x, end.x, reach, level.shift, level.columns)
            let rows = Self.range(start.y, end.y, reach, level.shift, level.rows)
            for row in rows {
                for column in columns {
                    let cell = UInt32(level.firstCell + row * level.columns + column)
                    // Most segments of a long stroke lie where others do.
                    if found.contains(cell) { continue }
                    let middle = SIMD2(Float(column), Float(row)) * (half * 2) + half
                    guard
                        StrokeCover.segmentMeets(
                            start, end, reach: reach, middle: middle, half: half)
                    else { continue }
                    if !found.append(cell) { return nil }
                }
            }
        } while index + 1 < points.count
        return found
    }

    /// The columns (or rows) of cells that a segment's box has, of those that there are.
    @inline(__always)
    private static func range(
        _ from: Float, _ to: Float, _ reach: Float, _ shift: Int, _ count: Int
    ) -> Range<Int> {
        // Coordinates are within ±2²⁰: they fit.
        let first = Int(min(from, to) - reach - 1) >> shift
        let last = Int(max(from, to) + reach + 1) >> shift
        let low = max(first, 0)
        return low..<max(min(last + 1, count), low)
    }
}

/// The few cells that hold a stroke.
struct StrokeCells {
    private var cells = SIMD8<UInt32>()
    private(set) var count = 0

    subscript(index: Int) -> UInt32 { cells[index] }

    /// Whether a cell is among them.
    @inline(__always)
    fileprivate func contains(_ cell: UInt32) -> Bool {
        for index in 0..<count where cells[index] == cell { return true }
        return false
    }

    /// Takes a cell in that isn't among them.
    ///
    /// - Returns: False where there is no room.
    fileprivate mutating func append(_ cell: UInt32) -> Bool {
        if count == StrokeGrid.cellLimit { return false }
        cells[count] = cell
        count += 1
        return true
    }
}
