import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.

/// A glyph that is drawn scaled or rotated.
struct TransformedGlyph {
    /// The index of the glyph mask in the display list's `coverages`.
    let coverage: Int
    /// The mapping from canvas pixels to positions in the mask.
    let sampling: BitmapSampling

    /// Paints the pixels inside `clip` into a tile.
    func paint(into tile: Tile, clip: PixelRect, color: BlendColor, list: DisplayList) {
        let source = list.coverages[coverage]
        for y in clip.minY..<clip.maxY {
            let row = tile.row(y)
            // Interpolation extends the glyph by half a pixel beyond the mask.
            let columns = sampling.coveredColumns(
                row: y, beyond: (BitmapSampling.half, BitmapSampling.half)
            )
            .clamped(to: clip.minX..<clip.maxX)
            var x = columns.lowerBound
            while x < columns.upperBound {
                let part = Self.interpolated(source, sampling.position(x, y))
                if part != 0 { blend1(row + x, color, part) }
                x &+= 1
            }
        }
    }

    /// Returns the bilinearly interpolated coverage 0…256 at a position of the mask, which is in
    /// fixed point. Pixels outside of the mask count as 0.
    @inline(__always)
    private static func interpolated(_ source: CoverageBitmap, _ position: (u: Int64, v: Int64))
        -> UInt32
    {
        let u = position.u &- BitmapSampling.half
        let v = position.v &- BitmapSampling.half
        let left = u &>> 24
        let upper = v &>> 24
        guard left >= -1, left < source.width, upper >= -1, upper < source.height else { return 0 }
        let across = UInt32(truncatingIfNeeded: u &>> 16) & 0xFF
        let down = UInt32(truncatingIfNeeded: v &>> 16) & 0xFF
        let x = Int(left)
        let y = Int(upper)
        let above = value(source, x, y) &* (256 &- across) &+ value(source, x &+ 1, y) &* across
        let below =
            value(source, x, y &+ 1) &* (256 &- across) &+ value(source, x &+ 1, y &+ 1) &* across
        let sum = (above &* (256 &- down) &+ below &* down &+ 32_768) &>> 16
        return sum &+ (sum &>> 7)
    }

    /// Returns the coverage 0…255 of a pixel, or 0 outside of the mask.
    @inline(__always)
    private static func value(_ source: CoverageBitmap, _ x: Int, _ y: Int) -> UInt32 {
        guard x >= 0, x < source.width, y >= 0, y < source.height else { return 0 }
        return UInt32(source.bytes[y &* source.stride &+ x])
    }
}
