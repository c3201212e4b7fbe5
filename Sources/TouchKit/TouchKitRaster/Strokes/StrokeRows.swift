// Hot code: see Blend.swift.

/// Where eight rows of a stroke are painted, and what coverage is computed from; row by row in each.
struct RowPlaces {
    /// The first column of the four on the left, and of the four on the right.
    var left: SIMD8<Int32>
    var right: SIMD8<Int32>
    /// The middle of the first pixel, from the line's start.
    var x: Float8
    var y: Float8
    /// From the first pixel on the left to the first on the right.
    var distance: Float8
}

/// The columns of a capsule, row by row; eight rows at once.
///
/// Each edge of a row is the straight side or a cap's arc, by where the tangent point of that side
/// falls on the segment.
struct StrokeRows {
    private let startX: Float8
    private let startY: Float8
    private let width: Float8
    private let height: Float8
    private let radiusSquared: Float8
    private let slope: Float8
    private let halfWidth: Float8
    private let tangent: Float8
    private let lastEight: Float8

    /// - Parameter radius: The capsule's radius, in pixels, from 0 on.
    @inline(__always)
    init(_ shape: StrokeShape, radius: Float) {
        startX = Float8(repeating: shape.startX)
        startY = Float8(repeating: shape.startY)
        width = Float8(repeating: shape.width)
        height = Float8(repeating: shape.height)
        radiusSquared = Float8(repeating: radius * radius)
        // A level line has no rows beside its segment, so that this is of no account there.
        let inverse = 1 / max(shape.directionY, 1e-4)
        slope = Float8(repeating: shape.directionX * inverse)
        halfWidth = Float8(repeating: radius * inverse)
        tangent = Float8(repeating: radius * shape.directionX)
        lastEight = Float8(repeating: Float(shape.lastEight))
    }

    /// The middles of eight rows, from the line's start.
    @inline(__always)
    private func middles(from row: Int) -> Float8 {
        Float8(0, 1, 2, 3, 4, 5, 6, 7) + (Float(row) + 0.5) - startY
    }

    /// The capsule's first columns on rows, and the first columns after it.
    @inline(__always)
    private func edges(_ y: Float8) -> (first: Float8, end: Float8) {
        let below = y - height
        let zero = Float8(repeating: 0)
        let startHalf = root(larger(radiusSquared - y * y, zero))
        let endHalf = root(larger(radiusSquared - below * below, zero))
        let middle = y * slope
        let leftFoot = y - tangent
        let rightFoot = y + tangent
        let from = (middle - halfWidth)
            .replacing(with: width - endHalf, where: leftFoot .> height)
            .replacing(with: 0 - startHalf, where: leftFoot .< 0)
        let to = (middle + halfWidth)
            .replacing(with: width + endHalf, where: rightFoot .> height)
            .replacing(with: startHalf, where: rightFoot .< 0)
        return (nearest(from + startX), nearest(to + startX))
    }

    /// Where four pixels at either end of each row lie.
    ///
    /// A row of less than eight pixels takes some more to its right, or to its left where that would
    /// leave the stroke's box.
    @inline(__always)
    func places(from row: Int) -> RowPlaces {
        let y = middles(from: row)
        let (first, end) = edges(y)
        let left = first.replacing(with: lastEight, where: lastEight .< first)
        let right = (left + 4).replacing(with: end - 4, where: end - 4 .> left + 4)
        return RowPlaces(
            left: whole(left), right: whole(right), x: left + 0.5 - startX, y: y,
            distance: right - left)
    }

    /// The capsule's columns on one row, which lies in it.
    @inline(__always)
    func columns(of row: Int) -> Range<Int> {
        let (first, end) = edges(middles(from: row))
        let from = Int(whole(first)[0])
        return from..<max(from, Int(whole(end)[0]))
    }
}

/// The nearest whole numbers: |value| < 2²².
@inline(__always)
private func nearest(_ value: Float8) -> Float8 {
    // 1.5 · 2²³ leaves no bits for parts.
    value + 12_582_912 - 12_582_912
}

/// The same as integers.
@inline(__always)
private func whole(_ value: Float8) -> SIMD8<Int32> {
    unsafeBitCast(value + 12_582_912, to: SIMD8<Int32>.self) &- 0x4B40_0000
}

/// Square roots of numbers from 0 on, to 0.07 %: `StrokeShape.reach` has room for that.
///
/// `squareRoot()` of a vector becomes eight scalar roots with a branch each. This is the reciprocal
/// root from the exponent's half and one step of Newton's, with the constants for the least error
/// (Kadlec 2010); 0 stays 0, as the reciprocal is finite.
@inline(__always)
private func root(_ square: Float8) -> Float8 {
    let bits = unsafeBitCast(square, to: Lanes8.self)
    let inverse = unsafeBitCast(0x5F1F_FFF9 &- (bits &>> 1), to: Float8.self)
    let part = square * inverse
    return part * (1.681_914_09 - 0.703_952_253 * (part * inverse))
}
