import Geometry

// Hot code: see Blend.swift. Places in the picture are whole numbers, a linear function of the
// canvas pixel: whatever the clip, a pixel gets the same bits.

/// Where in a picture each pixel of the canvas looks, for a picture that is stretched or turned.
struct Sampling {
    /// Fixed point: 24 bits behind the point.
    static let one: Int64 = 1 << 24
    static let half: Int64 = 1 << 23

    private let u: Linear
    private let v: Linear
    /// The picture's size, in its own pixels.
    let width: Int
    let height: Int
    /// The pixels of the canvas that it may touch.
    let box: PixelRect

    /// A coordinate in the picture, over the canvas.
    private struct Linear {
        /// At the middle of canvas pixel (0, 0).
        var origin: Int64
        /// Per canvas column, and per row.
        var perColumn: Int64
        var perRow: Int64
        /// Canvas pixels from one of the picture's pixels to the next, across its edge.
        var distance: Float
        /// So far from an edge a pixel is covered wholly.
        var margin: Int64

        /// Nil where a number is beyond what the kernel works with: pictures shrunk to less than
        /// 1/4,096, and places farther than 2³⁴ pixels.
        init?(_ origin: Double, _ perColumn: Double, _ perRow: Double) {
            let gradient = (perColumn * perColumn + perRow * perRow).squareRoot()
            guard gradient > 0, gradient <= 4_096, abs(origin) <= 17_179_869_184 else {
                return nil
            }
            self.origin = Self.fixed(origin + (perColumn + perRow) / 2)
            self.perColumn = Self.fixed(perColumn)
            self.perRow = Self.fixed(perRow)
            distance = Float(1 / gradient)
            margin = Self.fixed(gradient / 2) + 1
        }

        private static func fixed(_ value: Double) -> Int64 {
            Int64((value * Double(Sampling.one)).rounded())
        }

        @inline(__always)
        func at(_ x: Int, _ y: Int) -> Int64 {
            origin &+ Int64(x) &* perColumn &+ Int64(y) &* perRow
        }

        /// The part of a canvas pixel between the picture's edges, 0…1; exact for upright edges.
        @inline(__always)
        func coverage(_ place: Int64, _ extent: Int) -> Float {
            let low = Float(place &>> 8) * (1 / 65_536) * distance + 0.5
            let high =
                Float((Int64(extent) &* Sampling.one &- place) &>> 8) * (1 / 65_536) * distance
                + 0.5
            return max(0, min(low, 1) + min(high, 1) - 1)
        }
    }

    /// Nil where a number isn't finite, or nothing is there to paint.
    ///
    /// - Parameters:
    ///   - width: The picture's width, in its own pixels.
    ///   - height: The picture's height.
    ///   - map: From the picture's pixels to canvas pixels.
    ///   - margin: How far beyond the picture's edges it paints, in its own pixels.
    init?(width: Int, height: Int, map: CGAffineTransform, margin: Double) {
        let determinant = map.a * map.d - map.b * map.c
        guard determinant.isFinite, determinant != 0 else { return nil }
        let inverse = map.inverted()
        guard let u = Linear(inverse.tx, inverse.a, inverse.c),
            let v = Linear(inverse.ty, inverse.b, inverse.d)
        else { return nil }
        let corners = CGRect(
            x: -margin, y: -margin, width: Double(width) + 2 * margin,
            height: Double(height) + 2 * margin
        ).applying(map)
        guard let left = DisplayList.bounded(corners.minX),
            let top = DisplayList.bounded(corners.minY),
            let right = DisplayList.bounded(corners.maxX),
            let bottom = DisplayList.bounded(corners.maxY)
        else { return nil }
        self.u = u
        self.v = v
        self.width = width
        self.height = height
        // A turned edge is soft a little beyond itself.
        let soft = map.b == 0 && map.c == 0 ? 0.0 : 1.0
        box = PixelRect(
            covering: CGRect(x: left, y: top, width: right - left, height: bottom - top)
                .insetBy(dx: -soft, dy: -soft))
    }

    /// Where a canvas pixel's middle lies in the picture, in fixed point.
    @inline(__always)
    func place(_ x: Int, _ y: Int) -> (u: Int64, v: Int64) { (u.at(x, y), v.at(x, y)) }

    /// The part of a canvas pixel that the picture covers, 0…256.
    @inline(__always)
    func coverage(_ place: (u: Int64, v: Int64)) -> UInt32 {
        let endU = Int64(width) &* Self.one
        let endV = Int64(height) &* Self.one
        if place.u >= u.margin && place.u <= endU &- u.margin && place.v >= v.margin
            && place.v <= endV &- v.margin
        {
            return 256
        }
        return UInt32(u.coverage(place.u, width) * v.coverage(place.v, height) * 256 + 0.5)
    }
}

/// A picture that is stretched or turned, its pixels mixed from the four nearest.
struct StretchShape {
    /// Which of the display list's bitmaps it is.
    let bitmap: Int
    let sampling: Sampling
    /// How opaque it is, 0…256.
    let opacity: UInt32

    /// Paints it into a tile.
    func paint(into tile: Tile, clip: PixelRect, list: DisplayList) {
        let source = list.bitmaps[bitmap]
        for y in clip.minY..<clip.maxY {
            let row = tile.row(y)
            var x = clip.minX
            while x < clip.maxX {
                let place = sampling.place(x, y)
                let coverage = sampling.coverage(place)
                if coverage != 0 {
                    blendOver(
                        row + x, Self.mixed(source, place), (coverage &* opacity &+ 128) &>> 8)
                }
                x &+= 1
            }
        }
    }

    /// The picture's colour at a place, premultiplied; beyond its edges that of the nearest pixel.
    @inline(__always)
    private static func mixed(_ source: Bitmap, _ place: (u: Int64, v: Int64)) -> UInt32 {
        let u = place.u &- Sampling.half
        let v = place.v &- Sampling.half
        let left = min(max(Int(u &>> 24), 0), source.width &- 1)
        let right = min(max(Int(u &>> 24) &+ 1, 0), source.width &- 1)
        let upper = min(max(Int(v &>> 24), 0), source.height &- 1) &* source.stride
        let lower = min(max(Int(v &>> 24) &+ 1, 0), source.height &- 1) &* source.stride
        let across = UInt32(truncatingIfNeeded: u &>> 16) & 0xFF
        let down = UInt32(truncatingIfNeeded: v &>> 16) & 0xFF
        let above = mix(source.pixels[upper &+ left], source.pixels[upper &+ right], across)
        let below = mix(source.pixels[lower &+ left], source.pixels[lower &+ right], across)
        return mix(above, below, down)
    }

    /// A pixel between two others.
    ///
    /// - Parameter part: How much of the second one, in 256ths.
    @inline(__always)
    private static func mix(_ first: UInt32, _ second: UInt32, _ part: UInt32) -> UInt32 {
        let mask: UInt32 = 0x00FF_00FF
        let half: UInt32 = 0x0080_0080
        let rest = 256 &- part
        let redBlue = (((first & mask) &* rest &+ (second & mask) &* part &+ half) &>> 8) & mask
        let alphaGreen =
            (((first &>> 8) & mask) &* rest &+ ((second &>> 8) & mask) &* part &+ half)
            & 0xFF00_FF00
        return redBlue | alphaGreen
    }
}

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
            var x = clip.minX
            while x < clip.maxX {
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
        return UInt32(source.bytes[y &* source.width &+ x])
    }
}
