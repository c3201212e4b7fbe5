import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks. A
// pixel's result does not depend on the clip: chunks are on a grid fixed to the canvas, and each
// decision depends only on the shape, the row and the chunk.

/// A rectangle with or without rounded corners under an arbitrary affine transform.
///
/// Each pixel is described by its distances from the two center lines, measured perpendicular to
/// the lines in canvas pixels. The coverage decreases linearly over one pixel at an edge. At a
/// sharp corner, the coverage is the product of the coverage of both edges. At a rounded corner,
/// the coverage is derived from the ellipse to which the transform maps the arc: the distance is
/// approximated by the ellipse's equation divided by its gradient.
struct TransformedRectShape {
    /// The horizontal position of the center, in canvas pixels.
    private let centerX: Float
    /// The vertical position of the center, in canvas pixels.
    private let centerY: Float
    /// The axis perpendicular to the left and right edges.
    private let u: Axis
    /// The axis perpendicular to the top and bottom edges.
    private let v: Axis
    /// The cosine of the angle between both axes, which is 0 if the transform preserves right
    /// angles.
    private let axisCosine: Float
    /// Whether the corners have a radius of more than ¼ pixel.
    private let isRound: Bool
    /// Whether the shape is near and small enough to determine fully covered pixels with 32-bit
    /// numbers.
    private let isPrecise: Bool
    /// The corners in canvas pixels. An edge connects each corner with the next corner.
    private let corners: (CGPoint, CGPoint, CGPoint, CGPoint)
    /// The pixels that the shape may touch.
    let box: PixelRect

    /// One of the two directions perpendicular to the rectangle's edges.
    private struct Axis {
        /// The horizontal component of the unit vector perpendicular to the edges.
        var x: Float
        /// The vertical component of the unit vector perpendicular to the edges.
        var y: Float
        /// The distance from the center line to the edge, in canvas pixels.
        var half: Float
        /// The extent of a corner's arc along the axis, in canvas pixels.
        var radius: Float

        /// Returns the signed distance of a point from the center line. The point (`x`, `y`) is
        /// relative to the rectangle's center.
        @inline(__always)
        func distance(_ x: Float, _ y: Float) -> Float { x * self.x + y * self.y }

        /// Returns the fraction 0…1 of each of eight pixels that is between the two edges.
        /// `distance` is the distance of each pixel's center from the center line.
        @inline(__always)
        func part(_ distance: Float8) -> Float8 {
            let reach = Float8(repeating: half + 0.5)
            return clamped(reach + distance) + clamped(reach - distance) - 1
        }

        /// Limits an interval of a row to positions with a distance of at most `reach` from the
        /// center line. A negative `reach` empties the interval.
        @inline(__always)
        func clip(_ interval: inout (from: Float, to: Float), y: Float, reach: Float) {
            guard reach >= 0 else {
                interval.to = -.infinity
                return
            }
            let offset = y * self.y
            guard abs(x) > 1e-6 else {
                if !(abs(offset) <= reach) { interval.to = -.infinity }
                return
            }
            let first = (-reach - offset) / x
            let second = (reach - offset) / x
            interval.from = max(interval.from, min(first, second))
            interval.to = min(interval.to, max(first, second))
        }
    }

    /// Creates a shape, or returns `nil` if a value is not finite, the rectangle is empty or its
    /// center is beyond ±2²⁰ pixels.
    ///
    /// - Parameters:
    ///   - rect: The rectangle, in the coordinate system that `map` transforms to canvas pixels.
    ///   - cornerRadius: The radius of the corners, in the coordinate system of `rect`. The radius
    ///     is limited to half of the shorter side.
    ///   - map: The transform from the rectangle's coordinates to canvas pixels.
    init?(_ rect: CGRect, cornerRadius: Double, map: CGAffineTransform) {
        let determinant = abs(map.a * map.d - map.b * map.c)
        let across = (map.c * map.c + map.d * map.d).squareRoot()
        let down = (map.a * map.a + map.b * map.b).squareRoot()
        let limit = 1_073_741_824.0
        guard !rect.isNull, determinant > 0, across < limit, down < limit, rect.width > 0,
            rect.height > 0, rect.width < limit, rect.height < limit, cornerRadius.isFinite
        else { return nil }
        let center = CGPoint(x: rect.midX, y: rect.midY).applying(map)
        guard abs(center.x) <= 1_048_576, abs(center.y) <= 1_048_576 else { return nil }
        let radius = max(0, min(cornerRadius, rect.width / 2, rect.height / 2))
        let scaleU = determinant / across
        let scaleV = determinant / down
        centerX = Float(center.x)
        centerY = Float(center.y)
        u = Axis(
            x: Float(map.d / across), y: Float(-map.c / across),
            half: Float(rect.width / 2 * scaleU), radius: Float(radius * scaleU))
        v = Axis(
            x: Float(-map.b / down), y: Float(map.a / down),
            half: Float(rect.height / 2 * scaleV), radius: Float(radius * scaleV))
        axisCosine = u.x * v.x + u.y * v.y
        isRound = u.radius > 0.25 && v.radius > 0.25
        // Up to this distance from a pixel, rounding errors are below the margin in
        // `isFullyCovered`.
        let farthest: Float = 32_768
        isPrecise =
            max(abs(centerX), abs(centerY)) <= farthest && max(u.half, v.half) <= farthest
        corners = (
            CGPoint(x: rect.minX, y: rect.minY).applying(map),
            CGPoint(x: rect.maxX, y: rect.minY).applying(map),
            CGPoint(x: rect.maxX, y: rect.maxY).applying(map),
            CGPoint(x: rect.minX, y: rect.maxY).applying(map)
        )
        guard u.half.isFinite, v.half.isFinite else { return nil }
        let outline = rect.applying(map).insetBy(dx: -1, dy: -1)
        guard let left = DisplayList.bounded(outline.minX),
            let top = DisplayList.bounded(outline.minY),
            let right = DisplayList.bounded(outline.maxX),
            let bottom = DisplayList.bounded(outline.maxY)
        else { return nil }
        box = PixelRect(
            covering: CGRect(x: left, y: top, width: right - left, height: bottom - top))
    }

