import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.

/// Copies the changed pixels of a composed row into the canvas and marks them as damage.
///
/// - Parameters:
///   - composed: The composed row, indexed by canvas column. Whole chunks of 8 pixels around
///     `columns` are read.
///   - canvas: The canvas row, indexed by canvas column. Whole chunks of 8 pixels around `columns`
///     are accessed.
///   - row: The canvas row.
///   - columns: The columns to compare.
///   - damage: The mask in which changed pixels are marked.
/// - Returns: The number of changed pixels.
@inline(__always)
func mergeRow(
    _ composed: UnsafeMutablePointer<UInt32>, _ canvas: UnsafeMutablePointer<UInt32>, row: Int,
    _ columns: Range<Int>, damage: inout DamageMask
) -> Int {
    var differing = 0
    var cells: UInt64 = 0
    // A run of changed or unchanged pixels is usually longer than 32 pixels. Therefore the previous
    // result predicts whether the faster equality test is worthwhile.
    var wasEqual = true
    var x = columns.lowerBound & ~7
    while x < columns.upperBound {
        let first = x
        var differences = PixelDifferences()
        if x >= columns.lowerBound, x &+ 32 <= columns.upperBound {
            x &+= 32
            if !wasEqual || !isEqual32(composed + first, canvas + first) {
                differences = differences32(composed + first, canvas + first)
                wasEqual = differences.isEmpty
                if !wasEqual { copy32(from: composed + first, to: canvas + first) }
            }
        } else {
            x &+= 8
            differences = differences8(composed + first, canvas + first)
            if differences.isEmpty {
                // Most rows of a dirty rectangle are unchanged at their ends.
            } else if first < columns.lowerBound || x > columns.upperBound {
                differences.removeColumns(
                    outside: columns.lowerBound &- first, columns.upperBound &- first)
                if !differences.isEmpty {
                    copy8(from: composed + first, to: canvas + first, where: differences.columns)
                }
            } else {
                copy8(from: composed + first, to: canvas + first)
            }
        }
        // Cells are collected until the damage mask's 64-bit word is complete.
        let shift = UInt64(truncatingIfNeeded: (first & 127) &>> 1)
        var pairs: UInt64 = 0
        if !differences.isEmpty {
            differing &+= differences.count
            pairs = UInt64(differences.cells)
            cells |= pairs &<< shift
        }
        if first >> 7 != x >> 7 {
            if cells != 0 { damage.mark(cells: cells, fromColumn: first & ~127, row: row) }
            // The shift is split in two, because a shift by 64 bits would be a shift by 0.
            cells = (pairs &>> 1) &>> (63 &- shift)
        }
    }
    if cells != 0 { damage.mark(cells: cells, fromColumn: (x &- 8) & ~127, row: row) }
    return differing
}

/// The set of changed pixels among 8 or 32 consecutive pixels.
///
/// The bits are grouped by column modulo 4, because comparing four lanes at a time produces the
/// bits in this order.
private struct PixelDifferences {
    /// The pixels in columns 0 modulo 4 (bits 0…7) and 1 modulo 4 (bits 32…39).
    private var left: UInt64 = 0
    /// The pixels in columns 2 modulo 4 (bits 0…7) and 3 modulo 4 (bits 32…39).
    private var right: UInt64 = 0

    /// Creates an empty set.
    init() {}

    /// Creates a set from four lanes. Lane n has one bit for the pixel in column n of each group of
    /// four pixels.
    @inline(__always)
    init(_ lanes: SIMD4<UInt32>) {
        let words = unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
        left = words[0]
        right = words[1]
    }

    /// Whether no pixel has changed.
    @inline(__always)
    var isEmpty: Bool { left | right == 0 }

    /// The number of changed pixels.
    @inline(__always)
    var count: Int {
        let all = left | right &<< 8
        return all == 0x0000_FFFF_0000_FFFF ? 32 : all.nonzeroBitCount
    }

    /// The cells (pairs of pixels) that contain a changed pixel, with one bit each. The leftmost
    /// cell has the lowest bit.
    @inline(__always)
    var cells: UInt32 {
        let even = UInt32(truncatingIfNeeded: left | left &>> 32) & 0xFF
        let odd = UInt32(truncatingIfNeeded: right | right &>> 32) & 0xFF
        var spread = even | odd &<< 16
        if spread == 0 || spread == 0x00FF_00FF { return spread == 0 ? 0 : 0xFFFF }
        spread = (spread | spread &<< 4) & 0x0F0F_0F0F
        spread = (spread | spread &<< 2) & 0x3333_3333
        spread = (spread | spread &<< 1) & 0x5555_5555
        return (spread | spread &>> 15) & 0xFFFF
    }

