/// An iterator over rectangles that tightly cover a thick line, cut across its longer axis.
///
/// The bounding box of a slanted line is nearly empty: a line of width 10 along the diagonal of 800
/// × 480 pixels covers 9,300 pixels, but its bounding box covers 384,000. With n slices, the
/// covered area is `2 · reach · length + width · height / n`, where width and height are those of
/// the bounding box. The cuts are on a grid that is fixed to the picture, so that the cuts of
/// adjacent lines coincide.
package struct LineSlices: Sendable {
    /// The coordinate of the line's start on the longer axis, in pixels.
    private let start: Double
    /// The coordinate of the line's start on the shorter axis, in pixels.
    private let crossStart: Double
    /// The change along the shorter axis per pixel along the longer axis.
    private let slope: Double
    /// Half the extent of the line along the shorter axis at a cut, including `reach`, in pixels.
    private let spread: Double
    /// The smallest coordinate that the line reaches on the shorter axis, in pixels; `crossHigh` is
    /// the largest one.
    private let crossLow: Double
    private let crossHigh: Double
    /// Whether the longer axis is vertical.
    private let isSteep: Bool
    private let clip: PixelRect
    /// The distance between cuts in pixels, a power of 2.
    private let step: Int
    /// The coordinate on the longer axis at which the next slice begins, in pixels.
    private var position: Int
    /// The coordinate on the longer axis at which the last slice ends, in pixels.
    private let end: Int

    /// Creates the slices of a line.
    ///
    /// - Parameters:
    ///   - lineStart: The start of the line, in pixels. Coordinates beyond ±2²⁰ are clamped, as in
    ///     rasterization. A line with a coordinate that is not finite has no slices.
    ///   - lineEnd: The end of the line, in pixels.
    ///   - reach: The distance from the line within which pixel centers can change: half the line
    ///     width plus half a pixel for antialiasing.
    ///   - clip: The rectangle to which the slices are clipped, within ±2²⁴.
    ///   - limit: The maximum number of slices, at least 2.
    package init(
        from lineStart: CGPoint, to lineEnd: CGPoint, reach: Double, within clip: PixelRect,
        limit: Int = 32
    ) {
        precondition(limit >= 2, "a line needs at least two slices")
        let lineStart = Self.clamped(lineStart)
        let lineEnd = Self.clamped(lineEnd)
        let isSteep = abs(lineEnd.y - lineStart.y) > abs(lineEnd.x - lineStart.x)
        let first = isSteep ? lineStart.y : lineStart.x
        let last = isSteep ? lineEnd.y : lineEnd.x
        let crossFirst = isSteep ? lineStart.x : lineStart.y
        let crossLast = isSteep ? lineEnd.x : lineEnd.y
        let extent = last - first
        let rise = crossLast - crossFirst
        self.isSteep = isSteep
        self.clip = clip
        start = first
        crossStart = crossFirst
        slope = extent == 0 ? 0 : rise / extent
        spread = reach * (1 + slope * slope).squareRoot()
        crossLow = min(crossFirst, crossLast) - reach
        crossHigh = max(crossFirst, crossLast) + reach
        let clipFrom = isSteep ? clip.minY : clip.minX
        let clipTo = isSteep ? clip.maxY : clip.maxX
        let low = Self.integer((min(first, last) - reach).rounded(.down), clipFrom, clipTo)
        let high = Self.integer((max(first, last) + reach).rounded(.up), clipFrom, clipTo)
        let isFinite = (extent + rise + reach + crossFirst + first).isFinite && !clip.isEmpty
        position = low
        end = isFinite ? high : low
        step = Self.step(length: max(high - low, 0), rise: abs(slope), limit: limit)
    }

    /// Returns the distance between cuts, in pixels: 8, doubled until there are at most `limit`
    /// slices and adjacent slices are offset by at least 4 pixels, if the line is long enough.
    /// Cutting a nearly axis-aligned line more finely would hardly reduce the covered area.
    private static func step(length: Int, rise: Double, limit: Int) -> Int {
        var step = 8
        // The slices at both ends may be partial, so that one more is needed.
        while length / step + 2 > limit || (Double(step) * rise < 4 && step < length) { step *= 2 }
        return step
    }

    /// Returns a point with coordinates clamped to ±2²⁰, or NaN for those that are not finite.
    private static func clamped(_ point: CGPoint) -> CGPoint {
        let limit: CGFloat = 1_048_576
        // NaN marks coordinates that are not finite; it fails all later comparisons.
        return CGPoint(
            x: point.x.isFinite ? min(max(point.x, -limit), limit) : .nan,
            y: point.y.isFinite ? min(max(point.y, -limit), limit) : .nan)
    }

    /// Returns `value`, which is a whole number, as an integer clamped to `low`…`high`; NaN becomes
    /// `low`.
    private static func integer(_ value: Double, _ low: Int, _ high: Int) -> Int {
        value.isNaN ? low : Int(min(max(value, Double(low)), Double(high)))
    }

    /// Returns the next non-empty slice inside the clip, or `nil` after the last one.
    package mutating func next() -> PixelRect? {
        while position < end {
            let first = position
            let last = min((first & ~(step - 1)) + step, end)
            position = last
            let atFirst = crossStart + (Double(first) - start) * slope
            let atLast = crossStart + (Double(last) - start) * slope
            let low = max(min(atFirst, atLast) - spread, crossLow)
            let high = min(max(atFirst, atLast) + spread, crossHigh)
            let slice = rect(first..<last, from: low, to: high)
            if !slice.isEmpty { return slice }
        }
        return nil
    }

    /// Returns the rectangle that spans `slab` on the longer axis and `low`…`high` on the shorter
    /// axis, clipped.
    private func rect(_ slab: Range<Int>, from low: Double, to high: Double) -> PixelRect {
        let clipFrom = isSteep ? clip.minX : clip.minY
        let clipTo = isSteep ? clip.maxX : clip.maxY
        let first = Self.integer(low.rounded(.down), clipFrom, clipTo)
        let last = Self.integer(high.rounded(.up), clipFrom, clipTo)
        return isSteep
            ? PixelRect(minX: first, minY: slab.lowerBound, maxX: last, maxY: slab.upperBound)
            : PixelRect(minX: slab.lowerBound, minY: first, maxX: slab.upperBound, maxY: last)
    }
}
