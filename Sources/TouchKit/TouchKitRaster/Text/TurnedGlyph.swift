import TouchKitGeometry

// Hot code: see Blend.swift.

/// A letter that is stretched or turned.
struct TurnedGlyph {
    /// Which of the display list's coverages it is.
    let coverage: Int
    let sampling: Sampling

    /// Paints it into a tile.
    func paint(into tile: Tile, clip: PixelRect, color: BlendColor, list: DisplayList) {
        let source = list.coverages[coverage]
        for y in clip.minY..<clip.maxY {
            let row = tile.row(y)
            // The pixels mixed there may lie half a pixel beyond the letter's.
            let columns = sampling.touched(row: y, beyond: (Sampling.half, Sampling.half))
                .clamped(to: clip.minX..<clip.maxX)
            var x = columns.lowerBound
            while x < columns.upperBound {
                let part = Self.mixed(source, sampling.place(x, y))
                if part != 0 { blend1(row + x, color, part) }
                x &+= 1
            }
        }
    }

    /// The coverage at a place, 0…256; beyond the picture there is none.
    @inline(__always)
    private static func mixed(_ source: CoverageBitmap, _ place: (u: Int64, v: Int64)) -> UInt32 {
        let u = place.u &- Sampling.half
        let v = place.v &- Sampling.half
        let left = u &>> 24
        let upper = v &>> 24
        guard left >= -1, left < source.width, upper >= -1, upper < source.height else { return 0 }
        let across = UInt32(truncatingIfNeeded: u &>> 16) & 0xFF
        let down = UInt32(truncatingIfNeeded: v &>> 16) & 0xFF
        let x = Int(left)
        let y = Int(upper)
        let above = at(source, x, y) &* (256 &- across) &+ at(source, x &+ 1, y) &* across
        let below = at(source, x, y &+ 1) &* (256 &- across) &+ at(source, x &+ 1, y &+ 1) &* across
        let sum = (above &* (256 &- down) &+ below &* down &+ 32_768) &>> 16
        return sum &+ (sum &>> 7)
    }

    @inline(__always)
    private static func at(_ source: CoverageBitmap, _ x: Int, _ y: Int) -> UInt32 {
        guard x >= 0, x < source.width, y >= 0, y < source.height else { return 0 }
        return UInt32(source.bytes[y &* source.stride &+ x])
    }
}
