// Hot code: see Blend.swift. Coverage of eight pixels of a row by one stroke.
//
// A pixel's coverage is the share of its square that lies on the inner side of an edge. For a
// straight edge that is a trapezoid law: with the edge's unit normal (nx, ny), a = |nx|, b = |ny|
// and s the distance from the pixel's middle to the edge, inwards, it is ½ at s = 0, rises by
// 1 / max(a, b), and bends into 0 and 1 by parabolas where the edge cuts one corner only, which ends
// at |s| = (a + b) / 2. Let e = (a + b) / 2 − |s|, at least 0, and g = min(e, a, b): what is missing
// to 0 or 1 is g(2e − g) / 2ab. All of it may be measured in any unit, the normal included.

/// Numbers ≥ 0 with the signs of others.
@inline(__always)
private func signed(_ a: Float8, as sign: Float8) -> Float8 {
    let bit = unsafeBitCast(sign, to: Lanes8.self) & 0x8000_0000
    return unsafeBitCast(unsafeBitCast(a, to: Lanes8.self) | bit, to: Float8.self)
}
/// Coverage of −1…1 (none, all) as 0…256.
@inline(__always)
private func coverage256(_ a: Float8) -> Coverage8 {
    // 2¹⁶ and 1: adding them leaves 128ths of 0…2, rounded, in the low bits of the pattern.
    narrowed(unsafeBitCast(a + 65_537, to: Lanes8.self))
}

/// Coverage by a capsule, wherever a pixel lies.
///
/// Its numbers are kept eight times over: from single ones the compiler builds the vectors lane by
/// lane in each row.
struct RoundCoverage {
    private let directionX: Float8
    private let directionY: Float8
    private let length: Float8
    private let radiusSquared: Float8
    private let bend: Float8
    /// From a pixel to its seven neighbours.
    private let eight = Float8(0, 1, 2, 3, 4, 5, 6, 7)
    /// From a pixel to its three neighbours, twice, and which is the second time.
    private let four = Float8(0, 1, 2, 3, 0, 1, 2, 3)
    private let second = Float8(0, 0, 0, 0, 1, 1, 1, 1)

    @inline(__always)
    init(_ shape: StrokeShape) {
        directionX = Float8(repeating: shape.directionX)
        directionY = Float8(repeating: shape.directionY)
        length = Float8(repeating: shape.length)
        let square = shape.radius * shape.radius
        radiusSquared = Float8(repeating: square)
        bend = Float8(repeating: 0.25 / square)
    }

    /// The coverage of eight neighbouring pixels, the first with its middle at `x`, `y` from the
    /// line's start.
    @inline(__always)
    func eight(x: Float, y: Float) -> Coverage8 {
        coverage(x: eight + x, y: Float8(repeating: y))
    }

    /// The coverage of four neighbouring pixels and of the four at a distance from them.
    @inline(__always)
    func twiceFour(x: Float, distance: Float, y: Float) -> Coverage8 {
        coverage(x: four + second * distance + x, y: Float8(repeating: y))
    }

    /// With q from the nearest point of the segment to the pixel's middle, p = r² − |q|² needs no
    /// root, and its gradient 2q is the edge's normal; p − p²/4r² is 2r times the distance as far as
    /// the edge is straight within a pixel. A cap's edge bends away from that by 1/24r in the mean:
    /// from a twelfth of a pixel beyond the segment on.
    @inline(__always)
    private func coverage(x: Float8, y: Float8) -> Coverage8 {
        let zero = Float8(repeating: 0)
        let foot = x * directionX + y * directionY
        let near = larger(smaller(foot, length), zero)
        let offX = x - near * directionX
        let offY = y - near * directionY
        let power = radiusSquared - (offX * offX + offY * offY)
        let sagitta = smaller(withoutSign(foot - near), Float8(repeating: 1.0 / 12))
        let inside = power - power * power * bend - sagitta
        // So small that it changes nothing, but for 0/0.
        let a = larger(withoutSign(offX), Float8(repeating: 1e-3))
        let b = larger(withoutSign(offY), Float8(repeating: 1e-3))
        let twice = larger(a + b - withoutSign(inside), zero)
        let least = smaller(twice * 0.5, smaller(a, b))
        let missing = least * (twice - least) / (a * b)
        return coverage256(signed(1 - missing, as: inside))
    }
}

/// Coverage by a line that is cut off straight at its ends: the part across times the part along.
struct CutCoverage {
    private let directionX: Float
    private let directionY: Float
    private let length: Float
    private let radius: Float
    private let steep: Float
    private let flat: Float
    private let scale: Float

