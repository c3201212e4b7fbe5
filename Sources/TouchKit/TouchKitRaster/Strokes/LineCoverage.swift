// Performance-critical: vector operations compute the coverage of eight pixels of a row by one
// line, without branches.
//
// A pixel's coverage is the fraction of its square on the inner side of an edge. For a straight
// edge with unit normal (nx, ny), let a = |nx|, b = |ny|, and s the distance from the pixel's
// center to the edge, positive inside. The coverage is ½ at s = 0, has the slope 1 / max(a, b)
// there, and approaches 0 and 1 by parabolas where the edge cuts off only one corner, which ends at
// |s| = (a + b) / 2. With e = max(0, (a + b) / 2 − |s|) and g = min(e, a, b), the difference to 0
// or 1 is g(2e − g) / 2ab. The formula is valid in any unit of length, including the length of the
// normal.

/// Returns the non-negative numbers `a` with the signs of the numbers `sign`.
@inline(__always)
private func signed(_ a: Float8, as sign: Float8) -> Float8 {
    let bit = unsafeBitCast(sign, to: Lanes8.self) & 0x8000_0000
    return unsafeBitCast(unsafeBitCast(a, to: Lanes8.self) | bit, to: Float8.self)
}
/// Converts coverage from −1 (none) … 1 (full) to 0…256.
@inline(__always)
private func coverage256(_ a: Float8) -> Coverage8 {
    // Adding 2¹⁶ + 1 leaves 128ths of 0…2, rounded, in the low bits of the bit pattern.
    narrowed(unsafeBitCast(a + 65_537, to: Lanes8.self))
}

/// The computation of the coverage of pixels by a line with round caps (a capsule).
///
/// Each numeric property contains its number in all eight lanes. Otherwise the compiler would build
/// these vectors lane by lane in each row.
struct RoundCapCoverage {
    /// The horizontal component of the line's unit vector.
    private let directionX: Float8
    /// The vertical component of the line's unit vector.
    private let directionY: Float8
    /// The length of the line, in pixels.
    private let length: Float8
    /// The square of half the line width, in square pixels.
    private let radiusSquared: Float8
    /// The factor 1/4r², where r is half the line width, of the correction that approximates the
    /// distance to the edge.
    private let bend: Float8
    /// The offsets of eight adjacent pixels.
    private let eight = Float8(0, 1, 2, 3, 4, 5, 6, 7)
    /// The offsets of four adjacent pixels, twice.
    private let four = Float8(0, 1, 2, 3, 0, 1, 2, 3)
    /// 1 in the lanes of the second four pixels, otherwise 0.
    private let second = Float8(0, 0, 0, 0, 1, 1, 1, 1)
    /// 0 in all lanes. The maximum of a number and a constant 0 would take three instructions
    /// instead of one.
    private let zero = Float8(repeating: 0)

    /// Prepares the coverage of a line.
    @inline(__always)
    init(_ shape: LineShape) {
        directionX = Float8(repeating: shape.directionX)
        directionY = Float8(repeating: shape.directionY)
        length = Float8(repeating: shape.length)
        let square = shape.radius * shape.radius
        radiusSquared = Float8(repeating: square)
        bend = Float8(repeating: 0.25 / square)
    }

    /// Returns the coverage of eight adjacent pixels. The center of the first pixel is at (`x`,
    /// `y`) relative to the line's start.
    @inline(__always)
    func eight(x: Float, y: Float) -> Coverage8 {
        coverage(x: eight + x, y: y)
    }

    /// Returns the coverage of four adjacent pixels and of four further adjacent pixels, which
    /// begin `distance` pixels farther right. The center of the first pixel is at (`x`, `y`)
    /// relative to the line's start.
    @inline(__always)
    func coverageOfBothEnds(x: Float, distance: Float, y: Float) -> Coverage8 {
        coverage(x: four + second * distance + x, y: y)
    }

