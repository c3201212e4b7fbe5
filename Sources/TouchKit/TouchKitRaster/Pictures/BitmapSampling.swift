import TouchKitGeometry

// Positions in the bitmap are integers and a linear function of the canvas pixel, so a pixel's
// result does not depend on the clip.

/// The mapping from canvas pixels to positions in a bitmap that is drawn scaled or rotated.
struct BitmapSampling {
    /// The fixed-point representation of 1, with 24 fractional bits.
    static let one: Int64 = 1 << 24
    /// The fixed-point representation of ½.
    static let half: Int64 = 1 << 23

    /// The horizontal position in the bitmap as a function of the canvas pixel.
    private let u: Coordinate
    /// The vertical position in the bitmap as a function of the canvas pixel.
    private let v: Coordinate
    /// The right edge of the bitmap, in fixed point.
    private let endU: Int64
    /// The bottom edge of the bitmap, in fixed point.
    private let endV: Int64
    /// The canvas pixels that the bitmap may touch.
    let box: PixelRect

    /// A coordinate in the bitmap as a linear function of the canvas pixel, in fixed point.
    private struct Coordinate {
        /// The coordinate at the center of canvas pixel (0, 0).
        var origin: Int64
        /// The change per canvas column.
        var perColumn: Int64
        /// The change per canvas row.
        var perRow: Int64
        /// The distance between adjacent bitmap pixels on the canvas, perpendicular to the bitmap's
        /// edge, in canvas pixels.
        var distance: Float
        /// The minimum distance from the bitmap's edge to the center of a canvas pixel at which the
        /// bitmap fully covers the pixel, in fixed-point bitmap pixels.
        var margin: Int64

        /// Creates a function from its value at the canvas origin and its change per canvas column
        /// and row, in bitmap pixels.
        ///
        /// The result is `nil` for bitmaps scaled to less than 1/4,096 of their size and for
        /// positions beyond 2³⁴ pixels.
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

        /// Converts a number below 2³⁵ to fixed point.
        static func fixed(_ value: Double) -> Int64 {
            Int64((value * Double(BitmapSampling.one)).rounded())
        }

        /// Returns the coordinate at the center of a canvas pixel.
        @inline(__always)
        func at(_ x: Int, _ y: Int) -> Int64 {
            origin &+ Int64(x) &* perColumn &+ Int64(y) &* perRow
        }

        /// Returns the canvas columns of a row in which the coordinate is between `low` and `high`,
        /// both inclusive.
        ///
        /// The result does not depend on the clip. If the coordinate is constant along the row, the
        /// columns are the range of 32-bit integers or empty.
        func columns(row: Int, from low: Int64, through high: Int64) -> Range<Int> {
            let position = at(0, row)
            guard low <= high else { return 0..<0 }
            if perColumn == 0 {
                return position >= low && position <= high ? Int(Int32.min)..<Int(Int32.max) : 0..<0
            }
            let first = perColumn > 0 ? low - position : high - position
            let last = perColumn > 0 ? high - position : low - position
            let begin = Self.roundedUp(first, perColumn)
            let end = Self.roundedDown(last, perColumn) + 1
            return begin < end ? begin..<end : 0..<0
        }

        /// Returns the quotient rounded toward −∞.
        private static func roundedDown(_ value: Int64, _ divisor: Int64) -> Int {
            let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
            return Int(remainder != 0 && (remainder < 0) != (divisor < 0) ? quotient - 1 : quotient)
        }

        /// Returns the quotient rounded toward +∞.
        private static func roundedUp(_ value: Int64, _ divisor: Int64) -> Int {
            let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
            return Int(remainder != 0 && (remainder < 0) == (divisor < 0) ? quotient + 1 : quotient)
        }

