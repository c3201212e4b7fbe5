import TouchKitGeometry

/// Dashes and gaps along a line.
///
/// Where a dash lies is computed from its number, never by adding up from dash to dash: those that
/// can't be seen are skipped, and the others lie where they would without.
struct DashPattern {
    /// The lengths, dashes and gaps in turn, before `unit`.
    private let lengths: [Double]
    private let unit: Double
    /// How many lengths there are until a dash is the first one again.
    let count: Int
    /// The length after which all repeats.
    let period: Double
    /// The part of it that is dashes, 0…1.
    let share: Double
    /// How far into it a line begins, from 0 to below the period.
    let phase: Double

    /// Nil for a line without gaps.
    ///
    /// - Parameter unit: What the style's lengths are multiplied by.
    init?(_ style: StrokeStyle, unit: Double) {
        let lengths = style.dashes
        var dashes = 0.0
        var gaps = 0.0
        for index in lengths.indices {
            guard lengths[index].isFinite, lengths[index] >= 0 else { return nil }
            // An odd number of lengths goes on with a gap where it began with a dash.
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
        share = dashes / period
        let phase = (style.dashPhase * unit).truncatingRemainder(dividingBy: period)
        let wrapped = phase < 0 ? phase + period : phase
        self.phase = wrapped.isFinite && wrapped < period ? wrapped : 0
    }

    /// Longer than any line that can be seen.
    private static let longest = 4 * PathLimits.coordinate

    /// The length of a dash (even numbers) or a gap (odd ones).
    @inline(__always)
    func length(_ number: Int) -> Double {
        let index = number < lengths.count ? number : number - lengths.count
        return min(lengths[index] * unit, Self.longest)
    }

    /// Where the dash lies in which a line's place lies; nil for a gap, and where a dash begins.
    func dash(around place: Double) -> (start: Double, end: Double)? {
        let turn = ((place + phase) / period).rounded(.down)
        let base = turn * period - phase
        var start = 0.0
        for number in 0..<count {
            let end = start + length(number)
            if number & 1 == 0, base + start < place, place < base + end {
                return (base + start, base + end)
            }
            start = end
        }
        return nil
    }
}
