// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.

/// The positions of the four pixels at each end of a row of a line, for eight rows. Each lane
/// contains one row.
struct RowSpans {
    /// The column of the first of the four pixels at the left end.
    var left: SIMD8<Int32>
    /// The column of the first of the four pixels at the right end.
    var right: SIMD8<Int32>
    /// The horizontal position of the leftmost pixel's center, relative to the line's start.
    var x: Float8
    /// The vertical position of the row's center, relative to the line's start.
    var y: Float8
    /// The distance between the first pixel at the left end and the first pixel at the right end.
    var distance: Float8
}

/// The computation of the columns of a row that are inside a capsule, for eight rows at once.
///
/// Each end of a row is on a straight side or on the arc of a cap, depending on the position of the
/// side's tangent point.
struct CapsuleRows {
    /// The horizontal position of the line's start, in canvas pixels.
    private let startX: Float8
    /// The vertical position of the line's start, in canvas pixels.
    private let startY: Float8
    /// The horizontal distance from the line's start to its end, in pixels.
    private let width: Float8
    /// The vertical distance from the line's start to its end, in pixels.
    private let height: Float8
    /// The squared radius of the capsule.
    private let radiusSquared: Float8
    /// The horizontal change of the line per row.
    private let slope: Float8
    /// Half the width of a row of the capsule between the caps, in pixels.
    private let halfWidth: Float8
    /// The vertical distance between a row and the point on the center line nearest to the row's
    /// end on a straight side.
    private let tangent: Float8
    /// The last column at which a run of eight pixels inside the bounding box can begin.
    private let lastChunkColumn: Float8

    /// Prepares a capsule around a line. `radius` is in pixels and at least 0.
    @inline(__always)
    init(_ shape: LineShape, radius: Float) {
        startX = Float8(repeating: shape.startX)
        startY = Float8(repeating: shape.startY)
        width = Float8(repeating: shape.width)
        height = Float8(repeating: shape.height)
        radiusSquared = Float8(repeating: radius * radius)
        // A line below the limit descends by less than the margins in `reach` and `solidRadius`, so
        // the wrong ends of its straight sides change no pixel.
        let inverse = 1 / max(shape.directionY, 1e-7)
        slope = Float8(repeating: shape.directionX * inverse)
        halfWidth = Float8(repeating: radius * inverse)
        tangent = Float8(repeating: radius * shape.directionX)
        lastChunkColumn = Float8(repeating: Float(shape.lastChunkColumn))
    }

    /// Returns the vertical positions of the centers of eight rows, relative to the line's start.
    @inline(__always)
    private func middles(from row: Int) -> Float8 {
        Float8(0, 1, 2, 3, 4, 5, 6, 7) + (Float(row) + 0.5) - startY
    }

    /// Returns, for each of eight rows, the first column inside the capsule and the first column to
    /// the right of the capsule. `y` is the position of each row's center relative to the line's
    /// start.
    @inline(__always)
    private func edges(_ y: Float8) -> (first: Float8, end: Float8) {
        let below = y - height
        let zero = Float8(repeating: 0)
        let startHalf = approximateSquareRoot(lanewiseMax(radiusSquared - y * y, zero))
        let endHalf = approximateSquareRoot(lanewiseMax(radiusSquared - below * below, zero))
        let middle = y * slope
        let leftFoot = y - tangent
        let rightFoot = y + tangent
        let from = (middle - halfWidth)
            .replacing(with: width - endHalf, where: leftFoot .> height)
            .replacing(with: 0 - startHalf, where: leftFoot .< 0)
        let to = (middle + halfWidth)
            .replacing(with: width + endHalf, where: rightFoot .> height)
            .replacing(with: startHalf, where: rightFoot .< 0)
        return (lanewiseRounded(from + startX), lanewiseRounded(to + startX))
    }

    /// Returns the positions of the four pixels at each end of eight rows.
    ///
    /// A row of fewer than eight pixels is extended to the right, or to the left if it would exceed
    /// the bounding box.
    @inline(__always)
    func spans(from row: Int) -> RowSpans {
        let y = middles(from: row)
        let (first, end) = edges(y)
        let left = first.replacing(with: lastChunkColumn, where: lastChunkColumn .< first)
        let right = (left + 4).replacing(with: end - 4, where: end - 4 .> left + 4)
        return RowSpans(
            left: integers(left), right: integers(right), x: left + 0.5 - startX, y: y,
            distance: right - left)
    }

    /// Returns the columns of the capsule in a row that intersects it.
    @inline(__always)
    func columns(of row: Int) -> Range<Int> {
        let (first, end) = edges(middles(from: row))
        let from = Int(integers(first)[0])
        return from..<max(from, Int(integers(end)[0]))
    }
}

/// Returns the nearest integers as floating-point numbers. The absolute values must be below 2²².
@inline(__always)
private func lanewiseRounded(_ value: Float8) -> Float8 {
    // 1.5 · 2²³ leaves no bits for the fraction.
    value + 12_582_912 - 12_582_912
}

/// Converts integral floating-point values to integers.
@inline(__always)
private func integers(_ value: Float8) -> SIMD8<Int32> {
    unsafeBitCast(value + 12_582_912, to: SIMD8<Int32>.self) &- 0x4B40_0000
}

/// Returns approximate square roots of non-negative numbers, with an error of at most 0.07 %.
///
/// `squareRoot()` of a vector compiles to eight scalar square roots with branches. This function
/// halves the exponent to estimate the reciprocal root, and improves the estimate by one Newton
/// step with the constants for the smallest error (Kadlec 2010). `LineShape.reach` allows for the
/// error.
@inline(__always)
private func approximateSquareRoot(_ square: Float8) -> Float8 {
    let bits = unsafeBitCast(square, to: Lanes8.self)
    let inverse = unsafeBitCast(0x5F1F_FFF9 &- (bits &>> 1), to: Float8.self)
    let part = square * inverse
    return part * (1.681_914_09 - 0.703_952_253 * (part * inverse))
}
