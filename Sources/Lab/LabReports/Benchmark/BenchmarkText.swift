import LabBenchmark

extension BenchmarkResult {
    /// The verdict on the run in one line: whether the run held the display's refresh rate, and the
    /// cost of the worst frame.
    package var verdict: String {
        let hands = "\(contactCount) finger\(contactCount == 1 ? "" : "s")"
        guard frames >= Self.minimumFrameCount, let frameCost else {
            return "holds \(Self.rate(periodMicroseconds)) with \(hands): "
                + "too few frames to tell (\(frames) of \(Self.minimumFrameCount))"
        }
        let answer =
            holdsFrameRate.map { $0 ? "yes" : "no" }
            ?? (hasVblank ? "cannot tell" : "without vblank: cannot tell")
        let missed =
            missedVblanks == 0
            ? "" : "\(missedVblanks) vblank\(missedVblanks == 1 ? "" : "s") missed, "
        var late = ""
        if !hasVblank, hasLateSamples, let p99 = inputToScanout?.p99 {
            late =
                "samples flushed after up to \(Decimals.milliseconds(p99)) ms (p99), "
                + "more than two periods, "
        }
        return
            "holds \(Self.rate(periodMicroseconds)) with \(hands): \(answer), "
            + "\(missed)\(late)worst frame \(Decimals.milliseconds(frameCost.max)) of "
            + "\(Decimals.milliseconds(periodMicroseconds)) ms"
    }

    /// The name of the moment at which latencies end. Without vblanks, the time at which the
    /// display shows a frame is unknown, and latencies end when the frame was flushed.
    var lastStage: String { hasVblank ? "scanout" : "flush" }

    /// A short description of the run: the script, the report rate and the number of stored
    /// strokes.
    package var title: String {
        let pace = rateHz.map { ", \($0) Hz" } ?? ""
        return "\(script)\(pace), \(strokesStored) stored stroke\(strokesStored == 1 ? "" : "s")"
    }

    private static func rate(_ period: Int64) -> String {
        guard period > 0 else { return "the display's rate" }
        let hundredths = (100_000_000 + period / 2) / period
        // 16,666 µs are 60 Hz, 16,683 µs are 59.94 Hz.
        let isWhole = abs(hundredths % 100) < 2 || hundredths % 100 > 98
        return isWhole
            ? "\((hundredths + 50) / 100) Hz" : "\(Decimals.fixed(Double(hundredths) / 100, 2)) Hz"
    }
}