        /// Returns the fraction 0…1 of a canvas pixel that is between the bitmap's two edges in the
        /// direction of the coordinate. The fraction is exact for edges parallel to the pixel grid.
        ///
        /// `position` is the coordinate of the pixel's center, and `end` is the coordinate of the
        /// far edge.
        @inline(__always)
        func coverage(_ position: Int64, _ end: Int64) -> Float {
            let low = Float(position &>> 8) * (1 / 65_536) * distance + 0.5
            let high = Float((end &- position) &>> 8) * (1 / 65_536) * distance + 0.5
            return max(0, min(low, 1) + min(high, 1) - 1)
        }
    }

    /// Creates the mapping, or returns `nil` if a value is not finite or the bitmap is not visible.
    ///
    /// - Parameters:
    ///   - extent: The size of the visible part of the bitmap, which begins at the bitmap's origin,
    ///     in bitmap pixels.
    ///   - map: The transform from the bitmap's pixels to canvas pixels.
    ///   - margin: The distance beyond the bitmap's edges that is also painted, in bitmap pixels.
    init?(extent: CGSize, map: CGAffineTransform, margin: Double) {
        let determinant = map.a * map.d - map.b * map.c
        guard determinant.isFinite, determinant != 0 else { return nil }
        let inverse = map.inverted()
        guard let u = Coordinate(inverse.tx, inverse.a, inverse.c),
            let v = Coordinate(inverse.ty, inverse.b, inverse.d)
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
        endU = Coordinate.fixed(extent.width)
        endV = Coordinate.fixed(extent.height)
        // A rotated antialiased edge extends up to one pixel beyond the geometric edge.
        let soft = map.b == 0 && map.c == 0 ? 0.0 : 1.0
        box = PixelRect(
            covering: CGRect(x: left, y: top, width: right - left, height: bottom - top)
                .insetBy(dx: -soft, dy: -soft))
    }

    /// Returns the position of a canvas pixel's center in the bitmap, in fixed point.
    @inline(__always)
    func position(_ x: Int, _ y: Int) -> (u: Int64, v: Int64) { (u.at(x, y), v.at(x, y)) }

    /// The change of the position per canvas column, in fixed point.
    var step: (u: Int64, v: Int64) { (u.perColumn, v.perColumn) }

    /// Returns the columns of a canvas row whose pixels the bitmap covers at least partly.
    func coveredColumns(row: Int) -> Range<Int> {
        coveredColumns(row: row, beyond: (u.margin, v.margin))
    }

    /// Returns the columns of a canvas row with positions inside the bitmap or up to `reach` beyond
    /// its edges.
    func coveredColumns(row: Int, beyond reach: (u: Int64, v: Int64)) -> Range<Int> {
        u.columns(row: row, from: -reach.u, through: endU + reach.u)
            .clamped(to: v.columns(row: row, from: -reach.v, through: endV + reach.v))
    }

    /// Returns the columns of a row that the bitmap covers completely, and for which all four
    /// pixels for the interpolation exist.
    ///
    /// - Parameters:
    ///   - row: The canvas row.
    ///   - width: The width of the bitmap, in pixels.
    ///   - height: The height of the bitmap, in pixels.
    func interiorColumns(row: Int, width: Int, height: Int) -> Range<Int> {
        let across = u.columns(
            row: row, from: max(u.margin, Self.half),
            through: min(endU - u.margin, Int64(width - 1) * Self.one + Self.half - 1))
        let down = v.columns(
            row: row, from: max(v.margin, Self.half),
            through: min(endV - v.margin, Int64(height - 1) * Self.one + Self.half - 1))
        return across.clamped(to: down)
    }

    /// Returns the fraction of a canvas pixel that the bitmap covers, scaled to 0…256. `position`
    /// is the position of the pixel's center in the bitmap.
    @inline(__always)
    func coverage(_ position: (u: Int64, v: Int64)) -> UInt32 {
        if position.u >= u.margin && position.u <= endU &- u.margin && position.v >= v.margin
            && position.v <= endV &- v.margin
        {
            return 256
        }
        return UInt32(u.coverage(position.u, endU) * v.coverage(position.v, endV) * 256 + 0.5)
    }
}
