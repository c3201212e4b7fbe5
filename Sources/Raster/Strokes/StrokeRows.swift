// Hot code: see Blend.swift.

/// The columns of a capsule, row by row; eight rows at once.
///
/// Each edge of a row is the straight side or a cap's arc, by where the tangent point of that side
/// falls on the segment.
struct StrokeRows {
    private let startX: Float
    private let startY: Float
    private let width: Float
    private let height: Float
    private let radiusSquared: Float
    private let slope: Float
    private let halfWidth: Float
    private let tangent: Float

    /// - Parameter radius: The capsule's radius, in pixels, from 0 on.
    init(_ shape: StrokeShape, radius: Float) {
        startX = shape.startX
        startY = shape.startY
        width = shape.width
        height = shape.height
        radiusSquared = radius * radius
        // A level line has no rows beside its segment, so that this is of no account there.
        let inverse = 1 / max(shape.directionY, 1e-4)
        slope = shape.directionX * inverse
        halfWidth = radius * inverse
        tangent = radius * shape.directionX
    }

    /// The columns of eight rows whose middles lie in the capsule: the first of each, and the first
    /// after them, which is not larger where there are none.
    @inline(__always)
    func columns(from row: Int) -> (first: SIMD8<Int32>, end: SIMD8<Int32>) {
        let y = Float8(0, 1, 2, 3, 4, 5, 6, 7) + Float(row) + 0.5 - startY
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
}

/// The nearest whole numbers; see `nearest` of one.
@inline(__always)
private func nearest(_ value: Float8) -> SIMD8<Int32> {
    unsafeBitCast(value + 12_582_912, to: SIMD8<Int32>.self) &- 0x4B40_0000
}

/// Square roots of numbers from 0 on, to 5 parts in a million.
///
/// `squareRoot()` of a vector becomes eight scalar roots with a branch each. This is the reciprocal
/// root from the exponent's half (the constant halves and negates it, with the least error) and two
/// steps of Newton's; 0 stays 0, as the reciprocal is finite.
@inline(__always)
private func root(_ square: Float8) -> Float8 {
    let bits = unsafeBitCast(square, to: Lanes8.self)
    var inverse = unsafeBitCast(0x5F37_59DF &- (bits &>> 1), to: Float8.self)
    let half = square * 0.5
    inverse *= 1.5 - half * inverse * inverse
    inverse *= 1.5 - half * inverse * inverse
    return square * inverse
}
