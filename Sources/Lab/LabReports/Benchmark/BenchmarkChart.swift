import LabBenchmark

/// Functions that create the charts of a benchmark run as HTML figures with SVG.
enum BenchmarkChart {
    private static let width = 900.0
    private static let height = 280.0
    private static let left = 64.0
    private static let right = 12.0
    private static let top = 26.0
    private static let bottom = 44.0
    private static var plotWidth: Double { width - left - right }
    private static var plotHeight: Double { height - top - bottom }
    /// The maximum number of bars in the distribution chart and of columns in the timeline chart.
    private static let maximumColumnCount = 400

    /// Returns a histogram of the latency from touch sample to scanout as an HTML figure, or a
    /// paragraph that states that no touch was shown.
    static func distribution(_ result: BenchmarkResult) -> String {
        guard let percentiles = result.inputToScanout else {
            return "<p>No touch was shown, so there is no latency.</p>"
        }
        // Bars are half a millisecond wide, or wider if the longest latency requires it.
        let room = Int64(maximumColumnCount)
        let step = max(500, (percentiles.max / room / 500 + 1) * 500)
        let count = Int(percentiles.max / step) + 1
        var bars = [Int](repeating: 0, count: count)
        for bin in result.latencyBins { bars[min(Int(bin.value / step), count - 1)] += bin.count }
        let most = bars.max() ?? 0
        guard most > 0 else { return "" }
        let end = Double(count) * Double(step)
        func x(_ microseconds: Double) -> Double { left + plotWidth * microseconds / end }
        var svg = axes(xEnd: end / 1_000, xUnit: "ms", yEnd: Double(most), yUnit: "samples")
        for (index, bar) in bars.enumerated() where bar > 0 {
            let from = x(Double(index) * Double(step))
            let barWidth = max(plotWidth * Double(step) / end - 0.5, 0.5)
            let barHeight = plotHeight * Double(bar) / Double(most)
            svg +=
                "<rect class=\"bar\" x=\"\(SVG.number(from))\" y=\"\(SVG.number(top + plotHeight - barHeight))\" "
                + "width=\"\(SVG.number(barWidth))\" height=\"\(SVG.number(barHeight))\"/>\n"
        }
        let marks = [("p50", percentiles.p50), ("p90", percentiles.p90), ("p99", percentiles.p99)]
        for (index, (name, value)) in marks.enumerated() {
            let markX = x(Double(value))
            svg += SVG.line("curve", markX, top, markX, top + plotHeight)
            let isAtRightEdge = markX > width - 50
            svg += SVG.text(
                isAtRightEdge ? markX - 3 : markX + 3, top + 14 + Double(index) * 18, name,
                anchor: isAtRightEdge ? "end" : "start")
        }
        return figure(
            svg, label: "Distribution of input → \(result.lastStage)",
            caption: "Input → \(result.lastStage): how many of \(percentiles.count) samples "
                + "took how long. "
                + "p50 \(Decimals.milliseconds(percentiles.p50, places: 2)), "
                + "p90 \(Decimals.milliseconds(percentiles.p90, places: 2)), "
                + "p99 \(Decimals.milliseconds(percentiles.p99, places: 2)), "
                + "max \(Decimals.milliseconds(percentiles.max, places: 2)) ms.")
    }

    /// Returns a chart that shows each frame's cost and the latency of its oldest touch sample over
    /// time, as an HTML figure. A column that combines several frames shows the worst values.
    static func timeline(_ result: BenchmarkResult) -> String {
        let frames = result.timeline
        guard let last = frames.last, last.shownAt > 0 else { return "" }
        let span = Double(last.shownAt)
        var columns = [Column](repeating: Column(), count: maximumColumnCount)
        for frame in frames {
            let index = Int(Double(frame.shownAt) / span * Double(maximumColumnCount - 1))
            columns[min(max(index, 0), maximumColumnCount - 1)].add(frame)
        }
        let worstCost = columns.map(\.cost).max() ?? 0
        let worst = max(worstCost, columns.map(\.latency).max() ?? 0, result.periodMicroseconds, 1)
        func y(_ microseconds: Int64) -> Double {
            top + plotHeight * (1 - Double(microseconds) / Double(worst))
        }
        var svg = axes(
            xEnd: span / 1_000_000, xUnit: "s", yEnd: Double(worst) / 1_000, yUnit: "ms")
        let columnWidth = plotWidth / Double(maximumColumnCount)
        var curve = ""
        for (index, column) in columns.enumerated() where column.hasFrames {
            let x = left + Double(index) * columnWidth
            let barHeight = max(top + plotHeight - y(column.cost), 0.5)
            let kind = column.isLate ? "missed" : "bar"
            svg +=
                "<rect class=\"\(kind)\" x=\"\(SVG.number(x))\" y=\"\(SVG.number(top + plotHeight - barHeight))\" "
                + "width=\"\(SVG.number(columnWidth))\" height=\"\(SVG.number(barHeight))\"/>\n"
            if column.latency > 0 {
                curve += curve.isEmpty ? "M" : "L"
                curve += "\(SVG.number(x + columnWidth / 2)) \(SVG.number(y(column.latency)))"
            }
        }
        if !curve.isEmpty { svg += "<path class=\"curve\" d=\"\(curve)\"/>\n" }
        if result.periodMicroseconds > 0 {
            let bound = y(result.periodMicroseconds)
            svg += SVG.line("bound", left, bound, left + plotWidth, bound)
        }
        let part =
            frames.count < result.frames ? " The first \(frames.count) of \(result.frames)." : ""
        return figure(
            svg, label: "Frames in the order of time",
            caption: "Frames in the order of time: bars are what they cost, red where a vblank was "
                + "missed; the curve is the latency of their oldest sample; the dashed line is a "
                + "period.\(part)")
    }

    /// The worst values of the frames that one column of the timeline combines.
    private struct Column {
        var hasFrames = false
        var cost: Int64 = 0
        var latency: Int64 = 0
        var isLate = false

        mutating func add(_ frame: BenchmarkResult.Frame) {
            hasFrames = true
            cost = max(cost, frame.costMicroseconds)
            latency = max(latency, frame.latencyMicroseconds ?? 0)
            isLate = isLate || frame.missedVblanks > 0
        }
    }

    // MARK: Parts

    private static func figure(_ svg: String, label: String, caption: String) -> String {
        SVG.figure(svg, width: width, height: height, label: label, caption: caption)
    }

    /// Returns both axes as SVG, starting at 0 and labeled with round numbers.
    private static func axes(
        xEnd: Double, xUnit: String, yEnd: Double, yUnit: String
    ) -> String {
        var svg = ""
        let base = top + plotHeight
        for value in SVG.ticks(to: yEnd, about: 4) {
            let y = base - plotHeight * value / yEnd
            svg += SVG.line("axis", left, y, left + plotWidth, y)
            svg += SVG.text(left - 6, y + 5, Decimals.shortest(value), anchor: "end")
        }
        for value in SVG.ticks(to: xEnd, about: 10) {
            let x = left + plotWidth * value / xEnd
            svg += SVG.line("axis", x, base, x, base + 4)
            svg += SVG.text(x, base + 19, Decimals.shortest(value), anchor: "middle")
        }
        svg += SVG.text(width - right, height - 2, xUnit, anchor: "end")
        svg += SVG.text(4, 14, yUnit)
        return svg
    }
}
