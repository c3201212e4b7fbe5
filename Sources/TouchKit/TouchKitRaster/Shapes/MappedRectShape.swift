import TouchKitGeometry

// Hot code: see Blend.swift. Whatever the clip, a pixel gets the same bits: chunks lie on a grid
// fixed to the canvas, and every choice depends on the shape, the row and the chunk alone.

/// A rectangle with round corners under any map: turned, stretched, slanted.
///
/// A pixel is described by its distances from the two middle lines, measured across them in canvas
/// pixels. Coverage falls over one pixel as the distance to the edge; at a corner without a radius it is
/// the product of both edges' parts, at a round one it goes by the ellipse that the map makes of
/// the arc, whose distance is its equation over its gradient.
struct MappedRectShape {
    /// The middle, in canvas pixels.
    private let centerX: Float
    private let centerY: Float
    /// From a place beside the middle to a distance from a middle line.
    private let u: Axis
    private let v: Axis
    /// The cosine of the angle between both axes: 0 where the map keeps right angles.
    private let slant: Float
    private let isRound: Bool
    /// The corners, in canvas pixels, one after the other around the shape.
    private let corners: (CGPoint, CGPoint, CGPoint, CGPoint)
    /// The pixels it may touch.
    let box: PixelRect

    /// One of the two directions in which the rectangle has edges.
    private struct Axis {
        /// Of length 1, across the edges.
        var x: Float
        var y: Float
        /// From the middle line to the edge.
        var half: Float
        /// The extent of a corner's arc.
        var radius: Float

        @inline(__always)
        func distance(_ x: Float, _ y: Float) -> Float { x * self.x + y * self.y }

        /// The part between the edges of a pixel at a distance from the middle line, 0…1.
        @inline(__always)
        func part(_ distance: Float8) -> Float8 {
            let reach = Float8(repeating: half + 0.5)
            return clamped(reach + distance) + clamped(reach - distance) - 1
        }

