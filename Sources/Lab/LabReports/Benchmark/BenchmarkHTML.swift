import LabBenchmark

/// The benchmark report as one self-contained HTML file: the values of the text report, and charts.
package enum BenchmarkHTML {
    /// Returns the content of the HTML file for `reports`.
    package static func text(_ reports: [BenchmarkReport]) -> String {
        let results = reports.map(\.result)
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8"/>
            <meta name="viewport" content="width=device-width, initial-scale=1"/>
            <title>TouchTracker benchmark</title>
            <style>
            \(style)
            </style>
            </head>
            <body>
            <h1>TouchTracker benchmark</h1>
            <p>\(facts(reports))</p>
            \(summary(results))
            \(reports.enumerated().map { section($1, number: $0 + 1) }.joined(separator: "\n"))
            </body>
            </html>

            """
    }

    // MARK: All runs

    private static func summary(_ results: [BenchmarkResult]) -> String {
        let heads = [
            "script", "Hz", "fingers", "strokes", "frames", "missed",
            "input → scanout p50, ms", "p99", "max", "frame cost p99, ms", "max", "holds",
        ]
        let rows = results.enumerated().map { index, result -> String in
            let times = [
                result.inputToScanout?.p50, result.inputToScanout?.p99,
                result.inputToScanout?.max, result.frameCost?.p99, result.frameCost?.max,
            ].map { $0.map { Decimals.milliseconds($0, places: 2) } ?? "–" }
            let counts = [
                result.rateHz.map { "\($0)" } ?? "–", "\(result.contactCount)",
                "\(result.strokesStored)", "\(result.frames)", "\(result.missedVblanks)",
            ]
            let link = "<a href=\"#run\(index + 1)\">\(HTML.escaped(result.script))</a>"
            let cells = [link] + counts + times + [holds(result)]
            return "<tr><td>" + cells.joined(separator: "</td><td>") + "</td></tr>"
        }
        return HTML.table(heads: heads, rows: rows)
    }

    private static func facts(_ reports: [BenchmarkReport]) -> String {
        (reports.first?.facts ?? []).map { HTML.escaped("\($0.title): \($0.value)") }
            .joined(separator: "<br/>")
    }

    private static func holds(_ result: BenchmarkResult) -> String {
        switch result.holdsFrameRate {
        case true?: "<span class=\"good\">yes</span>"
        case false?: "<span class=\"bad\">no</span>"
        case nil: "–"
        }
    }

    // MARK: One run

    private static func section(_ report: BenchmarkReport, number: Int) -> String {
        let result = report.result
        var parts = ["<section>", "<h2 id=\"run\(number)\">\(HTML.escaped(result.title))</h2>"]
        let tone = result.holdsFrameRate.map { $0 ? " good" : " bad" } ?? ""
        parts.append("<p class=\"verdict\(tone)\">\(HTML.escaped(result.verdict))</p>")
        if let interruption = result.interruption {
            parts.append(
                "<p class=\"bad\">\(HTML.escaped(interruption.message)): the figures are of what was "
                    + "measured until then</p>")
        }
        parts.append(
            "<p>Display: \(HTML.escaped(result.display)); latency \(HTML.escaped(report.latency)), "
                + "ink \(HTML.escaped(report.ink))\(report.hasOverlay ? ", with the touch overlay" : "")"
                + "<br/>Input: \(HTML.escaped(result.input))</p>")
        parts.append(distributions(result))
        parts.append(BenchmarkChart.distribution(result))
        parts.append(BenchmarkChart.timeline(result))
        parts.append(
            "<pre>" + BenchmarkText.counts(result).map(HTML.escaped).joined(separator: "\n")
                + "</pre>")
        if !report.limits.isEmpty { parts.append(limits(report)) }
        if !report.ratios.isEmpty { parts.append(ratios(report)) }
        parts.append("</section>")
        return parts.joined(separator: "\n")
    }

    private static func distributions(_ result: BenchmarkResult) -> String {
        let rows = BenchmarkText.rows(result).map { row -> String in
            let values = row.values.map { "<td>\(HTML.escaped($0))</td>" }.joined()
            let name = HTML.escaped(row.name)
            return "<tr><td>\(row.name.hasPrefix(" ") ? "&#8195;" : "")\(name)</td>\(values)</tr>"
        }
        return HTML.table(heads: [""] + PercentileColumn.all.map(\.name), rows: rows)
    }

    private static func limits(_ report: BenchmarkReport) -> String {
        let rows = report.limits.map { check in
            "<tr class=\"\(check.isMet ? "good" : "bad")\"><td>\(HTML.escaped(check.figure))</td>"
                + "<td>\(check.value.map(Decimals.shortest) ?? "–")</td>"
                + "<td>\(check.isMaximum ? "at most" : "at least") "
                + "\(HTML.escaped(check.limitText))</td><td>\(check.isMet ? "met" : "missed")</td></tr>"
        }
        return "<h3>Limits</h3>\n"
            + HTML.table(heads: ["figure", "measured", "limit", ""], rows: rows)
    }

    private static func ratios(_ report: BenchmarkReport) -> String {
        let rows = report.ratios.map { name, ratio in
            "<tr><td>\(HTML.escaped(name))</td><td>\(Decimals.fixed(ratio, 3))</td></tr>"
        }
        return "<h3>Compared</h3>\n" + HTML.table(heads: ["figure", "new / old"], rows: rows)
    }

    private static let style = """
        :root { color-scheme: light dark; --ink: #1b1f24; --quiet: #5b6570; --paper: #ffffff;
          --line: #d5dae0; --good: #1a7f37; --bad: #c62828; --mark: #1f6feb; --fill: #8db8f2; }
        @media (prefers-color-scheme: dark) {
          :root { --ink: #e6e9ed; --quiet: #9aa4af; --paper: #15181c; --line: #343b43;
            --good: #4cc266; --bad: #ff7b72; --mark: #6cb0ff; --fill: #2c5a94; }
        }
        body { background: var(--paper); color: var(--ink); margin: 1.5rem auto; padding: 0 1rem;
          max-width: 62rem; font: 16px/1.45 system-ui, sans-serif; }
        h2 { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
        a { color: var(--mark); }
        .wide { overflow-x: auto; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--line); }
        th { color: var(--quiet); font-weight: normal; font-size: .85rem; vertical-align: bottom; }
        th:first-child, td:first-child { text-align: left; }
        pre { color: var(--quiet); overflow-x: auto; }
        .verdict { font-size: 1.15rem; }
        .good { color: var(--good); }
        .bad { color: var(--bad); }
        figure { margin: 1rem 0; overflow-x: auto; }
        figcaption { color: var(--quiet); font-size: .9rem; }
        svg { width: 100%; min-width: 44rem; height: auto; display: block; }
        svg text { fill: var(--ink); font-size: 15px; font-family: system-ui, sans-serif; }
        .axis { stroke: var(--line); }
        .bar { fill: var(--fill); }
        .curve { fill: none; stroke: var(--mark); stroke-width: 2; }
        .bound { stroke: var(--bad); stroke-width: 2; stroke-dasharray: 5 4; }
        .missed { fill: var(--bad); }
        """
}
