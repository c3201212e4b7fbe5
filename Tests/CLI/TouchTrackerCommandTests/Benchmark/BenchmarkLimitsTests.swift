import KioskRuntime
import KioskYAML
import Testing
import touchtracker

@Suite("Limits and comparisons of a benchmark")
struct BenchmarkLimitsTests {
    private func missed(_ text: String, _ results: [BenchmarkResult]) throws -> [String] {
        try BenchmarkLimits(BenchmarkSamples.document(text)).missed(by: results)
    }

    private func complaint(_ text: String) -> String {
        do throws(YAMLError) {
            _ = try BenchmarkLimits(YAMLDocument(bytes: Array(text.utf8), name: "limits.json"))
            return "no complaint"
        } catch {
            return error.description
        }
    }

    @Test(
        "Limits that are kept are not spoken of, at the limit itself too; JSON without spaces too.")
    func kept() throws {
        let text =
            #"{"runs":[{"script":"circle","rate_hz":125,"strokes_stored":10,"max":{"input_to_scanout_us.p99":15000,"input_to_row_us.p50":17000,"missed_vblanks":0},"min":{"frames":120}},{"max":{"budget_used_percent.p50":24.1}}]}"#
        #expect(try missed(text, [BenchmarkSamples.circle()]).isEmpty)
    }

    @Test("Each missed limit has a line: the run, the figure, its value and what is asked for.")
    func notKept() throws {
        let text = """
            {"runs": [
            \t{"max": {"input_to_scanout_us.p99": 14999, "budget_used_percent.p50": 24.0},
            \t "min": {"frames": 121}}]}
            """
        let run = "circle, 125 Hz, 10 stored strokes"
        #expect(
            try missed(text, [BenchmarkSamples.circle()]) == [
                "\(run): input_to_scanout_us.p99 is 15000, at most 14999 is asked for",
                "\(run): budget_used_percent.p50 is 24.1, at most 24.0 is asked for",
                "\(run): frames is 120, at least 121 is asked for",
            ])
    }

    @Test("A limit for a run that nobody made, or a figure that nobody measured, isn't kept.")
    func notMeasured() throws {
        let text = #"{"runs": [{"script": "drag", "rate_hz": 60, "max": {"missed_vblanks": 0}}]}"#
        #expect(
            try missed(text, [BenchmarkSamples.circle()]) == ["drag, 60 Hz: no such run was made"])
        var result = BenchmarkSamples.circle()
        result.inputToScanout = nil
        let other = #"{"runs": [{"max": {"input_to_scanout_us.max": 50000}}]}"#
        #expect(
            try missed(other, [result]) == [
                "circle, 125 Hz, 10 stored strokes: input_to_scanout_us.max wasn't measured, "
                    + "at most 50000 is asked for"
            ])
    }

    @Test(
        "What nobody understands is an error that names it and its line.",
        arguments: [
            (#"{"runs": [], "more": 1}"#, "limits.json:1: “more” isn't known here; use runs"),
            (
                "{\"runs\": [\n{\"scripts\": \"circle\"}]}",
                "limits.json:2: “scripts” isn't known here; use script, rate_hz, strokes_stored, max, min"
            ),
            (
                "{\"runs\": [{\n\"max\": {\"latency\": 1}}]}",
                "limits.json:2: “latency” is no figure of a benchmark; use one of those in docs/benchmark.md, such as input_to_scanout_us.p99"
            ),
            (
                #"{"runs": [{"max": {"frames": "many"}}]}"#,
                "limits.json:1: no number stands here; write a number there"
            ),
            (
                #"{"runs": [{"script": "circle"}]}"#,
                "limits.json:1: no limit stands here; add “max” or “min” with figures"
            ),
            ("[]", "limits.json:1: a list stands here; write keys with values there"),
        ])
    func notUnderstood(text: String, line: String) {
        #expect(complaint(text) == line)
    }

    @Test("A comparison reads what was written, and tells new / old of every figure both have.")
    func comparison() throws {
        var old = BenchmarkSamples.circle()
        old.inputToScanout?.p50 = 18_000
        old.inputToRow?.p50 = 34_000
        old.missedVblanks = 0
        old.peakResidentKilobytes = nil
        let text = BenchmarkReport.json([BenchmarkSamples.report(old)]).text
        let comparison = try BenchmarkComparison(BenchmarkSamples.document(text))
        let ratios = comparison.ratios(of: BenchmarkSamples.circle())
        let byName = Dictionary(uniqueKeysWithValues: ratios.map { ($0.name, $0.ratio) })
        #expect(byName["input_to_scanout_us.p50"] == 0.5)
        #expect(byName["input_to_row_us.p50"] == 0.5)
        #expect(byName["frame_cost_us.max"] == 1)
        // From nothing there is no ratio.
        #expect(byName["missed_vblanks"] == nil)
        #expect(byName["peak_rss_kb"] == nil)
        var other = BenchmarkSamples.circle()
        other.rateHz = 240
        #expect(comparison.ratios(of: other).isEmpty)
    }

    @Test("A comparison with a recording's run, which has no rate, finds it.")
    func recording() throws {
        var result = BenchmarkSamples.circle()
        result.rateHz = nil
        result.script = "five-fingers.yml"
        let text = BenchmarkReport.json([BenchmarkSamples.report(result)]).text
        let comparison = try BenchmarkComparison(BenchmarkSamples.document(text))
        #expect(!comparison.ratios(of: result).isEmpty)
    }
}
