import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.
//
// Positions in the bitmap are integers and a linear function of the canvas pixel, so a pixel's
// result does not depend on the clip.

/// A repeated bitmap that is prepared for writing rows of pixels.
struct PatternSource {
    /// The index of the bitmap in the display list.
    let bitmap: Int
    /// The horizontal position in the bitmap as a function of the canvas pixel.
    private let u: Coordinate
    /// The vertical position in the bitmap as a function of the canvas pixel.
    private let v: Coordinate
    /// Whether the bitmap is neither scaled nor rotated. Its pixels are then copied without
    /// interpolation.
    private let isPixelAligned: Bool

    /// A coordinate in the bitmap as a linear function of the canvas pixel, with 24 fractional
    /// bits.
    private struct Coordinate {
        /// The coordinate at the center of canvas pixel (0, 0).
        let origin: Int64
        /// The change per canvas column.
        let perColumn: Int64
        /// The change per canvas row.
        let perRow: Int64
        /// The width or height of the bitmap, with 24 fractional bits.
        let extent: Int64

        /// Creates a function, or returns `nil` if the bitmap is scaled to less than 1/4,096 of its
        /// size or a value is not finite.
        init?(_ origin: Double, _ perColumn: Double, _ perRow: Double, extent: Int) {
            guard abs(perColumn) <= 4_096, abs(perRow) <= 4_096, origin.isFinite else { return nil }
            let start = origin.truncatingRemainder(dividingBy: Double(extent))
            self.origin = Self.fixed(start + (perColumn + perRow) / 2)
            self.perColumn = Self.fixed(perColumn)
            self.perRow = Self.fixed(perRow)
            self.extent = Int64(extent) << 24
        }

        /// Converts a value to fixed point.
        private static func fixed(_ value: Double) -> Int64 {
            Int64((value * 16_777_216).rounded())
        }

        /// Returns the coordinate at the center of a canvas pixel, wrapped into the bitmap.
        @inline(__always)
        func at(_ x: Int, _ y: Int) -> Int64 {
            let position = (origin &+ Int64(x) &* perColumn &+ Int64(y) &* perRow) % extent
            return position < 0 ? position &+ extent : position
        }
    }

    /// Prepares a pattern, or returns `nil` if a value is not finite or the bitmap is scaled to
    /// almost zero size.
    ///
    /// - Parameters:
    ///   - bitmap: The index of the bitmap in the display list.
    ///   - width: The width of the bitmap, in pixels.
    ///   - height: The height of the bitmap, in pixels.
    ///   - map: The transform from the bitmap's pixels to canvas pixels.
    init?(bitmap: Int, width: Int, height: Int, map: CGAffineTransform) {
        var map = map
        let limit = 1e-6
        isPixelAligned =
            abs(map.a - 1) < limit && abs(map.d - 1) < limit && abs(map.b) < limit
            && abs(map.c) < limit
        if isPixelAligned {
            map = CGAffineTransform(translationX: map.tx.rounded(), y: map.ty.rounded())
        }
        let determinant = map.a * map.d - map.b * map.c
        let inverse = map.inverted()
        guard determinant.isFinite, determinant != 0,
            let u = Coordinate(inverse.tx, inverse.a, inverse.c, extent: width),
            let v = Coordinate(inverse.ty, inverse.b, inverse.d, extent: height)
        else { return nil }
        self.bitmap = bitmap
        self.u = u
        self.v = v
    }

    /// Writes a row of premultiplied pixels.
    ///
    /// - Parameters:
    ///   - target: The row, indexed by canvas column.
    ///   - y: The canvas row.
    ///   - columns: The columns to write.
    ///   - list: The display list that contains the bitmap.
    func fill(
        _ target: UnsafeMutablePointer<UInt32>, y: Int, columns: Range<Int>, list: DisplayList
    ) {
        let source = list.bitmaps[bitmap]
        if isPixelAligned {
            var x = columns.lowerBound
            let row = source.pixels + Int(v.at(x, y) >> 24) &* source.stride
            while x < columns.upperBound {
                let from = Int(u.at(x, y) >> 24)
                let count = min(source.width &- from, columns.upperBound &- x)
                (target + x).update(from: row + from, count: count)
                x &+= count
            }
            return
        }
        for x in columns { target[x] = interpolated(source, u.at(x, y), v.at(x, y)) }
    }

    /// Returns the bilinearly interpolated premultiplied pixel at a position. At an edge, the
    /// interpolation uses pixels of the opposite edge.
    @inline(__always)
    private func interpolated(_ source: Bitmap, _ u: Int64, _ v: Int64) -> UInt32 {
        let half: Int64 = 1 << 23
        let fromLeft = u < half ? u &- half &+ self.u.extent : u &- half
        let fromTop = v < half ? v &- half &+ self.v.extent : v &- half
        let left = Int(fromLeft &>> 24)
        let upper = Int(fromTop &>> 24)
        let right = left &+ 1 == source.width ? 0 : left &+ 1
        let lower = upper &+ 1 == source.height ? 0 : upper &+ 1
        let across = UInt32(truncatingIfNeeded: fromLeft &>> 16) & 0xFF
        let down = UInt32(truncatingIfNeeded: fromTop &>> 16) & 0xFF
        let above = source.pixels + upper &* source.stride
        let below = source.pixels + lower &* source.stride
        return interpolatePixels(
            interpolatePixels(above[left], above[right], across),
            interpolatePixels(below[left], below[right], across), down)
    }
}

/// Returns the linear interpolation of two pixels.
///
/// - Parameters:
///   - first: The pixel that is returned for a factor of 0.
///   - second: The pixel that is returned for a factor of 256.
///   - part: The factor, 0…256.
@inline(__always)
func interpolatePixels(_ first: UInt32, _ second: UInt32, _ part: UInt32) -> UInt32 {
    let mask: UInt32 = 0x00FF_00FF
    let half: UInt32 = 0x0080_0080
    let rest = 256 &- part
    let redBlue = (((first & mask) &* rest &+ (second & mask) &* part &+ half) &>> 8) & mask
    let alphaGreen =
        (((first &>> 8) & mask) &* rest &+ ((second &>> 8) & mask) &* part &+ half)
        & 0xFF00_FF00
    return redBlue | alphaGreen
}
