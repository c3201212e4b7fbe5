/// An iterator over rectangles that tightly cover a thick line. The line is cut into slices along
/// the vertical axis, or along the horizontal axis if it is nearly horizontal.
///
/// The cost of painting a line depends on the number of rows in all slices. Slices along the
/// vertical axis have each row of the line once.
///
/// The bounding box of a slanted line is nearly empty: a line of width 10 along the diagonal of 800
/// × 480 pixels covers 9,300 pixels, but its bounding box covers 384,000. With n slices, the
/// covered area is `2 · reach · length + width · height / n`, where `width` and `height` are the
/// size of the bounding box. Cuts lie at multiples of the step in picture coordinates, so that the
/// cuts of adjacent lines coincide.
package struct LineSlices: Sendable {
    /// The line is cut along the horizontal axis if its width is more than this multiple of its
    /// height.
    private static let maximumRowSlope = 8.0

    /// The coordinate of the line's start on the axis along which it is cut, in pixels.
    private let start: Double
    /// The coordinate of the line's start on the other axis, in pixels.
    private let otherStart: Double
    /// The change along the other axis per pixel along the axis of the cuts.
    private let slope: Double
    /// Half the extent of the thick line along the other axis at one position, in pixels: `reach` ·
    /// √(1 + `slope`²).
    private let spread: Double
    /// The lowest coordinate of the thick line on the other axis, in pixels.
    private let otherLow: Double
    /// The highest coordinate of the thick line on the other axis, in pixels.
    private let otherHigh: Double
    /// Whether the line is cut along the vertical axis, so that a slice consists of whole rows.
    private let cutsVertically: Bool
    private let clip: PixelRect
    /// The distance between cuts in pixels, a power of 2.
    private var step: Int
    /// The coordinate at which the next slice begins, in pixels.
    private var position: Int
    /// The coordinate at which the last slice ends, in pixels.
    private let end: Int

    /// Creates the slices of a line.
    ///
    /// - Parameters:
    ///   - lineStart: The start of the line, in pixels. Coordinates beyond ±2²⁰ are clamped, as in
    ///     rasterization. A line with a coordinate that is not finite has no slices.
    ///   - lineEnd: The end of the line, in pixels.
    ///   - reach: The maximum distance between the line and the center of a pixel that the line
    ///     changes: half the line width plus half a pixel for antialiasing.
    ///   - clip: The rectangle to which the slices are clipped, within ±2²⁴.
    ///   - limit: The maximum number of slices, at least 2.
    package init(
        from lineStart: CGPoint, to lineEnd: CGPoint, reach: Double, within clip: PixelRect,
        limit: Int = 32
    ) {
        precondition(limit >= 2, "line slices: the limit must be at least 2")
        let lineStart = Self.clamped(lineStart)
        let lineEnd = Self.clamped(lineEnd)
        let cutsVertically =
            abs(lineEnd.y - lineStart.y) * Self.maximumRowSlope > abs(lineEnd.x - lineStart.x)
        let first = cutsVertically ? lineStart.y : lineStart.x
        let last = cutsVertically ? lineEnd.y : lineEnd.x
        let otherFirst = cutsVertically ? lineStart.x : lineStart.y
        let otherLast = cutsVertically ? lineEnd.x : lineEnd.y
        let extent = last - first
        let rise = otherLast - otherFirst
        self.cutsVertically = cutsVertically
        self.clip = clip
        start = first
        otherStart = otherFirst
        slope = extent == 0 ? 0 : rise / extent
        spread = reach * (1 + slope * slope).squareRoot()
        otherLow = min(otherFirst, otherLast) - reach
        otherHigh = max(otherFirst, otherLast) + reach
        let clipFrom = cutsVertically ? clip.minY : clip.minX
        let clipTo = cutsVertically ? clip.maxY : clip.maxX
        let low = Self.integer((min(first, last) - reach).rounded(.down), clipFrom, clipTo)
        let high = Self.integer((max(first, last) + reach).rounded(.up), clipFrom, clipTo)
        let isFinite = (extent + rise + reach + otherFirst + first).isFinite && !clip.isEmpty
        position = low
        end = isFinite ? high : low
        step = Self.step(length: max(high - low, 0), slope: abs(slope), limit: limit)
    }

    /// Returns the distance between cuts, in pixels. The distance starts at 8 and is doubled until
    /// there are at most `limit` slices. It is also doubled while adjacent slices are offset by
    /// less than 4 pixels and the line is longer than one slice, because finer slices of a nearly
    /// axis-aligned line hardly reduce the covered area.
    private static func step(length: Int, slope: Double, limit: Int) -> Int {
        var step = 8
        // The slices at both ends may be partial, so one more slice is needed.
        while length / step + 2 > limit || (Double(step) * slope < 4 && step < length) { step *= 2 }
        return step
    }

    /// Returns the point with its coordinates clamped to ±2²⁰. Coordinates that are not finite
    /// become NaN.
    private static func clamped(_ point: CGPoint) -> CGPoint {
        let limit: CGFloat = 1_048_576
        // Any comparison with NaN fails, so the line has no slices.
        return CGPoint(
            x: point.x.isFinite ? min(max(point.x, -limit), limit) : .nan,
            y: point.y.isFinite ? min(max(point.y, -limit), limit) : .nan)
    }

    /// Returns `value`, which is integral, as an integer clamped to `low`…`high`. NaN becomes
    /// `low`.
    private static func integer(_ value: Double, _ low: Int, _ high: Int) -> Int {
        value.isNaN ? low : Int(min(max(value, Double(low)), Double(high)))
    }

    /// Calls `body` with rectangles that cover two lines.
    ///
    /// If both lines are cut along the same axis, they are cut at the same coordinates. Two slices
    /// at one coordinate are covered by one rectangle if it is hardly larger than both.
    package static func forEachSlice(
        of first: LineSlices, and second: LineSlices, _ body: (PixelRect) -> Void
    ) {
        var (first, second) = (first, second)
        if first.cutsVertically != second.cutsVertically || first.position >= first.end
            || second.position >= second.end
        {
            while let slice = first.next() { body(slice) }
            while let slice = second.next() { body(slice) }
            return
        }
        let step = max(first.step, second.step)
        first.step = step
        second.step = step
        var position = min(first.position, second.position)
        let end = max(first.end, second.end)
        while position < end {
            let cut = (position & ~(step - 1)) + step
            position = cut
            let (one, other) = (first.slice(before: cut), second.slice(before: cut))
            if one.isEmpty || other.isEmpty {
                if !one.isEmpty { body(one) }
                if !other.isEmpty { body(other) }
                continue
            }
            let both = one.union(other)
            if both.area <= (one.area + other.area) * 3 / 2 {
                body(both)
            } else {
                body(one)
                body(other)
            }
        }
    }

    /// Returns the slice before a cut, or an empty rectangle if the line does not extend to it.
    private mutating func slice(before cut: Int) -> PixelRect {
        position < min(cut, end) ? nextSlice() : .empty
    }

    /// Returns the next non-empty slice inside the clip rectangle, or `nil` after the last slice.
    package mutating func next() -> PixelRect? {
        while position < end {
            let slice = nextSlice()
            if !slice.isEmpty { return slice }
        }
        return nil
    }

    /// Returns the slice that begins at `position`, which may be empty, and advances `position` to
    /// its end. The position must be before the end.
    private mutating func nextSlice() -> PixelRect {
        let first = position
        let last = min((first & ~(step - 1)) + step, end)
        position = last
        let atFirst = otherStart + (Double(first) - start) * slope
        let atLast = otherStart + (Double(last) - start) * slope
        let low = max(min(atFirst, atLast) - spread, otherLow)
        let high = min(max(atFirst, atLast) + spread, otherHigh)
        return rect(first..<last, from: low, to: high)
    }

    /// Returns the rectangle that spans `slab` on the axis of the cuts and `low`…`high` on the
    /// other axis, clipped to `clip`.
    private func rect(_ slab: Range<Int>, from low: Double, to high: Double) -> PixelRect {
        let clipFrom = cutsVertically ? clip.minX : clip.minY
        let clipTo = cutsVertically ? clip.maxX : clip.maxY
        let first = Self.integer(low.rounded(.down), clipFrom, clipTo)
        let last = Self.integer(high.rounded(.up), clipFrom, clipTo)
        return cutsVertically
            ? PixelRect(minX: first, minY: slab.lowerBound, maxX: last, maxY: slab.upperBound)
            : PixelRect(minX: slab.lowerBound, minY: first, maxX: slab.upperBound, maxY: last)
    }
}
