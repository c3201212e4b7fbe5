import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.

/// Copies the changed pixels of a composed part to the canvas and marks them as damage. The part is
/// at most one chunk of 8 pixels wide.
///
/// Vertical lines produce such narrow parts. The mask of their columns is computed only once for
/// all rows.
///
/// - Parameters:
///   - tile: The tile that contains the composed part.
///   - canvas: The canvas, which receives the changed pixels.
///   - part: The part to compare, in canvas pixels; all its columns are in the same chunk.
///   - damage: The mask in which changed pixels are marked.
/// - Returns: The number of changed pixels.
func mergeChunkColumn(
    _ tile: Tile, _ canvas: Bitmap, _ part: PixelRect, damage: inout DamageMask
) -> Int {
    let column = part.minX & ~7
    let mask = chunkMask(part.minX &- column, part.maxX &- column)
    let shift = UInt64(truncatingIfNeeded: (column & 127) &>> 1)
    var differing = 0
    var old = canvas.pixels + (part.minY &* canvas.stride &+ column)
    for y in part.minY..<part.maxY {
        let new = UnsafeRawPointer(tile.row(y) + column)
        let low = difference4(new, old, 0, mask.low)
        let high = difference4(new, old, 4, mask.high)
        let all = unsafeBitCast(low | high, to: SIMD2<UInt64>.self)
        if all[0] | all[1] != 0 {
            old.invertBits(low, 0)
            old.invertBits(high, 4)
            let bits = pixelBits(low) | pixelBits(high) &<< 4
            differing &+= bits.nonzeroBitCount
            let pairs = (bits | bits &>> 1) & 0x55
            let halves = (pairs | pairs &>> 1) & 0x33
            let cells = (halves | halves &>> 2) & 0x0F
            damage.mark(cells: UInt64(cells) &<< shift, fromColumn: column & ~127, row: y)
        }
        old += canvas.stride
    }
    return differing
}

/// Returns a mask of eight pixels in which all bits of the pixels `first..<end` are set.
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

/// Returns the exclusive or of four new and four old pixels, limited to the bits in `mask`. The
/// pixels begin `offset` pixels after the pointers.
@inline(__always)
private func difference4(
    _ new: UnsafeRawPointer, _ old: UnsafeMutablePointer<UInt32>, _ offset: Int, _ mask: Lanes4
) -> Lanes4 {
    let composed = (new + offset &* 4).loadUnaligned(as: Lanes4.self)
    let stored = UnsafeRawPointer(old + offset).loadUnaligned(as: Lanes4.self)
    return (composed ^ stored) & mask
}

/// Returns a mask with one bit per lane, which is set if the lane is not 0. Lane 0 has the lowest
/// bit.
@inline(__always)
private func pixelBits(_ difference: Lanes4) -> UInt32 {
    var bits: UInt32 = 0
    for lane in 0..<4 where difference[lane] != 0 { bits |= 1 &<< UInt32(lane) }
    return bits
}

extension UnsafeMutablePointer<UInt32> {
    /// Inverts the bits of the four pixels at `offset` that are set in `difference`.
    @inline(__always)
    fileprivate func invertBits(_ difference: Lanes4, _ offset: Int) {
        let raw = UnsafeMutableRawPointer(self + offset)
        raw.storeBytes(
            of: raw.loadUnaligned(as: Lanes4.self) ^ difference, as: Lanes4.self)
    }
}
