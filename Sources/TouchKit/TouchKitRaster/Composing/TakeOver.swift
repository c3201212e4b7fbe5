import TouchKitGeometry

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
    // What differs seldom ends after 32 pixels, and what doesn't seldom begins there.
    var wasSame = true
    var x = columns.lowerBound & ~7
    while x < columns.upperBound {
        let first = x
        var found = Differences()
        if x >= columns.lowerBound, x &+ 32 <= columns.upperBound {
            x &+= 32
            if !wasSame || !isSame32(composed + first, picture + first) {
                found = differences32(composed + first, picture + first)
                wasSame = found.isNone
                if !wasSame { copy32(from: composed + first, to: picture + first) }
            }
        } else {
            x &+= 8
            found = differences8(composed + first, picture + first)
            if first < columns.lowerBound || x > columns.upperBound {
                found.cut(columns.lowerBound &- first, columns.upperBound &- first)
                if !found.isNone {
                    copy8(from: composed + first, to: picture + first, where: found.columns)
                }
            } else if !found.isNone {
                copy8(from: composed + first, to: picture + first)
            }
        }
        differing &+= found.count
        // Cells are gathered until the end of what one word holds.
        let shift = UInt64(truncatingIfNeeded: (first & 127) &>> 1)
        let pairs = UInt64(found.cells)
        cells |= pairs &<< shift
        if first >> 7 != x >> 7 {
            if cells != 0 { damage.mark(cells: cells, fromColumn: first & ~127, row: row) }
            // By the shorter way, a shift by 64 would be none.
            cells = (pairs &>> 1) &>> (63 &- shift)
        }
    }
    if cells != 0 { damage.mark(cells: cells, fromColumn: (x &- 8) & ~127, row: row) }
    return differing
}

/// Which of up to 32 pixels differ, by columns modulo 4: of columns 0 and 1, 2 and 3, a byte each in two
/// words, one bit for each four pixels.
private struct Differences {
    /// Columns 0 in bits 0…7, columns 1 in bits 32…39.
    private var left: UInt64 = 0
    /// Columns 2 and 3, likewise.
    private var right: UInt64 = 0

    init() {}

    /// - Parameter lanes: A bit for each four pixels in the lane of each column.
    @inline(__always)
    init(_ lanes: SIMD4<UInt32>) {
        let words = unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
        left = words[0]
        right = words[1]
    }

    @inline(__always)
    var isNone: Bool { left | right == 0 }

    /// The number of pixels.
    @inline(__always)
    var count: Int {
        let all = left | right &<< 8
        return all == 0x0000_FFFF_0000_FFFF ? 32 : all.nonzeroBitCount
    }

    /// The cells of 2 pixels that have one of them, a bit each.
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

    /// The columns, of eight pixels, a bit each.
    var columns: UInt32 {
        var bits: UInt32 = 0
        for column in 0..<8 {
            let word = column & 2 == 0 ? left : right
            let place = UInt64((column & 1) * 32 + column >> 2)
            bits |= UInt32(truncatingIfNeeded: word &>> place & 1) &<< UInt32(column)
        }
        return bits
    }

    /// Leaves only some columns of eight pixels.
    mutating func cut(_ first: Int, _ end: Int) {
        for column in 0..<8 where column < first || column >= end {
            let bit: UInt64 = 1 &<< UInt64((column & 1) * 32 + column >> 2)
            if column & 2 == 0 { left &= ~bit } else { right &= ~bit }
        }
    }
}

@inline(__always)
private func differences8(
    _ left: UnsafeMutablePointer<UInt32>, _ right: UnsafeMutablePointer<UInt32>
) -> Differences {
    var lanes = SIMD4<UInt32>()
    add(left, right, 4, to: &lanes)
    add(left, right, 0, to: &lanes)
    return Differences(lanes)
}

@inline(__always)
private func differences32(
    _ left: UnsafeMutablePointer<UInt32>, _ right: UnsafeMutablePointer<UInt32>
) -> Differences {
    var lanes = SIMD4<UInt32>()
    add(left, right, 28, to: &lanes)
    add(left, right, 24, to: &lanes)
    add(left, right, 20, to: &lanes)
    add(left, right, 16, to: &lanes)
    add(left, right, 12, to: &lanes)
    add(left, right, 8, to: &lanes)
    add(left, right, 4, to: &lanes)
    add(left, right, 0, to: &lanes)
    return Differences(lanes)
}

/// Puts a bit below those of each lane: whether a pixel differs. A mask's lane is −1 where it's true; a bit
/// chosen by it would be taken apart lane by lane.
@inline(__always)
private func add(
    _ left: UnsafeMutablePointer<UInt32>, _ right: UnsafeMutablePointer<UInt32>, _ offset: Int,
    to lanes: inout SIMD4<UInt32>
) {
    let new = UnsafeRawPointer(left + offset).loadUnaligned(as: SIMD4<UInt32>.self)
    let old = UnsafeRawPointer(right + offset).loadUnaligned(as: SIMD4<UInt32>.self)
    let same = unsafeBitCast(new .== old, to: SIMD4<UInt32>.self)
    // 2 · lanes + 1, and 1 less where they are the same.
    lanes = lanes &+ lanes &+ 1 &+ same
}

@inline(__always)
private func copy8(
    from composed: UnsafeMutablePointer<UInt32>, to picture: UnsafeMutablePointer<UInt32>
) {
    UnsafeMutableRawPointer(picture).storeBytes(
        of: UnsafeRawPointer(composed).loadUnaligned(as: Lanes8.self), as: Lanes8.self)
}

@inline(__always)
private func copy32(
    from composed: UnsafeMutablePointer<UInt32>, to picture: UnsafeMutablePointer<UInt32>
) {
    for offset in 0..<4 { copy8(from: composed + offset &* 8, to: picture + offset &* 8) }
}

/// Copies those of eight pixels that have a bit.
private func copy8(
    from composed: UnsafeMutablePointer<UInt32>, to picture: UnsafeMutablePointer<UInt32>,
    where bits: UInt32
) {
    for column in 0..<8 where bits &>> UInt32(column) & 1 == 1 {
        picture[column] = composed[column]
    }
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