    /// The changed pixels among the first eight pixels, with one bit each. The leftmost pixel has
    /// the lowest bit.
    var columns: UInt32 {
        var bits: UInt32 = 0
        for column in 0..<8 {
            let word = column & 2 == 0 ? left : right
            let bitIndex = UInt64((column & 1) * 32 + column >> 2)
            bits |= UInt32(truncatingIfNeeded: word &>> bitIndex & 1) &<< UInt32(column)
        }
        return bits
    }

    /// Removes the pixels among the first eight that are outside of the columns `first..<end`.
    mutating func removeColumns(outside first: Int, _ end: Int) {
        for column in 0..<8 where column < first || column >= end {
            let bit: UInt64 = 1 &<< UInt64((column & 1) * 32 + column >> 2)
            if column & 2 == 0 { left &= ~bit } else { right &= ~bit }
        }
    }
}

/// Returns which of the first eight pixels of two rows differ.
@inline(__always)
private func differences8(
    _ left: UnsafeMutablePointer<UInt32>, _ right: UnsafeMutablePointer<UInt32>
) -> PixelDifferences {
    var lanes = SIMD4<UInt32>()
    appendDifferences(left, right, 4, to: &lanes)
    appendDifferences(left, right, 0, to: &lanes)
    return PixelDifferences(lanes)
}

/// Returns which of the first 32 pixels of two rows differ.
@inline(__always)
private func differences32(
    _ left: UnsafeMutablePointer<UInt32>, _ right: UnsafeMutablePointer<UInt32>
) -> PixelDifferences {
    var lanes = SIMD4<UInt32>()
    appendDifferences(left, right, 28, to: &lanes)
    appendDifferences(left, right, 24, to: &lanes)
    appendDifferences(left, right, 20, to: &lanes)
    appendDifferences(left, right, 16, to: &lanes)
    appendDifferences(left, right, 12, to: &lanes)
    appendDifferences(left, right, 8, to: &lanes)
    appendDifferences(left, right, 4, to: &lanes)
    appendDifferences(left, right, 0, to: &lanes)
    return PixelDifferences(lanes)
}

/// Compares four pixels of two rows, one per lane. Shifts each lane of `lanes` left by one bit, and
/// sets the lowest bit if the pixels differ.
///
/// The comparison mask (−1 for equal pixels) is used as a number, because selecting a bit by the
/// mask would compile to code per lane.
@inline(__always)
private func appendDifferences(
    _ left: UnsafeMutablePointer<UInt32>, _ right: UnsafeMutablePointer<UInt32>, _ offset: Int,
    to lanes: inout SIMD4<UInt32>
) {
    let new = UnsafeRawPointer(left + offset).loadUnaligned(as: SIMD4<UInt32>.self)
    let old = UnsafeRawPointer(right + offset).loadUnaligned(as: SIMD4<UInt32>.self)
    let same = unsafeBitCast(new .== old, to: SIMD4<UInt32>.self)
    // 2 · lanes + 1, minus 1 where the pixels are equal.
    lanes = lanes &+ lanes &+ 1 &+ same
}

/// Copies eight pixels.
@inline(__always)
private func copy8(
    from composed: UnsafeMutablePointer<UInt32>, to canvas: UnsafeMutablePointer<UInt32>
) {
    UnsafeMutableRawPointer(canvas).copyMemory(from: composed, byteCount: 32)
}

/// Copies 32 pixels.
@inline(__always)
private func copy32(
    from composed: UnsafeMutablePointer<UInt32>, to canvas: UnsafeMutablePointer<UInt32>
) {
    UnsafeMutableRawPointer(canvas).copyMemory(from: composed, byteCount: 128)
}

/// Copies the pixels among eight whose bit is set in `bits`. The leftmost pixel has bit 0.
private func copy8(
    from composed: UnsafeMutablePointer<UInt32>, to canvas: UnsafeMutablePointer<UInt32>,
    where bits: UInt32
) {
    for column in 0..<8 where bits &>> UInt32(column) & 1 == 1 {
        canvas[column] = composed[column]
    }
}

/// Returns whether the first 32 pixels of two rows are equal.
@inline(__always)
private func isEqual32(
    _ left: UnsafeMutablePointer<UInt32>, _ right: UnsafeMutablePointer<UInt32>
) -> Bool {
    let difference =
        (difference8(left, right, 0) | difference8(left, right, 8))
        | (difference8(left, right, 16) | difference8(left, right, 24))
    return isZero(unsafeBitCast(difference, to: Lanes8.self))
}

/// Returns the exclusive or of eight pixels of two rows, beginning `offset` pixels after the
/// pointers.
@inline(__always)
private func difference8(
    _ left: UnsafeMutablePointer<UInt32>, _ right: UnsafeMutablePointer<UInt32>, _ offset: Int
) -> SIMD4<UInt64> {
    UnsafeRawPointer(left + offset).loadUnaligned(as: SIMD4<UInt64>.self)
        ^ UnsafeRawPointer(right + offset).loadUnaligned(as: SIMD4<UInt64>.self)
}
