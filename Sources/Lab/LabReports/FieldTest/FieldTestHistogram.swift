import TouchKitGeometry

/// A histogram of durations as a chart in HTML.
struct FieldTestHistogram {
    private static let width = 458.0
    private static let height = 190.0
    private static let left = 40.0
    private static let right = 14.0
    private static let top = 24.0
    private static let bottom = 36.0
    private static let bars = 60

    private let times: [Int64]

    /// Creates a histogram of durations in microseconds.
    init(_ times: [Int64]) {
        self.times = times
    }

    /// Returns the chart as an HTML figure, or `nil` if there are no durations.
    ///
    /// - Parameters:
    ///   - unit: The plural name of the counted items, for example `reports`.
    ///   - label: The description for screen readers.
    ///   - caption: The visible caption.
    ///   - bound: The limit to mark in the chart, in microseconds, or `nil` for none.
    ///   - boundLabel: The label of the limit in the chart.
    func figure(
        unit: String, label: String, caption: String, bound: Double?, boundLabel: String
    ) -> String? {
        let sorted = times.filter { $0 >= 0 }.sorted()
        guard let longest = sorted.last else { return nil }
        // A few very long durations must not compress all others into one bar. The last bar counts
        // all durations beyond the axis.
        let usual = Double(sorted[(sorted.count - 1) * 98 / 100]) * 1.6
        let end = max(5_000, (bound ?? 0) * 1.15, min(Double(longest) * 1.05, usual))
        let step = (end / Double(Self.bars) / 100).rounded(.up) * 100
        let last = Self.bars - 1
        var counts = [Int](repeating: 0, count: Self.bars)
        for time in sorted { counts[min(Int(Double(time) / step), last)] += 1 }
        let beyond = sorted.filter { Double($0) >= step * Double(Self.bars) }.count
        let most = Double(counts.max() ?? 1)
        let base = Self.height - Self.bottom
        let plotWidth = Self.width - Self.left - Self.right
        let plotHeight = base - Self.top
        let span = step * Double(Self.bars)
        func x(_ microseconds: Double) -> Double { Self.left + plotWidth * microseconds / span }
        var svg = ""
        for count in SVG.ticks(to: most, about: 3) where count == count.rounded() {
            let y = base - plotHeight * count / most
            svg += SVG.line("axis", Self.left, y, Self.width - Self.right, y)
            svg += SVG.text(Self.left - 5, y + 4, Decimals.shortest(count), anchor: "end")
        }
        for time in SVG.ticks(to: span / 1_000, about: 6) {
            svg += SVG.line("axis", x(time * 1_000), base, x(time * 1_000), base + 4)
            svg += SVG.text(x(time * 1_000), base + 16, Decimals.shortest(time), anchor: "middle")
        }
        for (index, count) in counts.enumerated() where count > 0 {
            let height = max(plotHeight * Double(count) / most, 2.5)
            let kind = index == last && beyond > 0 ? "over" : "bar"
            svg +=
                "<rect class=\"\(kind)\" x=\"\(SVG.number(x(Double(index) * step)))\" "
                + "y=\"\(SVG.number(base - height))\" width=\"\(SVG.number(plotWidth / Double(Self.bars)))\" "
                + "height=\"\(SVG.number(height))\"/>\n"
        }
        if let bound, bound > 0, bound < span {
            svg += SVG.line("bound", x(bound), Self.top - 12, x(bound), base)
            svg += SVG.text(x(bound) + 4, Self.top - 6, boundLabel)
        }
        svg += SVG.text(4, 12, unit)
        svg += SVG.text(Self.width - Self.right, Self.height - 3, "ms", anchor: "end")
        var fullCaption = caption
        fullCaption += " The longest: \(Decimals.milliseconds(longest)) ms."
        if bound != nil { fullCaption += " Dashed: the limit." }
        if beyond > 0 { fullCaption += " Red: \(beyond) too long for the picture." }
        return SVG.figure(
            svg, width: Self.width, height: Self.height, label: label, caption: fullCaption,
            widest: Self.width / 16)
    }
}