    /// Returns whether the shape certainly covers all pixels of `part` completely. Returns `false`
    /// for a very large or distant shape.
    func covers(_ part: PixelRect) -> Bool {
        // The shape is convex, so testing the corners of the part is sufficient.
        isPrecise && isFullyCovered(part.minX, part.minY)
            && isFullyCovered(part.maxX - 1, part.minY)
            && isFullyCovered(part.minX, part.maxY - 1)
            && isFullyCovered(part.maxX - 1, part.maxY - 1)
    }

    /// Returns whether a pixel is certainly covered completely.
    private func isFullyCovered(_ column: Int, _ row: Int) -> Bool {
        let x = Float(column) + 0.5 - centerX
        let y = Float(row) + 0.5 - centerY
        // The additional 0.02 pixel compensates for rounding errors.
        let reach: Float = 0.52
        let du = abs(u.distance(x, y))
        let dv = abs(v.distance(x, y))
        guard du <= u.half - reach, dv <= v.half - reach else { return false }
        if !isRound { return true }
        // Outside of the corners, the covered area has the shape of a cross.
        return du <= u.half - u.radius - reach || dv <= v.half - v.radius - reach
    }

    /// Returns the columns that the shape may touch in `rows`.
    func columns(inRows rows: Range<Int>) -> Range<Int> {
        var reach = ColumnExtent(rows: rows, margin: 2)
        reach.include(corners.0, corners.1)
        reach.include(corners.1, corners.2)
        reach.include(corners.2, corners.3)
        reach.include(corners.3, corners.0)
        return reach.columns
    }

    /// Paints the shape into a tile.
    ///
    /// - Parameters:
    ///   - tile: The tile to change.
    ///   - clip: The pixels that may change. They must be inside the tile.
    ///   - color: The color.
    func paint(into tile: Tile, clip: PixelRect, color: BlendColor) {
        let columns = clip.minX..<clip.maxX
        for row in clip.minY..<clip.maxY { paintRow(row, tile.row(row), columns, color) }
    }

    /// Paints one row in chunks of 8 pixels.
    @inline(__always)
    private func paintRow(
        _ row: Int, _ pixels: UnsafeMutablePointer<UInt32>, _ columns: Range<Int>,
        _ color: BlendColor
    ) {
        let y = Float(row) + 0.5 - centerY
        let outer = interval(y, u.half + 0.5, v.half + 0.5)
        guard outer.from <= outer.to else { return }
        let inner = solidColumns(y)
        let first = max(columns.lowerBound, column(outer.from) &- 1)
        let end = min(columns.upperBound, column(outer.to) &+ 1)
        var x = first & ~7
        while x < end {
            if x >= inner.lowerBound && x &+ 8 <= inner.upperBound {
                let stop = inner.upperBound & ~7
                let from = max(x, columns.lowerBound)
                fillRun(pixels + from, min(stop, columns.upperBound) &- from, color)
                x = stop
                continue
            }
            let coverage = coverage(x: Float(x) + 0.5 - centerX, y: y)
            blend8(pixels + x, color, clipped(coverage, at: x, to: columns))
            x &+= 8
        }
    }

