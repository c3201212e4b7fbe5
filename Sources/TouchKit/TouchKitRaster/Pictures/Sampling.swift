import TouchKitGeometry

// Hot code: see Blend.swift. Places in the picture are whole numbers, a linear function of the
// canvas pixel: whatever the clip, a pixel gets the same bits.

/// Where in a picture each pixel of the canvas looks, for a picture that is stretched or turned.
struct Sampling {
    /// Fixed point: 24 bits behind the point.
    static let one: Int64 = 1 << 24
    static let half: Int64 = 1 << 23

    private let u: Linear
    private let v: Linear
    /// The picture's right and lower edge, in fixed point.
    private let endU: Int64
    private let endV: Int64
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

        /// A number in fixed point; it is below 2³⁵.
        static func fixed(_ value: Double) -> Int64 {
            Int64((value * Double(Sampling.one)).rounded())
        }

        @inline(__always)
        func at(_ x: Int, _ y: Int) -> Int64 {
            origin &+ Int64(x) &* perColumn &+ Int64(y) &* perRow
        }

        /// The columns of a row whose places lie between two others, both among them: a function of
        /// the row alone, as far as columns are whole numbers of 32 bits.
        func columns(row: Int, from low: Int64, through high: Int64) -> Range<Int> {
            let place = at(0, row)
            guard low <= high else { return 0..<0 }
            if perColumn == 0 {
                return place >= low && place <= high ? Int(Int32.min)..<Int(Int32.max) : 0..<0
            }
            let first = perColumn > 0 ? low - place : high - place
            let last = perColumn > 0 ? high - place : low - place
            let begin = Self.roundedUp(first, perColumn)
            let end = Self.roundedDown(last, perColumn) + 1
            return begin < end ? begin..<end : 0..<0
        }

        private static func roundedDown(_ value: Int64, _ divisor: Int64) -> Int {
            let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
            return Int(remainder != 0 && (remainder < 0) != (divisor < 0) ? quotient - 1 : quotient)
        }

        private static func roundedUp(_ value: Int64, _ divisor: Int64) -> Int {
            let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
            return Int(remainder != 0 && (remainder < 0) == (divisor < 0) ? quotient + 1 : quotient)
        }

        /// The part of a canvas pixel between the picture's edges, 0…1; exact for upright edges.
        @inline(__always)
        func coverage(_ place: Int64, _ end: Int64) -> Float {
            let low = Float(place &>> 8) * (1 / 65_536) * distance + 0.5
            let high = Float((end &- place) &>> 8) * (1 / 65_536) * distance + 0.5
            return max(0, min(low, 1) + min(high, 1) - 1)
        }
    }

    /// Nil where a number isn't finite, or nothing is there to paint.
    ///
    /// - Parameters:
    ///   - extent: What is painted of the picture, from its corner, in its own pixels.
    ///   - map: From the picture's pixels to canvas pixels.
    ///   - margin: How far beyond the picture's edges it paints, in its own pixels.
    init?(extent: CGSize, map: CGAffineTransform, margin: Double) {
        let determinant = map.a * map.d - map.b * map.c
        guard determinant.isFinite, determinant != 0 else { return nil }
        let inverse = map.inverted()
        guard let u = Linear(inverse.tx, inverse.a, inverse.c),
            let v = Linear(inverse.ty, inverse.b, inverse.d)
        else { return nil }
        let corners = CGRect(
            x: -margin, y: -margin, width: extent.width + 2 * margin,
            height: extent.height + 2 * margin
        ).applying(map)
        guard let left = DisplayList.bounded(corners.minX),
            let top = DisplayList.bounded(corners.minY),
            let right = DisplayList.bounded(corners.maxX),
            let bottom = DisplayList.bounded(corners.maxY)
        else { return nil }
        self.u = u
        self.v = v
        endU = Linear.fixed(extent.width)
        endV = Linear.fixed(extent.height)
        // A turned edge is soft a little beyond itself.
        let soft = map.b == 0 && map.c == 0 ? 0.0 : 1.0
        box = PixelRect(
            covering: CGRect(x: left, y: top, width: right - left, height: bottom - top)
                .insetBy(dx: -soft, dy: -soft))
    }

    /// Where a canvas pixel's middle lies in the picture, in fixed point.
    @inline(__always)
    func place(_ x: Int, _ y: Int) -> (u: Int64, v: Int64) { (u.at(x, y), v.at(x, y)) }

    /// How far the place moves on from a column to the next, in fixed point.
    var step: (u: Int64, v: Int64) { (u.perColumn, v.perColumn) }

    /// The columns of a row in which a picture covers anything.
    func touched(row: Int) -> Range<Int> {
        touched(row: row, beyond: (u.margin, v.margin))
    }

    /// The columns of a row whose places lie in the picture, or so far beyond its edges.
    func touched(row: Int, beyond reach: (u: Int64, v: Int64)) -> Range<Int> {
        u.columns(row: row, from: -reach.u, through: endU + reach.u)
            .clamped(to: v.columns(row: row, from: -reach.v, through: endV + reach.v))
    }

    /// The columns of a row in which a picture covers every pixel wholly, and has all four pixels
    /// that are mixed there.
    ///
    /// - Parameters:
    ///   - row: The canvas's row.
    ///   - width: The bitmap's width, in pixels.
    ///   - height: The bitmap's height.
    func interior(row: Int, width: Int, height: Int) -> Range<Int> {
        let across = u.columns(
            row: row, from: max(u.margin, Self.half),
            through: min(endU - u.margin, Int64(width - 1) * Self.one + Self.half - 1))
        let down = v.columns(
            row: row, from: max(v.margin, Self.half),
            through: min(endV - v.margin, Int64(height - 1) * Self.one + Self.half - 1))
        return across.clamped(to: down)
    }

    /// The part of a canvas pixel that the picture covers, 0…256.
    @inline(__always)
    func coverage(_ place: (u: Int64, v: Int64)) -> UInt32 {
        if place.u >= u.margin && place.u <= endU &- u.margin && place.v >= v.margin
            && place.v <= endV &- v.margin
        {
            return 256
        }
        return UInt32(u.coverage(place.u, endU) * v.coverage(place.v, endV) * 256 + 0.5)
    }
}