    /// Returns the coverage of pixels with centers at (`x`, `y`) relative to the line's start.
    ///
    /// Let q be the vector from the nearest point of the segment to the pixel's center. Then p = r²
    /// − |q|² needs no square root, its gradient 2q is the edge's normal, and p − p²/4r² is
    /// approximately 2r times the distance to the edge. A cap's edge curves away from its tangent
    /// by 1/24r on average; this correction applies to pixels that are at least a twelfth of a
    /// pixel beyond the segment.
    @inline(__always)
    private func coverage(x: Float8, y: Float) -> Coverage8 {
        let foot = x * directionX + y * directionY
        let near = lanewiseMax(lanewiseMin(foot, length), zero)
        let offX = x - near * directionX
        let offY = y - near * directionY
        let power = radiusSquared - (offX * offX + offY * offY)
        let sagitta = lanewiseMin(lanewiseMagnitude(foot - near), Float8(repeating: 1.0 / 12))
        let inside = power - power * power * bend - sagitta
        // The lower bound avoids 0/0 and is too small to change the result.
        let a = lanewiseMax(lanewiseMagnitude(offX), Float8(repeating: 1e-3))
        let b = lanewiseMax(lanewiseMagnitude(offY), Float8(repeating: 1e-3))
        let twice = lanewiseMax(a + b - lanewiseMagnitude(inside), zero)
        let least = lanewiseMin(twice * 0.5, lanewiseMin(a, b))
        let missing = least * (twice - least) / (a * b)
        return coverage256(signed(1 - missing, as: inside))
    }
}

/// The computation of the coverage of pixels by a line with flat ends: the product of the coverage
/// across and along the line.
struct FlatEndCoverage {
    /// The horizontal component of the line's unit vector.
    private let directionX: Float
    /// The vertical component of the line's unit vector.
    private let directionY: Float
    /// The length of the line, in pixels.
    private let length: Float
    /// Half the line width, in pixels.
    private let radius: Float
    /// The larger absolute component of the unit vector.
    private let steep: Float
    /// The smaller absolute component of the unit vector, at least 0.001.
    private let flat: Float
    /// The factor 1 / 2ab, where a and b are the absolute components of the unit vector. It scales
    /// the missing area of partly covered pixels.
    private let scale: Float

    /// Prepares the coverage of a line.
    init(_ shape: LineShape) {
        directionX = shape.directionX
        directionY = shape.directionY
        length = shape.length
        radius = shape.radius
        steep = max(abs(directionX), abs(directionY))
        flat = max(min(abs(directionX), abs(directionY)), 1e-3)
        scale = 1 / (2 * steep * flat)
    }

    /// Returns the coverage of pixels with centers at (`x`, `y`) relative to the line's start.
    @inline(__always)
    func callAsFunction(x: Float8, y: Float) -> Coverage8 {
        let along = x * directionX + y * directionY
        let across = x * directionY - y * directionX
        let side = between(radius + across, radius - across)
        let end = between(along, length - along)
        let zero = Float8(repeating: 0)
        return coverage256(lanewiseMax(side, zero) * lanewiseMax(end, zero) * 2 - 1)
    }

    /// Returns the fraction of each pixel between two parallel edges, given the distances of the
    /// pixel's center from both edges, positive inside. The result may be negative.
    ///
    /// The function is not inlined, because for processors with AVX2 the compiler (Swift 6.3) would
    /// not terminate.
    @inline(never)
    private func between(_ first: Float8, _ second: Float8) -> Float8 {
        // The intersection of two parallel half planes that cut one pixel is the sum minus 1.
        inner(first) + inner(second) - 1
    }

    /// Returns the fraction of each pixel on the inner side of an edge. `distance` is the distance
    /// of the pixel's center from the edge, positive inside.
    @inline(__always)
    private func inner(_ distance: Float8) -> Float8 {
        let e = lanewiseMax(
            (steep + flat) * 0.5 - lanewiseMagnitude(distance), Float8(repeating: 0))
        let g = lanewiseMin(e, Float8(repeating: flat))
        return signed(0.5 - g * (e + e - g) * scale, as: distance) + 0.5
    }
}

/// The computation of the coverage of pixels by the two straight sides of a steep line, row by row.
///
/// Four pixels at each side contain the whole antialiased edge. The computation uses 16-bit
/// fixed-point numbers, with both sides in one register.
struct StraightSideCoverage {
    /// The column at which the antialiased left edge begins, and the negated column at which the
    /// antialiased right edge ends, in the first row. Both have 32 fractional bits.
    let first: SIMD2<Int64>
    /// The change of `first` per row.
    let slope: SIMD2<Int64>
    /// The distances from the edge of the four pixels at each side, for an antialiased edge that
    /// begins exactly at a pixel boundary.
    private let ramp: SIMD8<Int16>
    /// The change of the distance from the edge per column.
    private let step: SIMD8<UInt16>
    /// Half the width of the antialiased edge, in the unit of distances.
    private let half: SIMD8<Int16>
    /// Half the width of the linear part of the coverage function, in the unit of distances.
    private let straight: SIMD8<Int16>
    /// The factor by which a distance is multiplied so that the upper half of a 16-bit product is a
    /// value of the coverage function's parabola.
    private let bend: SIMD8<Int16>
    /// The offset that shifts the coverage from −½…½ to 0…1, plus a rounding term.
    private let middle: SIMD8<Int16>
    /// The factor that converts distances to coverage.
    private let scale: SIMD8<Int16>

