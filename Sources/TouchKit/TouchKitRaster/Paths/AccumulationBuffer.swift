// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.

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
    /// The columns of each row whose cells are not 0.
    let columns: UnsafeMutablePointer<AccumulatedColumns>
}

/// The range of columns of a row in which edges are accumulated.
struct AccumulatedColumns {
    /// The first modified column.
    private(set) var first = Int32.max
    /// The column after the last modified column.
    private(set) var end = Int32.min

    /// Extends the range by the columns from `first` to the column before `end`.
    @inline(__always)
    mutating func include(_ first: Int32, _ end: Int32) {
        self.first = min(self.first, first)
        self.end = max(self.end, end)
    }
}

/// The accumulated sum of a fully covered pixel with winding number 1.
private let fullCoverage: Int32 = 1 << 17

/// Converts an accumulated row to coverage and clears the row.
///
/// - Parameters:
///   - rows: The accumulation buffer.
///   - row: The index of the row.
///   - columns: The columns to convert.
///   - rule: The fill rule.
///   - coverage: The memory that receives the coverage 0…255 of each column of the result, indexed
///     by canvas column. Up to five columns after `columns` are overwritten, because an edge on the
///     right border modifies two of them, and coverage is computed for groups of four.
/// - Returns: The columns that may be covered.
func resolveCoverage(
    _ rows: AccumulationBuffer, row: Int, columns: Range<Int>, rule: FillRule,
    into coverage: UnsafeMutablePointer<UInt8>
) -> Range<Int> {
    var reader = CoverageReader(rows, row: row, rule: rule)
    let first = reader.column
    while reader.column < reader.end {
        let x = reader.column
        reader.skipUnmodifiedColumns(before: reader.end)
        if reader.column > x {
            let level = UInt8(truncatingIfNeeded: reader.level)
            (coverage + x).update(repeating: level, count: reader.column &- x)
        } else {
            let bytes = UnsafeMutableRawPointer(coverage + x)
            bytes.storeBytes(of: narrowed(reader.next()), as: SIMD4<UInt8>.self)
        }
    }
    let end = min(reader.column, columns.upperBound)
    if reader.level == 0 || end == columns.upperBound { return first..<max(first, end) }
    let level = UInt8(truncatingIfNeeded: reader.level)
    (coverage + end).update(repeating: level, count: columns.upperBound &- end)
    return first..<columns.upperBound
}

/// Blends a color over a row of pixels by the coverage of an accumulated row, and clears the
/// accumulated row.
///
/// The coverage is not stored in memory. The result equals the result of `resolveCoverage` followed
/// by blending its coverage.
///
/// - Parameters:
///   - target: The row to change, indexed by canvas column.
///   - columns: The columns to change.
///   - rows: The accumulation buffer.
///   - row: The index of the accumulated row.
///   - rule: The fill rule.
///   - color: The color.
func blendRow(
    _ target: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>, _ rows: AccumulationBuffer,
    row: Int, rule: FillRule, _ color: BlendColor
) {
    let end = columns.upperBound
    var reader = CoverageReader(rows, row: row, rule: rule)
    let endOfGroups = min(reader.end, end &- 3)
    while reader.column < endOfGroups {
        let x = reader.column
        reader.skipUnmodifiedColumns(before: endOfGroups)
        if reader.column == x {
            blendCoverage4(target + x, reader.next(), color)
        } else if reader.level == 255 && color.isOpaque {
            setShortRun(target + x, reader.column &- x, color)
        } else if reader.level != 0 {
            blendConstant(target + x, reader.column &- x, reader.level, color)
        }
    }
    if reader.column < reader.end || reader.level != 0 {
        blendLastColumns(target, end, reader, color)
    }
}

/// Blends a color over the last columns of a row: those of an incomplete group, and those after the
/// last edge.
///
/// - Parameters:
///   - target: The row to change, indexed by canvas column.
///   - end: The column after the last column to change.
///   - reader: The accumulated row, from which at most three columns before `end` that an edge
///     modified have not been converted.
///   - color: The color.
@inline(never)
private func blendLastColumns(
    _ target: UnsafeMutablePointer<UInt32>, _ end: Int, _ reader: CoverageReader,
    _ color: BlendColor
) {
    var reader = reader
    // An edge on the right border of the columns modifies columns after `end`.
    while reader.column < reader.end {
        let x = reader.column
        let coverage = reader.next()
        for lane in 0..<max(0, end &- x) where coverage[lane] != 0 {
            blend1(target + (x &+ lane), color, coverage[lane] &+ coverage[lane] &>> 7)
        }
    }
    if reader.level != 0 && reader.column < end {
        blendConstant(target + reader.column, end &- reader.column, reader.level, color)
    }
}