/// The text report of a benchmark: a block for each run, and one table of all runs.
package struct BenchmarkText {
    private var text = ""

    /// Returns the text report for `reports`, ending with a newline.
    package static func text(_ reports: [BenchmarkReport]) -> String {
        var text = BenchmarkText()
        let facts = reports.first?.facts ?? []
        for (title, value) in facts { text.line("\(title): \(value)") }
        if !facts.isEmpty { text.line("") }
        for report in reports { text.add(report) }
        if reports.count > 1 { text.addTable(reports.map(\.result)) }
        return text.text
    }

    private mutating func line(_ line: String) {
        text += line + "\n"
    }

    // MARK: One run

    private mutating func add(_ report: BenchmarkReport) {
        let result = report.result
        line("\(result.title): \(result.verdict)")
        if let interruption = result.interruption {
            line("  \(interruption.message): the values cover only the time until then")
        }
        line("  display    \(report.displayText)")
        line("  input      \(result.input)")
        let heads = PercentileColumn.all.map { Columns.right($0.name, 10) }.joined()
        line("  \(Columns.left("", 32))\(heads)")
        for row in Self.rows(result) {
            let values = row.values.map { Columns.right($0, 10) }.joined()
            line("  \(Columns.left(row.name, 32))\(values)")
        }
        for counts in Self.counts(result) { line("  \(counts)") }
        if !report.limits.isEmpty { line("  limits") }
        for limit in report.limits {
            line("    \(Columns.left(limit.isMet ? "met" : "MISSED", 8))\(limit.text)")
        }
        addRatios(report)
        line("")
    }

    /// Returns the distributions of a run as table rows: the name of the distribution and one text
    /// per column.
    package static func rows(_ result: BenchmarkResult) -> [(name: String, values: [String])] {
        let times: [(String, Percentiles?)] = [
            ("input → delivered, ms", result.inputToDelivered),
            ("delivered → drawn, ms", result.deliveredToDrawn),
            ("drawn → committed, ms", result.drawnToCommitted),
            ("input → \(result.lastStage), ms", result.inputToScanout),
            ("  of a frame's newest, ms", result.newestInputToScanout),
            ("input → row, ms", result.inputToRow),
            ("frame cost, ms", result.frameCost),
            ("budget, ms", result.budget),
        ]
        var rows: [(name: String, values: [String])] = times.map { name, percentiles in
            (name, values(percentiles) { Decimals.milliseconds($0, places: 2) })
        }
        let budget = values(result.budgetUsedPermille) { Decimals.fixed(Double($0) / 10, 1) }
        rows.append(("budget used, %", budget))
        return rows
    }

    private static func values(_ percentiles: Percentiles?, _ text: (Int64) -> String) -> [String] {
        PercentileColumn.all.map { part in percentiles.map { text(part.value($0)) } ?? "–" }
    }

    /// Returns the counts and the resource usage of a run as lines of text.
    package static func counts(_ result: BenchmarkResult) -> [String] {
        let ahead =
            result.samplesShownBeforeFlip > 0
            ? ", \(result.samplesShownBeforeFlip) seen ahead of a flip" : ""
        let ink =
            result.inkBytesWritten > 0
            ? ", \(Columns.grouped(result.inkBytesWritten)) ahead of flips" : ""
        let carried =
            result.deferredPixels > 0
            ? ", \(Columns.grouped(result.deferredPixels)) left to a later frame" : ""
        let peak = result.peakResidentKilobytes.map { "\(Columns.grouped($0)) kB" } ?? "unknown"
        let since = result.isPeakOfThisRun ? "" : " since the program's start"
        let scanout =
            result.scanoutKilobytes > 0
            ? "; scanout \(Columns.grouped(result.scanoutKilobytes)) kB, of which "
                + "\(Columns.grouped(result.scanoutResidentKilobytes)) kB are among it" : ""
        let (frames, duration) = (result.frames, seconds(result.durationMicroseconds))
        let damaged = Columns.grouped(result.damagedPixels)
        let repainted = Columns.grouped(result.repaintedPixels)
        let differing = Columns.grouped(result.differingPixels)
        let main = seconds(result.mainThreadCPUMicroseconds)
        let all = seconds(result.processCPUMicroseconds)
        return [
            "frames     \(frames) in \(duration) s, \(result.missedVblanks) vblanks missed; \(result.wakeUps) wake-ups",
            "samples    \(result.samples) shown, \(result.coalescedSamples) coalesced\(ahead)",
            "pixels     \(damaged) damaged, \(repainted) repainted, \(differing) differ\(carried)",
            "bytes      \(Columns.grouped(result.bytesWritten)) written\(ink)",
            "processor  \(main) s in the main thread, \(all) s in all",
            "memory     peak \(peak)\(since)\(scanout)",
        ]
    }

    private static func seconds(_ microseconds: Int64) -> String {
        Decimals.fixed(Double(microseconds) / 1_000_000, 2)
    }

    private mutating func addRatios(_ report: BenchmarkReport) {
        if report.ratios.isEmpty { return }
        line("  compared: new / old")
        for (name, ratio) in report.ratios {
            line("    \(Columns.left(name, 34))\(Columns.right(Decimals.fixed(ratio, 3), 10))")
        }
    }

    // MARK: All runs

    private mutating func addTable(_ results: [BenchmarkResult]) {
        let heads = [
            "script", "Hz", "fingers", "strokes", "frames", "missed", "in→out p50", "p99", "max",
            "frame p99", "max", "holds",
        ]
        let rows = [heads] + results.map(Self.summaryRow)
        let widths = Columns.widths(of: rows)
        for row in rows {
            let cells = row.indices.map { column in
                column == 0
                    ? Columns.left(row[column], widths[column])
                    : Columns.right(row[column], widths[column])
            }
            line(cells.joined(separator: "  "))
        }
        line("(times in milliseconds)")
    }

    /// Returns the cells of a run in the table of all runs.
    static func summaryRow(_ result: BenchmarkResult) -> [String] {
        func time(_ percentiles: Percentiles?, _ value: (Percentiles) -> Int64) -> String {
            percentiles.map { Decimals.milliseconds(value($0), places: 2) } ?? "–"
        }
        return [
            result.script, result.rateHz.map { "\($0)" } ?? "–", "\(result.contactCount)",
            "\(result.strokesStored)", "\(result.frames)", "\(result.missedVblanks)",
            time(result.inputToScanout) { $0.p50 }, time(result.inputToScanout) { $0.p99 },
            time(result.inputToScanout) { $0.max }, time(result.frameCost) { $0.p99 },
            time(result.frameCost) { $0.max },
            result.holdsFrameRate.map { $0 ? "yes" : "no" } ?? "–",
        ]
    }
}
