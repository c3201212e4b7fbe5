import TouchKitGeometry

// Hot code: see Blend.swift.

/// Copies the pixels that differ of a composed part that lies in one chunk of 8 pixels, as a line down the
/// screen does, and marks them: what row after row has in common is done once.
///
/// - Parameters:
///   - tile: The part as it was composed.
///   - picture: The picture as it was.
///   - part: The part, in canvas pixels.
///   - damage: Gets what differs.
/// - Returns: The number of pixels that differ.
func takeOverChunks(
    _ tile: Tile, _ picture: Bitmap, _ part: PixelRect, damage: inout DamageMask
) -> Int {
    let column = part.minX & ~7
    let wanted = chunkMask(part.minX &- column, part.maxX &- column)
    let shift = UInt64(truncatingIfNeeded: (column & 127) &>> 1)
    var differing = 0
    var old = picture.pixels + (part.minY &* picture.stride &+ column)
    for y in part.minY..<part.maxY {
        let new = UnsafeRawPointer(tile.row(y) + column)
        let low = difference4(new, old, 0, wanted.low)
        let high = difference4(new, old, 4, wanted.high)
        let all = unsafeBitCast(low | high, to: SIMD2<UInt64>.self)
        if all[0] | all[1] != 0 {
            old.flip(low, 0)
            old.flip(high, 4)
            let bits = pixelBits(low) | pixelBits(high) &<< 4
            differing &+= bits.nonzeroBitCount
            let pairs = (bits | bits &>> 1) & 0x55
            let halves = (pairs | pairs &>> 1) & 0x33
            let cells = (halves | halves &>> 2) & 0x0F
            damage.mark(cells: UInt64(cells) &<< shift, fromColumn: column & ~127, row: y)
        }
        old += picture.stride
    }
    return differing
}

/// All bits of those of eight pixels that lie between two columns.
@inline(__always)
private func chunkMask(_ first: Int, _ end: Int) -> (low: Lanes4, high: Lanes4) {
    var mask = (low: Lanes4(), high: Lanes4())
    for column in first..<end {
        if column < 4 {
            mask.low[column] = .max
        } else {
            mask.high[column &- 4] = .max
        }
    }
    return mask
}

/// The bits in which four pixels differ, but for those that aren't wanted.
@inline(__always)
private func difference4(
    _ new: UnsafeRawPointer, _ old: UnsafeMutablePointer<UInt32>, _ offset: Int, _ wanted: Lanes4
) -> Lanes4 {
    let composed = (new + offset &* 4).loadUnaligned(as: Lanes4.self)
    let shown = UnsafeRawPointer(old + offset).loadUnaligned(as: Lanes4.self)
    return (composed ^ shown) & wanted
}

/// A bit for each of four pixels that differ.
@inline(__always)
private func pixelBits(_ difference: Lanes4) -> UInt32 {
    var bits: UInt32 = 0
    for lane in 0..<4 where difference[lane] != 0 { bits |= 1 &<< UInt32(lane) }
    return bits
}

extension UnsafeMutablePointer<UInt32> {
    /// Turns those bits of four pixels that are to be others.
    @inline(__always)
    fileprivate func flip(_ difference: Lanes4, _ offset: Int) {
        let raw = UnsafeMutableRawPointer(self + offset)
        raw.storeBytes(
            of: raw.loadUnaligned(as: Lanes4.self) ^ difference, as: Lanes4.self)
    }
}
