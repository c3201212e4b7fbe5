import KioskYAML
import LabBenchmark

/// The benchmark report as one self-contained HTML file: the values of the text report, and charts.
package enum BenchmarkHTML {
    /// The maximum number of columns in the timeline chart.
    private static let maximumColumnCount = 400

    /// Returns the content of the HTML file for `reports`.
    package static func text(_ reports: [BenchmarkReport]) -> String {
        let facts = (reports.first?.facts ?? []).map { "\($0.title): \($0.value)" }
        let summary = reports.map { ReportPage.texts(BenchmarkText.summaryRow($0.result)) }
        let data = JSON.object([
            ("facts", ReportPage.texts(facts)),
            ("summary", .array(summary)),
            ("percentiles", ReportPage.texts(PercentileColumn.all.map(\.name))),
            ("runs", .array(reports.map(run))),
        ])
        return ReportPage.html(
            title: "TouchTracker benchmark", text: BenchmarkText.text(reports), data: data,
            script: script)
    }

    private static func run(_ report: BenchmarkReport) -> JSON {
        let result = report.result
        let rows = BenchmarkText.rows(result).map { ReportPage.texts([$0.name] + $0.values) }
        let latency = result.inputToScanout.map { percentiles in
            PercentileColumn.all.map { milliseconds($0.value(percentiles)) }
        }
        let bins = result.latencyBins.flatMap { [Double($0.value) / 1_000, Double($0.count)] }
        let seconds = Double(result.timeline.last?.shownAt ?? 0) / 1_000_000
        let ratios = report.ratios.map { ReportPage.texts([$0.name, Decimals.fixed($0.ratio, 3)]) }
        return .object([
            ("title", .string(result.title)),
            ("tone", .string(result.holdsFrameRate.map { $0 ? "good" : "bad" } ?? "")),
            ("verdict", .string(result.verdict)),
            ("interruption", JSON(result.interruption?.message)),
            ("display", .string(report.displayText)),
            ("input", .string(result.input)),
            ("distributions", .array(rows)),
            ("lastStage", .string(result.lastStage)),
            ("samples", .integer(result.inputToScanout?.count ?? 0)),
            ("latency", .array(latency ?? [])),
            ("bins", ReportPage.numbers(bins)),
            ("period", milliseconds(result.periodMicroseconds)),
            ("seconds", .number(seconds)),
            ("frames", .integer(result.frames)),
            ("timelineFrames", .integer(result.timeline.count)),
            ("timeline", .array(timeline(result.timeline))),
            ("columns", .integer(maximumColumnCount)),
            ("counts", .string(BenchmarkText.counts(result).joined(separator: "\n"))),
            ("limits", .array(report.limits.map(limit))),
            ("ratios", .array(ratios)),
        ])
    }

    /// Returns the columns of the timeline chart: for each column with frames the number, the
    /// highest cost and latency in milliseconds, and 1 if a frame missed a vblank.
    private static func timeline(_ frames: [BenchmarkResult.Frame]) -> [JSON] {
        guard let last = frames.last, last.shownAt > 0 else { return [] }
        var columns: [Int: (cost: Int64, latency: Int64, isLate: Bool)] = [:]
        for frame in frames {
            let position = Double(frame.shownAt) / Double(last.shownAt)
            let index = min(
                max(Int(position * Double(maximumColumnCount - 1)), 0), maximumColumnCount - 1)
            let column = columns[index] ?? (0, 0, false)
            columns[index] = (
                max(column.cost, frame.costMicroseconds),
                max(column.latency, frame.latencyMicroseconds ?? 0),
                column.isLate || frame.missedVblanks > 0
            )
        }
        return columns.sorted { $0.key < $1.key }.map { index, column in
            ReportPage.numbers([
                Double(index), Double(column.cost) / 1_000, Double(column.latency) / 1_000,
                column.isLate ? 1 : 0,
            ])
        }
    }

    private static func limit(_ check: BenchmarkLimitCheck) -> JSON {
        ReportPage.texts([
            check.figure, check.value.map(Decimals.shortest) ?? "–",
            "\(check.isMaximum ? "at most" : "at least") \(check.limitText)",
            check.isMet ? "met" : "missed",
        ])
    }

    private static func milliseconds(_ microseconds: Int64) -> JSON {
        .number(Double(microseconds) / 1_000)
    }

    /// The script of the page, which draws the report from the data. Times are in milliseconds.
    private static let script = #"""
        function distribution(run) {
          const [p50, p90, p99, max] = run.latency;
          if (max === undefined) return paragraph("No touch was shown, so there is no latency.");
          // Bars are half a millisecond wide, or wider if the longest latency requires it.
          const step = Math.max(0.5, (Math.floor(max / 200) + 1) * 0.5);
          const bars = Array(Math.floor(max / step) + 1).fill(0);
          for (const [time, count] of pairs(run.bins))
            bars[Math.min(Math.floor(time / step), bars.length - 1)] += count;
          if (largest(bars) === 0) return "";
          const plot = new Plot(900, 280, bars.length * step, "ms");
          plot.addVerticalAxis(largest(bars), "samples", true);
          bars.forEach((bar, i) => {
            if (bar > 0) plot.bar("bar", i * step, (i + 1) * step - plot.end / 1600, bar, 0);
          });
          Object.entries({p50, p90, p99}).forEach(([name, time], i) => {
            const x = plot.x(time), isAtRightEdge = x > 850;
            plot.line("curve", x, plot.top, x, plot.base);
            plot.text(isAtRightEdge ? x - 3 : x + 3, plot.top + 14 + i * 18, name,
              isAtRightEdge ? "end" : "start");
          });
          const [a, b, c, d] = run.latency.map(time => time.toFixed(2));
          return plot.figure(`Distribution of input → ${run.lastStage}`,
            `Input → ${run.lastStage}: how many of ${run.samples} samples took how long. `
            + `p50 ${a}, p90 ${b}, p99 ${c}, max ${d} ms.`);
        }

        // Shows the cost of frames and the latency of their oldest samples over time.
        function timeline(run) {
          const columns = run.timeline.map(numbers);
          if (columns.length === 0) return "";
          const worst = Math.max(largest(columns.map(column => Math.max(column[1], column[2]))),
            run.period, 0.001);
          const plot = new Plot(900, 280, run.seconds, "s");
          plot.addVerticalAxis(worst, "ms", false);
          const width = run.seconds / run.columns;
          for (const [i, cost, , isLate] of columns)
            plot.bar(isLate ? "over" : "bar", i * width, (i + 1) * width, cost, 0.5);
          plot.polyline("curve", columns.filter(column => column[2] > 0)
            .map(([i, , latency]) => [plot.x((i + 0.5) * width), plot.y(latency)]));
          if (run.period > 0)
            plot.line("bound", plot.left, plot.y(run.period), plot.right, plot.y(run.period));
          return plot.figure("Frames in the order of time",
            "Frames in the order of time: bars are what they cost, red where a vblank was missed; "
            + "the curve is the latency of their oldest sample; the dashed line is a period."
            + (run.timelineFrames < run.frames
              ? ` The first ${run.timelineFrames} of ${run.frames}.` : ""));
        }

        function article(run, index) {
          const result = element("article", {}, element("h2", {id: `run${index + 1}`}, run.title),
            paragraph(run.verdict, `summary ${run.tone}`));
          if (run.interruption !== null) result.append(paragraph(
            `${run.interruption}: the figures are of what was measured until then`, "bad"));
          result.append(
            element("p", {}, `Display: ${run.display}`, element("br", {}), `Input: ${run.input}`),
            table(["", ...data.percentiles], run.distributions.map(([name, ...values]) =>
              row([name.replace(/^ +/, "\u2003"), ...values]))),
            distribution(run), timeline(run), element("pre", {}, run.counts));
          if (run.limits.length > 0) result.append(element("h3", {}, "Limits"),
            table(["figure", "measured", "limit", ""],
              run.limits.map(cells => row(cells, cells[3] === "met" ? "good" : "bad"))));
          if (run.ratios.length > 0) result.append(element("h3", {}, "Compared"),
            table(["figure", "new / old"], run.ratios.map(cells => row(cells))));
          return result;
        }

        document.body.className = "numeric";
        show(element("h1", {class: "title"}, "TouchTracker benchmark"),
          element("p", {}, ...data.facts.flatMap(fact => [fact, element("br", {})])),
          table(["script", "Hz", "fingers", "strokes", "frames", "missed",
            "input → scanout p50, ms", "p99", "max", "frame cost p99, ms", "max", "holds"],
            data.summary.map(([script, ...cells], index) => row(
              [element("a", {href: `#run${index + 1}`}, script), ...cells.slice(0, -1),
                element("span", {class: data.runs[index].tone}, cells[cells.length - 1])]))),
          ...data.runs.map(article));
        """#
}