        /// Cuts an interval of a row to the places that lie no farther than `reach` from the
        /// middle line.
        @inline(__always)
        func cut(_ interval: inout (from: Float, to: Float), y: Float, reach: Float) {
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

    /// Nil where a number isn't finite, nothing is inside, or the middle lies beyond ±2²⁰ pixels.
    ///
    /// - Parameters:
    ///   - rect: The rectangle, before the map.
    ///   - cornerRadius: The corners' radius, before the map; at most half a side.
    ///   - map: From the rectangle's coordinates to canvas pixels.
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
        slant = u.x * v.x + u.y * v.y
        isRound = u.radius > 0.25 && v.radius > 0.25
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

    /// Whether it covers every pixel of a part wholly.
    func covers(_ part: PixelRect) -> Bool {
        // It is convex: what holds for the corners holds between them.
        isSolid(part.minX, part.minY) && isSolid(part.maxX - 1, part.minY)
            && isSolid(part.minX, part.maxY - 1) && isSolid(part.maxX - 1, part.maxY - 1)
    }

    private func isSolid(_ column: Int, _ row: Int) -> Bool {
        let x = Float(column) + 0.5 - centerX
        let y = Float(row) + 0.5 - centerY
        // A little more than is needed: numbers are rounded.
        let reach: Float = 0.52
        let du = abs(u.distance(x, y))
        let dv = abs(v.distance(x, y))
        guard du <= u.half - reach, dv <= v.half - reach else { return false }
        if !isRound { return true }
        // Within a cross that leaves out the corners.
        return du <= u.half - u.radius - reach || dv <= v.half - v.radius - reach
    }

    /// The columns that it may touch in some rows.
    func columns(inRows rows: Range<Int>) -> Range<Int> {
        var reach = RowReach(rows: rows, margin: 2)
        reach.include(corners.0, corners.1)
        reach.include(corners.1, corners.2)
        reach.include(corners.2, corners.3)
        reach.include(corners.3, corners.0)
        return reach.columns
    }

    /// Paints it into a tile.
    ///
    /// - Parameter clip: The pixels that may change; they lie in the tile.
    func paint(into tile: Tile, clip: PixelRect, color: BlendColor) {
        let columns = clip.minX..<clip.maxX
        for row in clip.minY..<clip.maxY { paintRow(row, tile.row(row), columns, color) }
    }

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

    /// Where a row lies within distances from both middle lines.
    @inline(__always)
    private func interval(_ y: Float, _ reachU: Float, _ reachV: Float) -> (from: Float, to: Float)
    {
        var interval = (from: -Float.infinity, to: Float.infinity)
        u.cut(&interval, y: y, reach: reachU)
        v.cut(&interval, y: y, reach: reachV)
        return interval
    }

    /// The columns of a row that are covered for certain.
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

    /// The column nearest to a place beside the middle.
    @inline(__always)
    private func column(_ x: Float) -> Int {
        nearest(min(max(x + centerX, -1_048_576), 1_048_576))
    }

    @inline(__always)
    private func coverage(x: Float, y: Float) -> Lanes8 {
        let lanes = Float8(0, 1, 2, 3, 4, 5, 6, 7)
        let du: Float8 = lanes * u.x + u.distance(x, y)
        let dv: Float8 = lanes * v.x + v.distance(x, y)
        let straight = u.part(du) * v.part(dv)
        guard isRound else { return coverage256(straight) }
        let pu = withoutSign(du) - Float8(repeating: u.half - u.radius)
        let pv = withoutSign(dv) - Float8(repeating: v.half - v.radius)
        let zero = Float8(repeating: 0)
        let isCorner = (pu .> zero) .& (pv .> zero)
        if isCorner == SIMDMask(repeating: false) { return coverage256(straight) }
        let side = slant * 2
        let sign = Float8(repeating: side).replacing(
            with: -side, where: (du .< zero) .^ (dv .< zero))
        return coverage256(straight.replacing(with: arc(pu, pv, sign), where: isCorner))
    }

    /// Coverage at a corner.
    ///
    /// - Parameters:
    ///   - pu: How far beyond the arc's middle, across one edge.
    ///   - pv: The same across the other.
    ///   - slant: Twice the cosine between both directions, towards this corner.
    @inline(__always)
    private func arc(_ pu: Float8, _ pv: Float8, _ slant: Float8) -> Float8 {
        let ru = pu * (1 / u.radius)
        let rv = pv * (1 / v.radius)
        let square = ru * ru + rv * rv
        let gu = ru * (1 / u.radius)
        let gv = rv * (1 / v.radius)
        // f = √square − 1 and its gradient, both times √square.
        let gradient = gu * gu + gv * gv + gu * gv * slant
        let root = square.squareRoot()
        return clamped(0.5 - (square - root) / gradient.squareRoot())
    }
}

// A compare and a replace become one min or max; `pointwiseMin` on floats becomes a call.
@inline(__always)
private func clamped(_ value: Float8) -> Float8 {
    let one = Float8(repeating: 1)
    let zero = Float8(repeating: 0)
    let low = value.replacing(with: one, where: value .> one)
    return low.replacing(with: zero, where: low .< zero)
}

/// Coverage 0…1 as 0…256.
@inline(__always)
private func coverage256(_ value: Float8) -> Lanes8 {
    // 2²³: adding it leaves the rounded value in the low bits of the pattern.
    unsafeBitCast(clamped(value) * 256 + 8_388_608, to: Lanes8.self) & 0x1FF
}

/// Coverage with the lanes of columns outside `columns` set to 0; lane 0 is column `x`.
@inline(__always)
private func clipped(_ coverage: Lanes8, at x: Int, to columns: Range<Int>) -> Lanes8 {
    if x >= columns.lowerBound && x &+ 8 <= columns.upperBound { return coverage }
    let lane = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
    let first = Int32(truncatingIfNeeded: max(columns.lowerBound &- x, 0))
    let end = Int32(truncatingIfNeeded: min(columns.upperBound &- x, 8))
    return coverage.replacing(with: 0, where: (lane .< first) .| (lane .>= end))
}
