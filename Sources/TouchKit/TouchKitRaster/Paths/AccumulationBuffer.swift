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
///     by canvas column. Up to seven columns after the result are overwritten.
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
            (coverage + x).update(repeating: reader.level, count: reader.column &- x)
        } else {
            let bytes = UnsafeMutableRawPointer(coverage + x)
            bytes.storeBytes(of: reader.next(), as: UInt64.self)
        }
    }
    let end = min(reader.column, columns.upperBound)
    if reader.level == 0 || end == columns.upperBound { return first..<max(first, end) }
    (coverage + end).update(repeating: reader.level, count: columns.upperBound &- end)
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
    let solid = Lanes8(repeating: color.pixel)
    var reader = CoverageReader(rows, row: row, rule: rule)
    let endOfGroups = min(reader.end, end &- 7)
    while reader.column < endOfGroups {
        var x = reader.column
        reader.skipUnmodifiedColumns(before: endOfGroups)
        if reader.column == x {
            let eight = reader.next()
            if eight == .max && color.isOpaque {
                UnsafeMutableRawPointer(target + x).storeBytes(of: solid, as: Lanes8.self)
            } else if eight != 0 {
                blendCoverage8(target + x, eight, color)
            }
        } else if reader.level == 255 && color.isOpaque {
            // Most runs are too short for `setRun`.
            while x < reader.column {
                UnsafeMutableRawPointer(target + x).storeBytes(of: solid, as: Lanes8.self)
                x &+= 8
            }
        } else if reader.level != 0 {
            blendConstant(target + x, reader.column &- x, reader.level, color)
        }
    }
    if reader.column < reader.end {
        let rest = end &- reader.column
        blendLast(target + columns.lowerBound, columns.count, rest: rest, reader.next(), color)
    }
    if reader.level != 0 && reader.column < end {
        blendConstant(target + reader.column, end &- reader.column, reader.level, color)
    }
}

/// Blends a color over consecutive pixels with the same coverage, 1…255, for all pixels.
@inline(never)
private func blendConstant(
    _ target: UnsafeMutablePointer<UInt32>, _ count: Int, _ coverage: UInt8, _ color: BlendColor
) {
    if coverage == 255 {
        fillRun(target, count, color)
    } else {
        let part = UInt32(coverage)
        blendRun(target, count, color, coverage: part &+ part &>> 7)
    }
}

/// Blends a color over the last `rest` of `count` consecutive pixels, where `rest` is at most 7.
///
/// The first pixel's coverage is in the lowest byte of `coverage`, and the bytes after the last
/// pixel are ignored.
@inline(never)
private func blendLast(
    _ target: UnsafeMutablePointer<UInt32>, _ count: Int, rest: Int, _ coverage: UInt64,
    _ color: BlendColor
) {
    // An edge on the right border of the columns is accumulated after the last column.
    if rest <= 0 { return }
    if count >= 8 {
        // The eight pixels at the end are blended. Those before the rest get a coverage of 0, which
        // changes nothing.
        let shift = UInt64(truncatingIfNeeded: 64 &- 8 &* rest)
        blendCoverage8(target + (count &- 8), coverage &<< shift, color)
    } else {
        for index in 0..<rest {
            let one = UInt32(truncatingIfNeeded: coverage &>> UInt64(8 &* index)) & 0xFF
            blend1(target + (count &- rest &+ index), color, one &+ one &>> 7)
        }
    }
}

/// Converts an accumulated row to coverage, eight columns at a time, and clears the row.
private struct CoverageReader {
    /// The first column that has not been converted.
    private(set) var column: Int
    /// The column after the last column that an edge modified. All columns after it have the
    /// coverage of the last converted column.
    let end: Int
    /// The coverage of the last eight converted columns, the first in the lowest byte.
    private var latest: UInt64 = 0
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

    /// The coverage of the last converted column.
    var level: UInt8 {
        @inline(__always) get { UInt8(truncatingIfNeeded: latest &>> 56) }
    }

    /// Converts groups of eight columns that no edge modified, as long as they begin before
    /// `limit`. All have the coverage `level`.
    @inline(__always)
    mutating func skipUnmodifiedColumns(before limit: Int) {
        while column < limit {
            let raw = UnsafeRawPointer(cells + column)
            if !isZero(raw.loadUnaligned(as: Lanes8.self)) { return }
            column &+= 8
        }
    }

    /// Converts eight columns and returns their coverage, the first in the lowest byte.
    @inline(__always)
    mutating func next() -> UInt64 {
        let raw = UnsafeMutableRawPointer(cells + column)
        column &+= 8
        let differences = raw.loadUnaligned(as: SIMD8<Int32>.self)
        raw.storeBytes(of: SIMD8(), as: SIMD8<Int32>.self)
        let low = prefixSums(differences.lowHalf, from: sum)
        let high = prefixSums(differences.highHalf, from: SIMD4(repeating: low[3]))
        sum = SIMD4(repeating: high[3])
        let levels = pixelCoverage(ofSums: SIMD8(lowHalf: low, highHalf: high), rule)
        latest = unsafeBitCast(levels, to: UInt64.self)
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
