import TouchKitGeometry

// Hot code: see Blend.swift. Places in the picture are whole numbers, a linear function of the canvas
// pixel: whatever the clip, a pixel gets the same bits.

/// A picture side by side with itself, made ready for painting.
struct PatternSource {
    /// Which of the display list's bitmaps it is.
    let bitmap: Int
    private let u: Linear
    private let v: Linear
    /// Whether the picture's pixels lie on whole pixels of the canvas, neither stretched nor turned.
    private let isWhole: Bool

    /// A coordinate in the picture over the canvas: 24 bits behind the point.
    private struct Linear {
        let origin: Int64
        let perColumn: Int64
        let perRow: Int64
        /// The picture's extent, in the same unit.
        let extent: Int64

        /// Nil for pictures shrunk to less than 1/4,096.
        init?(_ origin: Double, _ perColumn: Double, _ perRow: Double, extent: Int) {
            guard abs(perColumn) <= 4_096, abs(perRow) <= 4_096, origin.isFinite else { return nil }
            let start = origin.truncatingRemainder(dividingBy: Double(extent))
            self.origin = Self.fixed(start + (perColumn + perRow) / 2)
            self.perColumn = Self.fixed(perColumn)
            self.perRow = Self.fixed(perRow)
            self.extent = Int64(extent) << 24
        }

        private static func fixed(_ value: Double) -> Int64 {
            Int64((value * 16_777_216).rounded())
        }

        /// At the middle of a pixel, inside the picture.
        @inline(__always)
        func at(_ x: Int, _ y: Int) -> Int64 {
            let place = (origin &+ Int64(x) &* perColumn &+ Int64(y) &* perRow) % extent
            return place < 0 ? place &+ extent : place
        }
    }

    /// Nil where a number isn't finite or the picture is shrunk to nothing.
    init?(bitmap: Int, width: Int, height: Int, map: CGAffineTransform) {
        var map = map
        let limit = 1e-6
        isWhole =
            abs(map.a - 1) < limit && abs(map.d - 1) < limit && abs(map.b) < limit
            && abs(map.c) < limit
        if isWhole {
            map = CGAffineTransform(translationX: map.tx.rounded(), y: map.ty.rounded())
        }
        let determinant = map.a * map.d - map.b * map.c
        let inverse = map.inverted()
        guard determinant.isFinite, determinant != 0,
            let u = Linear(inverse.tx, inverse.a, inverse.c, extent: width),
            let v = Linear(inverse.ty, inverse.b, inverse.d, extent: height)
        else { return nil }
        self.bitmap = bitmap
        self.u = u
        self.v = v
    }

    /// Makes a row of pixels, premultiplied.
    func fill(
        _ target: UnsafeMutablePointer<UInt32>, y: Int, columns: Range<Int>, list: DisplayList
    ) {
        let source = list.bitmaps[bitmap]
        if isWhole {
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
        for x in columns { target[x] = mixed(source, u.at(x, y), v.at(x, y)) }
    }

    /// The picture's colour at a place, mixed from the four nearest pixels; over an edge it goes on at
    /// the opposite one.
    @inline(__always)
    private func mixed(_ source: Bitmap, _ u: Int64, _ v: Int64) -> UInt32 {
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
        return mixPixels(
            mixPixels(above[left], above[right], across),
            mixPixels(below[left], below[right], across), down)
    }
}

/// A pixel between two others.
///
/// - Parameter part: How much of the second one, in 256ths.
@inline(__always)
func mixPixels(_ first: UInt32, _ second: UInt32, _ part: UInt32) -> UInt32 {
    let mask: UInt32 = 0x00FF_00FF
    let half: UInt32 = 0x0080_0080
    let rest = 256 &- part
    let redBlue = (((first & mask) &* rest &+ (second & mask) &* part &+ half) &>> 8) & mask
    let alphaGreen =
        (((first &>> 8) & mask) &* rest &+ ((second &>> 8) & mask) &* part &+ half)
        & 0xFF00_FF00
    return redBlue | alphaGreen
}
