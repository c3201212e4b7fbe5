import Geometry

// Hot code: see Blend.swift. Whatever the clip, a pixel gets the same bits: chunks lie on a grid
// fixed to the canvas, and every choice below depends on the stroke, the row and the chunk alone.

/// Eight distances or coordinates.
private typealias Float8 = SIMD8<Float>

/// What the chunks of one stroke share.
private struct StrokeConstants {
    let shape: StrokeShape
    /// The radius at which coverage ends.
    let outerRadius: Float
    let radiusSquared: Float
    let inverseDiameter: Float
    /// What coverage by the straight sides gains from lane to lane, in 256ths.
    let ramp: SIMD8<Int16>
    /// A chunk whose first pixel projects between these lies wholly beside the segment.
    let bodyFrom: Float
    let bodyTo: Float
    /// The series for caps needs a radius that is large against the rim.
    let usesSeries: Bool

    init(_ shape: StrokeShape) {
        self.shape = shape
        outerRadius = shape.radius + 0.5
        radiusSquared = shape.radius * shape.radius
        inverseDiameter = 1 / (2 * shape.radius)
        let step = shape.directionY * 256
        ramp = SIMD8<Int16>(
            0, fixed16(step), fixed16(step * 2), fixed16(step * 3), fixed16(step * 4),
            fixed16(step * 5), fixed16(step * 6), fixed16(step * 7))
        let spread = shape.directionX * 7
        bodyFrom = max(0, -spread)
        bodyTo = shape.length - max(0, spread)
        usesSeries = shape.radius >= 1.5
    }
}

/// A number as 16-bit fixed point, rounded, within ±8,000.
@inline(__always)
private func fixed16(_ value: Float) -> Int16 {
    Int16(truncatingIfNeeded: nearest(value < -8_000 ? -8_000 : (value > 8_000 ? 8_000 : value)))
}

// A compare and a replace become one min or max; `pointwiseMin` on floats becomes a call.
@inline(__always)
private func smaller(_ a: Float8, _ b: Float8) -> Float8 { a.replacing(with: b, where: b .< a) }
@inline(__always)
private func larger(_ a: Float8, _ b: Float8) -> Float8 { a.replacing(with: b, where: b .> a) }

/// Coverage 0…1, clamped, as 0…256.
@inline(__always)
private func coverage256(_ value: Float8) -> Lanes8 {
    let clamped = larger(smaller(value, Float8(repeating: 1)), Float8(repeating: 0))
    // 2²³: adding it leaves the rounded value in the low bits of the pattern.
    return unsafeBitCast(clamped * 256 + 8_388_608, to: Lanes8.self) & 0x1FF
}

/// Coverage beside the segment: the smaller of two straight ramps, in 16 bits.
///
/// - Parameter distance: From the centre line to the first pixel's middle, to the right.
@inline(__always)
private func bodyCoverage(_ constants: StrokeConstants, distance: Float) -> Lanes8 {
    let left = SIMD8<Int16>(repeating: fixed16((constants.outerRadius + distance) * 256))
    let right = SIMD8<Int16>(repeating: fixed16((constants.outerRadius - distance) * 256))
    let least = pointwiseMin(left &+ constants.ramp, right &- constants.ramp)
    let clamped = pointwiseMax(
        pointwiseMin(least, SIMD8<Int16>(repeating: 256)), SIMD8<Int16>(repeating: 0))
    return Lanes8(truncatingIfNeeded: clamped)
}