    /// Returns the interval of a row in which the distances from the two center lines are at most
    /// `reachU` and `reachV`. Horizontal positions are relative to the rectangle's center.
    @inline(__always)
    private func interval(_ y: Float, _ reachU: Float, _ reachV: Float) -> (from: Float, to: Float)
    {
        var interval = (from: -Float.infinity, to: Float.infinity)
        u.clip(&interval, y: y, reach: reachU)
        v.clip(&interval, y: y, reach: reachV)
        return interval
    }

    /// Returns the columns of a row that are certainly covered completely.
    @inline(__always)
    private func solidColumns(_ y: Float) -> Range<Int> {
        let reach: Float = 0.51
        var best = interval(
            y, u.half - reach, v.half - max(isRound ? v.radius : 0, reach))
        if isRound {
            let other = interval(y, u.half - max(u.radius, reach), v.half - reach)
            if other.to - other.from > best.to - best.from { best = other }
        }
        guard best.from < best.to else { return 0..<0 }
        let first = column(best.from) &+ 1
        return first..<max(first, column(best.to))
    }

    /// Returns the column nearest to a horizontal position relative to the center.
    @inline(__always)
    private func column(_ x: Float) -> Int {
        roundedToInt(min(max(x + centerX, -1_048_576), 1_048_576))
    }

    /// Returns the coverage 0…256 of eight pixels. The center of the first pixel is at (`x`, `y`)
    /// relative to the shape's center.
    @inline(__always)
    private func coverage(x: Float, y: Float) -> Lanes8 {
        let lanes = Float8(0, 1, 2, 3, 4, 5, 6, 7)
        let du: Float8 = lanes * u.x + u.distance(x, y)
        let dv: Float8 = lanes * v.x + v.distance(x, y)
        let straight = u.part(du) * v.part(dv)
        guard isRound else { return coverage256(straight) }
        let pu = lanewiseMagnitude(du) - Float8(repeating: u.half - u.radius)
        let pv = lanewiseMagnitude(dv) - Float8(repeating: v.half - v.radius)
        let zero = Float8(repeating: 0)
        let isCorner = (pu .> zero) .& (pv .> zero)
        if isCorner == SIMDMask(repeating: false) { return coverage256(straight) }
        let side = axisCosine * 2
        let sign = Float8(repeating: side).replacing(
            with: -side, where: (du .< zero) .^ (dv .< zero))
        return coverage256(straight.replacing(with: cornerCoverage(pu, pv, sign), where: isCorner))
    }

    /// Returns the coverage 0…1 of pixels in a rounded corner.
    ///
    /// - Parameters:
    ///   - pu: The distance of each pixel beyond the center of the arc along the first axis.
    ///   - pv: The distance of each pixel beyond the center of the arc along the second axis.
    ///   - axisCosine: Twice the cosine of the angle between the axes, with the sign that applies
    ///     to the corner.
    @inline(__always)
    private func cornerCoverage(_ pu: Float8, _ pv: Float8, _ axisCosine: Float8) -> Float8 {
        let ru = pu * (1 / u.radius)
        let rv = pv * (1 / v.radius)
        let square = ru * ru + rv * rv
        let gu = ru * (1 / u.radius)
        let gv = rv * (1 / v.radius)
        // f = √square − 1 and its gradient, both times √square.
        let gradient = gu * gu + gv * gv + gu * gv * axisCosine
        let root = square.squareRoot()
        return clamped(0.5 - (square - root) / gradient.squareRoot())
    }
}

/// Returns `value` with each lane clamped to 0…1.
///
/// A comparison and a replacement compile to one minimum or maximum instruction, while
/// `pointwiseMin` of floats would be a function call.
@inline(__always)
private func clamped(_ value: Float8) -> Float8 {
    let one = Float8(repeating: 1)
    let zero = Float8(repeating: 0)
    let low = value.replacing(with: one, where: value .> one)
    return low.replacing(with: zero, where: low .< zero)
}

/// Converts a coverage of 0…1 to 0…256.
@inline(__always)
private func coverage256(_ value: Float8) -> Lanes8 {
    // Adding 2²³ leaves the rounded value in the low bits of the bit pattern.
    unsafeBitCast(clamped(value) * 256 + 8_388_608, to: Lanes8.self) & 0x1FF
}

/// Returns the coverage, with 0 in the lanes of columns outside of `columns`. Lane 0 is column `x`.
@inline(__always)
private func clipped(_ coverage: Lanes8, at x: Int, to columns: Range<Int>) -> Lanes8 {
    if x >= columns.lowerBound && x &+ 8 <= columns.upperBound { return coverage }
    let lane = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
    let first = Int32(truncatingIfNeeded: max(columns.lowerBound &- x, 0))
    let end = Int32(truncatingIfNeeded: min(columns.upperBound &- x, 8))
    return coverage.replacing(with: 0, where: (lane .< first) .| (lane .>= end))
}
