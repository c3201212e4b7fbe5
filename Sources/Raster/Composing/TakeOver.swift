import Geometry

// Hot code: see Blend.swift.

/// Copies the pixels of a composed row that differ into the picture, and marks them.
///
/// - Parameters:
///   - composed: The row as it was composed; only what lies in `columns` counts.
///   - picture: The row as it was; both are those of canvas column 0, and whole chunks of 8 pixels
///     around the columns may be read and written.
///   - row: Its number.
///   - columns: The columns to look at.
///   - damage: Gets what differs.
/// - Returns: The number of pixels that differ.
@inline(__always)
func takeOver(
    _ composed: UnsafeMutablePointer<UInt32>, _ picture: UnsafeMutablePointer<UInt32>, row: Int,
    _ columns: Range<Int>, damage: inout DamageMask
) -> Int {
    var differing = 0
    var cells: UInt64 = 0
    var x = columns.lowerBound & ~7
    while x < columns.upperBound {
        if x &+ 32 <= columns.upperBound, isSame32(composed + x, picture + x) {
            // Cells are gathered until the end of what one word holds.
            let next = x &+ 32
            if cells != 0 && x >> 7 != next >> 7 {
                damage.mark(cells: cells, fromColumn: x & ~127, row: row)
                cells = 0
            }
            x = next
            continue
        }
        let new = UnsafeRawPointer(composed + x).loadUnaligned(as: Lanes8.self)
        let old = UnsafeRawPointer(picture + x).loadUnaligned(as: Lanes8.self)
        let weights = Lanes8(1, 2, 4, 8, 16, 32, 64, 128)
        var bits = Lanes8(repeating: 0).replacing(with: weights, where: new .!= old).wrappedSum()
        if x < columns.lowerBound {
            bits &= 0xFF &<< UInt32(truncatingIfNeeded: columns.lowerBound &- x)
        }
        if x &+ 8 > columns.upperBound {
            bits &= 0xFF &>> UInt32(truncatingIfNeeded: x &+ 8 &- columns.upperBound)
        }
        if bits != 0 {
            let chosen = (Lanes8(repeating: bits) & weights) .!= Lanes8(repeating: 0)
            UnsafeMutableRawPointer(picture + x).storeBytes(
                of: old.replacing(with: new, where: chosen), as: Lanes8.self)
            differing &+= bits.nonzeroBitCount
            cells |= UInt64(cellBits(bits)) &<< UInt64(truncatingIfNeeded: (x & 127) &>> 1)
        }
        let next = x &+ 8
        if cells != 0 && x >> 7 != next >> 7 {
            damage.mark(cells: cells, fromColumn: x & ~127, row: row)
            cells = 0
        }
        x = next
    }
    if cells != 0 { damage.mark(cells: cells, fromColumn: (x &- 8) & ~127, row: row) }
    return differing
}

/// The cells of 2 pixels that have one of eight pixels, a bit each.
@inline(__always)
private func cellBits(_ pixels: UInt32) -> UInt32 {
    var pairs = (pixels | pixels &>> 1) & 0x55
    pairs = (pairs | pairs &>> 1) & 0x33
    return (pairs | pairs &>> 2) & 0x0F
}

@inline(__always)
private func isSame32(
    _ left: UnsafeMutablePointer<UInt32>, _ right: UnsafeMutablePointer<UInt32>
) -> Bool {
    let difference =
        (difference8(left, right, 0) | difference8(left, right, 8))
        | (difference8(left, right, 16) | difference8(left, right, 24))
    // Halved by hand: comparing whole vectors becomes a loop over their lanes.
    let half = difference.lowHalf | difference.highHalf
    return half[0] | half[1] == 0
}

/// The bits in which eight pixels differ, as four words.
@inline(__always)
private func difference8(
    _ left: UnsafeMutablePointer<UInt32>, _ right: UnsafeMutablePointer<UInt32>, _ offset: Int
) -> SIMD4<UInt64> {
    UnsafeRawPointer(left + offset).loadUnaligned(as: SIMD4<UInt64>.self)
        ^ UnsafeRawPointer(right + offset).loadUnaligned(as: SIMD4<UInt64>.self)
}