/// Coverage near a round cap: by the distance to the nearest point of the segment.
@inline(__always)
private func capCoverage(_ constants: StrokeConstants, x: Float8, y: Float) -> Lanes8 {
    let shape = constants.shape
    let foot = larger(
        smaller(x * shape.directionX + y * shape.directionY, Float8(repeating: shape.length)),
        Float8(repeating: 0))
    let offX = x - foot * shape.directionX
    let offY = y - foot * shape.directionY
    let square = offX * offX + offY * offY
    guard constants.usesSeries else {
        return coverage256(constants.outerRadius - square.squareRoot())
    }
    // Instead of a root, a series about the rim: e = (r² − d²) / 2r, then r − d ≈ e(1 + z + 2z²)
    // with z = e / 2r.
    let e = larger(
        smaller(
            (constants.radiusSquared - square) * constants.inverseDiameter, Float8(repeating: 0.75)),
        Float8(repeating: -0.75))
    let z = e * constants.inverseDiameter
    return coverage256(e * (1 + z * (1 + (z + z))) + 0.5)
}

/// Coverage of a line that is cut off straight: the part across times the part along.
@inline(__always)
private func cutCoverage(_ constants: StrokeConstants, x: Float8, y: Float) -> Lanes8 {
    let shape = constants.shape
    let along = x * shape.directionX + y * shape.directionY
    let across = x * shape.directionY - y * shape.directionX
    let one = Float8(repeating: 1)
    let zero = Float8(repeating: 0)
    let side = larger(
        smaller(
            smaller(constants.outerRadius + across, constants.outerRadius - across), one), zero)
    let end = larger(smaller(smaller(along + 0.5, shape.length + 0.5 - along), one), zero)
    return coverage256(side * end)
}

extension StrokeShape {
    /// Paints the stroke into a tile.
    ///
    /// - Parameter clip: The pixels that may change; they lie in the tile.
    func paint(into tile: Tile, clip: PixelRect, color: BlendColor) {
        let constants = StrokeConstants(self)
        let columns = clip.minX..<clip.maxX
        let firstRow = max(clip.minY, nearest(startY - constants.outerRadius) - 1)
        let endRow = min(clip.maxY, nearest(endY + constants.outerRadius) + 1)
        var row = firstRow
        while row < endRow {
            paintRow(row, tile.row(row), constants, columns, color)
            row &+= 1
        }
    }

    @inline(__always)
    private func paintRow(
        _ row: Int, _ pixels: UnsafeMutablePointer<UInt32>, _ constants: StrokeConstants,
        _ columns: Range<Int>, _ color: BlendColor
    ) {
        let y = Float(row) + 0.5 - startY
        let outer = interval(radius: constants.outerRadius, y: y)
        let inner = solidColumns(y: y)
        let first = max(columns.lowerBound, nearest(outer.from) &- 1)
        let end = min(columns.upperBound, nearest(outer.to) &+ 1)
        var x = first & ~7
        while x < end {
            if x >= inner.lowerBound && x &+ 8 <= inner.upperBound {
                let stop = inner.upperBound & ~7
                let run = max(x, columns.lowerBound)..<min(stop, columns.upperBound)
                fillRun(pixels + run.lowerBound, run.count, color)
                x = stop
                continue
            }
            let coverage = chunkCoverage(constants, x: Float(x) + 0.5 - startX, y: y)
            blend8(pixels + x, color, clipped(coverage, at: x, to: columns))
            x &+= 8
        }
    }

    @inline(__always)
    private func chunkCoverage(_ constants: StrokeConstants, x: Float, y: Float) -> Lanes8 {
        let foot = x * directionX + y * directionY
        if isRound && foot >= constants.bodyFrom && foot <= constants.bodyTo {
            return bodyCoverage(constants, distance: x * directionY - y * directionX)
        }
        let middles = Float8(0, 1, 2, 3, 4, 5, 6, 7) + x
        return isRound
            ? capCoverage(constants, x: middles, y: y) : cutCoverage(constants, x: middles, y: y)
    }

    /// The columns of a row that are covered for certain.
    @inline(__always)
    private func solidColumns(y: Float) -> Range<Int> {
        let solid = radius - 0.5
        guard isRound, solid > 4, y >= -solid, y <= endY - startY + solid else { return 0..<0 }
        let inside = interval(radius: solid, y: y)
        let first = nearest(inside.from + 0.01)
        let end = nearest(inside.to - 0.01)
        return first < end ? first..<end : 0..<0
    }
}