    init(_ shape: StrokeShape) {
        directionX = shape.directionX
        directionY = shape.directionY
        length = shape.length
        radius = shape.radius
        steep = max(abs(directionX), abs(directionY))
        flat = max(min(abs(directionX), abs(directionY)), 1e-3)
        scale = 1 / (2 * steep * flat)
    }

    /// The coverage of pixels whose middles lie at `x`, `y` from the line's start.
    @inline(__always)
    func callAsFunction(x: Float8, y: Float) -> Coverage8 {
        let along = x * directionX + y * directionY
        let across = x * directionY - y * directionX
        // Both edges may cross one pixel: what two parallel edges have in common is the sum less 1.
        let side = inner(radius + across) + inner(radius - across) - 1
        let end = inner(along) + inner(length - along) - 1
        let zero = Float8(repeating: 0)
        return coverage256(larger(side, zero) * larger(end, zero) * 2 - 1)
    }

    /// The share of pixels on the inner side of an edge at this distance.
    @inline(__always)
    private func inner(_ distance: Float8) -> Float8 {
        let e = larger((steep + flat) * 0.5 - withoutSign(distance), Float8(repeating: 0))
        let g = smaller(e, Float8(repeating: flat))
        return signed(0.5 - g * (e + e - g) * scale, as: distance) + 0.5
    }
}

/// Coverage by both straight sides of a steep line, row by row: four pixels at either end, where the
/// whole rim lies; 16-bit fixed point, one register for both.
struct SideCoverage {
    /// The column where the left rim begins, and the negative one where the right rim ends, on the
    /// first row: 32 bits behind the point.
    let first: SIMD2<Int64>
    /// What that gains from row to row.
    let slope: SIMD2<Int64>
    /// Distances of a row's pixels from the rim's middle if the rim begins right on a pixel.
    private let ramp: SIMD8<Int16>
    private let step: SIMD8<UInt16>
    /// Half the rim, and half its straight middle.
    private let half: SIMD8<Int16>
    private let straight: SIMD8<Int16>
    private let bend: SIMD8<Int16>
    private let middle: SIMD8<Int16>
    private let scale: SIMD8<Int16>

    /// - Parameter row: The first row.
    init(_ shape: StrokeShape, row: Int) {
        let flat = abs(shape.directionX)
        let steep = shape.directionY
        // Distances are in units of 1/unit · max(a, b), so that the straight middle rises by 1 in
        // 1; the parabolas are y·|y| / (2 · slant · unit), and `bend` makes that a high half.
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
        // Half a unit makes 0…1 of −½…½, and 1/512 of it rounds.
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

    /// The width of a row from where one rim begins to where the other ends, in pixels.
    static func rowWidth(_ shape: StrokeShape) -> Float {
        (2 * shape.radius + abs(shape.directionX)) / shape.directionY + 1
    }

    /// The coverage of the four pixels at either end.
    @inline(__always)
    func callAsFunction(_ places: SIMD2<Int64>) -> Coverage8 {
        let words = unsafeBitCast(places, to: SIMD8<UInt16>.self)
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

// Lane by lane: whole vectors widened to 32 bits don't become the one instruction there is.
@inline(__always)
private func highHalf(_ a: SIMD8<Int16>, _ b: SIMD8<Int16>) -> SIMD8<Int16> {
    SIMD8(
        a[0].multipliedFullWidth(by: b[0]).high, a[1].multipliedFullWidth(by: b[1]).high,
        a[2].multipliedFullWidth(by: b[2]).high, a[3].multipliedFullWidth(by: b[3]).high,
        a[4].multipliedFullWidth(by: b[4]).high, a[5].multipliedFullWidth(by: b[5]).high,
        a[6].multipliedFullWidth(by: b[6]).high, a[7].multipliedFullWidth(by: b[7]).high)
}
@inline(__always)
private func highHalf(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>) -> SIMD8<UInt16> {
    SIMD8(
        a[0].multipliedFullWidth(by: b[0]).high, a[1].multipliedFullWidth(by: b[1]).high,
        a[2].multipliedFullWidth(by: b[2]).high, a[3].multipliedFullWidth(by: b[3]).high,
        a[4].multipliedFullWidth(by: b[4]).high, a[5].multipliedFullWidth(by: b[5]).high,
        a[6].multipliedFullWidth(by: b[6]).high, a[7].multipliedFullWidth(by: b[7]).high)
}