/// Blends a color over four consecutive pixels with a coverage of 0…255 for each pixel.
@inline(__always)
private func blendCoverage4(
    _ target: UnsafeMutablePointer<UInt32>, _ coverage: Lanes4, _ color: BlendColor
) {
    // Coverage is converted to 0…256, where 256 is full coverage.
    let part = unsafeBitCast(coverage &+ coverage &>> 7, to: SIMD2<UInt64>.self)
    // Both halves of a pixel. A shift of 32-bit lanes would be compiled to a slow multiplication.
    let factor = unsafeBitCast(part | part &<< 16, to: Coverage8.self)
    let raw = UnsafeMutableRawPointer(target)
    let old = raw.loadUnaligned(as: Lanes4.self)
    let result = color.over4(old, color.isOpaque ? factor : color.multipliedByAlpha(factor))
    raw.storeBytes(of: result, as: Lanes4.self)
}

/// Sets consecutive pixels to an opaque color. `count` is a multiple of 4. For runs of a few dozen
/// pixels, `setRun` takes longer.
@inline(__always)
private func setShortRun(
    _ target: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: BlendColor
) {
    let raw = UnsafeMutableRawPointer(target)
    var index = 0
    while index < count {
        raw.storeBytes(
            of: Lanes4(repeating: color.pixel), toByteOffset: 4 &* index, as: Lanes4.self)
        index &+= 4
    }
}

/// Blends a color over consecutive pixels with the same coverage, 1…255, for all pixels.
@inline(never)
private func blendConstant(
    _ target: UnsafeMutablePointer<UInt32>, _ count: Int, _ coverage: UInt32, _ color: BlendColor
) {
    if coverage == 255 {
        fillRun(target, count, color)
    } else {
        blendRun(target, count, color, coverage: coverage &+ coverage &>> 7)
    }
}

/// Converts an accumulated row to coverage, four columns at a time, and clears the row.
///
/// An edge changes one to three columns of a row. With groups of eight columns, most of the work
/// would be spent on columns with constant coverage.
private struct CoverageReader {
    /// The first column that has not been converted.
    private(set) var column: Int
    /// The column after the last column that an edge modified. All columns after it have the
    /// coverage of the last converted column.
    let end: Int
    /// The coverage 0…255 of the last four converted columns.
    private var latest = Lanes4()
    /// The cells of the row, indexed by canvas column.
    private let cells: UnsafeMutablePointer<Int32>
    /// The fill rule.
    private let rule: FillRule
    /// The sum of all cells to the left of `column`, in all lanes.
    private var sum = SIMD4<Int32>()

    /// Begins at the first modified column of a row.
    @inline(__always)
    init(_ rows: AccumulationBuffer, row: Int, rule: FillRule) {
        column = Int(rows.columns[row].first)
        end = Int(rows.columns[row].end)
        rows.columns[row] = AccumulatedColumns()
        cells = rows.cells + row &* rows.stride
        self.rule = rule
    }

    /// The coverage 0…255 of the last converted column.
    var level: UInt32 {
        @inline(__always) get { latest[3] }
    }

    /// Converts groups of four columns that no edge modified, as long as they begin before `limit`.
    /// All have the coverage `level`.
    @inline(__always)
    mutating func skipUnmodifiedColumns(before limit: Int) {
        while column < limit {
            let raw = UnsafeRawPointer(cells + column)
            if !isZero(raw.loadUnaligned(as: Lanes4.self)) { return }
            column &+= 4
        }
    }

    /// Converts four columns and returns their coverage 0…255.
    @inline(__always)
    mutating func next() -> Lanes4 {
        let raw = UnsafeMutableRawPointer(cells + column)
        column &+= 4
        let differences = raw.loadUnaligned(as: SIMD4<Int32>.self)
        raw.storeBytes(of: SIMD4(), as: SIMD4<Int32>.self)
        let sums = prefixSums(differences, from: sum)
        sum = SIMD4(repeating: sums[3])
        latest = pixelCoverage(ofSums: sums, rule)
        return latest
    }
}

/// Returns, for each lane, the sum of all lanes up to this lane and `start`.
@inline(__always)
private func prefixSums(_ lanes: SIMD4<Int32>, from start: SIMD4<Int32>) -> SIMD4<Int32> {
    let shifted = unsafeBitCast(lanes, to: SIMD2<UInt64>.self) &<< 32
    let pairs = lanes &+ unsafeBitCast(shifted, to: SIMD4<Int32>.self)
    return pairs &+ SIMD4(0, 0, pairs[1], pairs[1]) &+ start
}

/// Returns the coverage 0…255 of four pixels for accumulated sums.
@inline(__always)
private func pixelCoverage(ofSums sums: SIMD4<Int32>, _ rule: FillRule) -> Lanes4 {
    let part: SIMD4<Int32>
    switch rule {
    case .nonzero:
        let sign = sums &>> 31
        // The negation of the smallest integer overflows, and its coverage becomes 0.
        part = lanewiseMin((sums ^ sign) &- sign, SIMD4(repeating: fullCoverage))
    case .evenOdd:
        let rest = sums & (2 &* fullCoverage &- 1)
        part = lanewiseMin(rest, 2 &* fullCoverage &- rest)
    }
    // The smallest integer is negative here, too, so its bits are limited to those of a coverage.
    let levels = ((part &<< 8) &- part &+ fullCoverage / 2) &>> 17
    return unsafeBitCast(levels, to: Lanes4.self) & 0xFF
}