    /// Prepares the coverage of a line. `row` is the first row, to which the property `first`
    /// refers.
    init(_ shape: LineShape, row: Int) {
        let flat = abs(shape.directionX)
        let steep = shape.directionY
        // Distances are in units of max(a, b) / `unit`, so the linear part has the slope 1. The
        // parabolas are y·|y| / (2 · slant · unit). The factor `bend` turns this quotient into the
        // upper half of a product.
        let slant = max(min(flat, steep) / max(flat, steep), 1.0 / 1_024)
        let bend = (8 / slant).rounded(.up)
        let unit = 32_768 / (slant * bend)
        let half = Int16(unit * (1 + slant) / 2)
        let curved = Int16(32_767 / bend)
        let step = Int16(unit * steep / max(flat, steep))
        ramp = SIMD8(1, 2, 3, 4, 4, 3, 2, 1) &* step &- half
        self.step = SIMD8(repeating: UInt16(truncatingIfNeeded: step))
        self.half = SIMD8(repeating: half)
        straight = SIMD8(repeating: half &- curved)
        self.bend = SIMD8(repeating: Int16(bend))
        // Half a unit shifts −½…½ to 0…1, and 1/512 of a unit rounds.
        middle = SIMD8(repeating: Int16(unit * (0.5 + 1.0 / 512)))
        scale = SIMD8(repeating: Int16(16_777_216 / unit))
        let inverse = 1 / Double(steep)
        let tilt = Double(shape.directionX) * inverse
        let center =
            Double(shape.startX) + (Double(row) + 0.5 - Double(shape.startY)) * tilt
        let reach = (Double(shape.radius) + 0.5 * Double(flat)) * inverse
        let one = 4_294_967_296.0
        first = SIMD2(Int64((center - reach) * one), Int64((-center - reach) * one))
        let fall = Int64(tilt * one)
        slope = SIMD2(fall, -fall)
    }

    /// Returns the width of a row including both antialiased edges, in pixels.
    static func rowWidth(_ shape: LineShape) -> Float {
        (2 * shape.radius + abs(shape.directionX)) / shape.directionY + 1
    }

    /// Returns the coverage of the four pixels at each side in one row. `positions` is `first` plus
    /// `slope` times the number of rows after the first row.
    @inline(__always)
    func callAsFunction(_ positions: SIMD2<Int64>) -> Coverage8 {
        let words = unsafeBitCast(positions, to: SIMD8<UInt16>.self)
        let fraction = SIMD8(
            words[1], words[1], words[1], words[1], words[5], words[5], words[5], words[5])
        let distance = ramp &- SIMD8(truncatingIfNeeded: highHalf(fraction, step))
        let inside = pointwiseMin(distance, half)
        let linear = pointwiseMax(pointwiseMin(inside, straight), 0 &- straight)
        let excess = inside &- linear
        let missing = highHalf(excess &* bend, pointwiseMax(excess, 0 &- excess))
        return Coverage8(truncatingIfNeeded: highHalf(inside &- missing &+ middle, scale))
    }
}

/// Returns the upper 16 bits of the product of each pair of signed lanes.
///
/// The lanes are multiplied separately, because the compiler uses the multiply-high instruction
/// only for this form.
@inline(__always)
private func highHalf(_ a: SIMD8<Int16>, _ b: SIMD8<Int16>) -> SIMD8<Int16> {
    SIMD8(
        a[0].multipliedFullWidth(by: b[0]).high, a[1].multipliedFullWidth(by: b[1]).high,
        a[2].multipliedFullWidth(by: b[2]).high, a[3].multipliedFullWidth(by: b[3]).high,
        a[4].multipliedFullWidth(by: b[4]).high, a[5].multipliedFullWidth(by: b[5]).high,
        a[6].multipliedFullWidth(by: b[6]).high, a[7].multipliedFullWidth(by: b[7]).high)
}
/// Returns the upper 16 bits of the product of each pair of unsigned lanes.
@inline(__always)
private func highHalf(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>) -> SIMD8<UInt16> {
    SIMD8(
        a[0].multipliedFullWidth(by: b[0]).high, a[1].multipliedFullWidth(by: b[1]).high,
        a[2].multipliedFullWidth(by: b[2]).high, a[3].multipliedFullWidth(by: b[3]).high,
        a[4].multipliedFullWidth(by: b[4]).high, a[5].multipliedFullWidth(by: b[5]).high,
        a[6].multipliedFullWidth(by: b[6]).high, a[7].multipliedFullWidth(by: b[7]).high)
}
