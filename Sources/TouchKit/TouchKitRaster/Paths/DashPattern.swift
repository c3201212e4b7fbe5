import TouchKitGeometry

/// The dash pattern of a stroke: alternating dashes and gaps.
///
/// The position of each dash is computed from its index instead of by adding lengths. Therefore
/// skipping invisible dashes does not move the other dashes by rounding errors.
struct DashPattern {
    /// The alternating lengths of dashes and gaps, before multiplication by `unit`.
    private let lengths: [CGFloat]
    /// The factor for all lengths.
    private let unit: Double
    /// The number of lengths after which the pattern repeats. The number is always even, so that
    /// each repetition begins with a dash.
    let count: Int
    /// The length after which the pattern repeats, after multiplication by `unit`.
    let period: Double
    /// The fraction of the period that is covered by dashes, 0…1.
    let dashFraction: Double
    /// The offset into the pattern at which each subpath begins, 0..<`period`.
    let phase: Double

    /// Creates a pattern, or returns `nil` for a line without gaps.
    ///
    /// - Parameters:
    ///   - style: The stroke style that contains the lengths and the phase.
    ///   - unit: The factor for all lengths.
    init?(_ style: LineStyle, unit: Double) {
        let lengths = style.dashes
        var dashes = 0.0
        var gaps = 0.0
        for index in lengths.indices {
            guard lengths[index].isFinite, lengths[index] >= 0 else { return nil }
            // With an odd number of lengths, every second repetition exchanges dashes and gaps.
            let length = min(lengths[index] * unit, Self.longest)
            let isGap = index % 2 == 1
            dashes += isGap && lengths.count % 2 == 0 ? 0 : length
            gaps += !isGap && lengths.count % 2 == 0 ? 0 : length
        }
        let period = dashes + gaps
        guard gaps > 0, period.isFinite else { return nil }
        self.lengths = lengths
        self.unit = unit
        self.period = period
        count = lengths.count % 2 == 0 ? lengths.count : 2 * lengths.count
        dashFraction = dashes / period
        let phase = (style.dashPhase * unit).truncatingRemainder(dividingBy: period)
        let wrapped = phase < 0 ? phase + period : phase
        self.phase = wrapped.isFinite && wrapped < period ? wrapped : 0
    }

    /// A length that exceeds every visible line.
    private static let longest = 4 * PathLimits.maximumCoordinate

    /// Returns the length of an element of the pattern. Elements with an even index are dashes, and
    /// elements with an odd index are gaps.
    @inline(__always)
    func length(_ index: Int) -> Double {
        let length = lengths[index < lengths.count ? index : index - lengths.count]
        return min(length * unit, Self.longest)
    }

    /// Returns the start and end of the dash that contains `position`, a distance along the line.
    /// Returns `nil` if the position is in a gap or at the end of a dash.
    func dash(around position: Double) -> (start: Double, end: Double)? {
        let repetition = ((position + phase) / period).rounded(.down)
        let base = repetition * period - phase
        var start = 0.0
        for index in 0..<count {
            let end = start + length(index)
            if index & 1 == 0, base + start < position, position < base + end {
                return (base + start, base + end)
            }
            start = end
        }
        return nil
    }
}
