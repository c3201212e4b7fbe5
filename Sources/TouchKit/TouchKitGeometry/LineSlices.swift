/// A thick straight line cut across its longer axis: a few rectangles that hold it tightly.
///
/// The box around a slanted line is nearly all empty: a line of width 10 over the diagonal of
/// 800 × 480 pixels covers 9,300 of them, and its box 384,000. With n slices what is covered is
/// `2 · reach · length + width · height / n`, where the last two are the box's. Cuts lie on a grid
/// fixed to the picture, so those of lines side by side meet.
package struct LineSlices: Sendable {
    /// Where the line begins, along the axis it is cut across, and along the other one.
    private let from: Double
    private let crossFrom: Double
    private let slope: Double
    /// How far the line's sides are from its middle, along the other axis.
    private let spread: Double
    private let crossLow: Double
    private let crossHigh: Double
    private let isSteep: Bool
    private let clip: PixelRect
    /// The distance of the cuts: a power of 2.
    private let step: Int
    private var place: Int
    private let end: Int

    /// Cuts a line.
    ///
    /// - Parameters:
    ///   - start: Where the line begins, in pixels; what isn't finite has no slices, and what lies
    ///     beyond ±2²⁰ is pulled to that limit, as painting does.
    ///   - lineEnd: Where it ends.
    ///   - reach: How far from its middle line it may leave something in a pixel's middle: half its
    ///     width, and half a pixel for its soft edge.
    ///   - clip: The pixels that count, within ±2²⁴.
    ///   - limit: The largest number of slices, at least 2.
    package init(
        from start: CGPoint, to lineEnd: CGPoint, reach: Double, within clip: PixelRect,
        limit: Int = 32
    ) {
        precondition(limit >= 2, "a line is cut in at least two where it crosses a cut")
        let start = Self.bounded(start)
        let lineEnd = Self.bounded(lineEnd)
        let isSteep = abs(lineEnd.y - start.y) > abs(lineEnd.x - start.x)
        let first = isSteep ? start.y : start.x
        let last = isSteep ? lineEnd.y : lineEnd.x
        let crossFirst = isSteep ? start.x : start.y
        let crossLast = isSteep ? lineEnd.x : lineEnd.y
        let extent = last - first
        let rise = crossLast - crossFirst
        self.isSteep = isSteep
        self.clip = clip
        from = first
        crossFrom = crossFirst
        slope = extent == 0 ? 0 : rise / extent
        spread = reach * (1 + slope * slope).squareRoot()
        crossLow = min(crossFirst, crossLast) - reach
        crossHigh = max(crossFirst, crossLast) + reach
        let clipFrom = isSteep ? clip.minY : clip.minX
        let clipTo = isSteep ? clip.maxY : clip.maxX
        let low = Self.whole((min(first, last) - reach).rounded(.down), clipFrom, clipTo)
        let high = Self.whole((max(first, last) + reach).rounded(.up), clipFrom, clipTo)
        let isNumber = (extent + rise + reach + crossFirst + first).isFinite && !clip.isEmpty
        place = low
        end = isNumber ? high : low
        step = Self.step(length: max(high - low, 0), rise: abs(slope), limit: limit)
    }

    /// The distance of the cuts: 8 pixels, or as many times twice that as the limit asks for. A line
    /// along an axis gains nothing by being cut.
    private static func step(length: Int, rise: Double, limit: Int) -> Int {
        var step = 8
        // Slices at both ends may be narrow: one more than the length asks for.
        while length / step + 2 > limit || (Double(step) * rise < 4 && step < length) { step *= 2 }
        return step
    }

    private static func bounded(_ point: CGPoint) -> CGPoint {
        let limit: CGFloat = 1_048_576
        // What isn't a number stays none: it fails every comparison.
        return CGPoint(
            x: point.x.isFinite ? min(max(point.x, -limit), limit) : .nan,
            y: point.y.isFinite ? min(max(point.y, -limit), limit) : .nan)
    }

    private static func whole(_ value: Double, _ low: Int, _ high: Int) -> Int {
        value.isNaN ? low : Int(min(max(value, Double(low)), Double(high)))
    }

    /// The next slice, none empty, none beside the clip; nil after the last.
    package mutating func next() -> PixelRect? {
        while place < end {
            let first = place
            let last = min((first & ~(step - 1)) + step, end)
            place = last
            let atFirst = crossFrom + (Double(first) - from) * slope
            let atLast = crossFrom + (Double(last) - from) * slope
            let low = max(min(atFirst, atLast) - spread, crossLow)
            let high = min(max(atFirst, atLast) + spread, crossHigh)
            let slice = rect(first..<last, from: low, to: high)
            if !slice.isEmpty { return slice }
        }
        return nil
    }

    private func rect(_ slab: Range<Int>, from low: Double, to high: Double) -> PixelRect {
        let clipFrom = isSteep ? clip.minX : clip.minY
        let clipTo = isSteep ? clip.maxX : clip.maxY
        let first = Self.whole(low.rounded(.down), clipFrom, clipTo)
        let last = Self.whole(high.rounded(.up), clipFrom, clipTo)
        return isSteep
            ? PixelRect(minX: first, minY: slab.lowerBound, maxX: last, maxY: slab.upperBound)
            : PixelRect(minX: slab.lowerBound, minY: first, maxX: slab.upperBound, maxY: last)
    }
}
