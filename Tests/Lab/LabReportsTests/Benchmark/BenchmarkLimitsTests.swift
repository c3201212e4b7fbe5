import KioskYAML
import LabBenchmark
import LabReports
import Testing
import TouchTrackerTestSupport

@Suite("BenchmarkLimits")
struct BenchmarkLimitsTests {
    /// Returns the lines for missed limits.
    private func missed(_ text: String, _ results: [BenchmarkResult]) throws -> [String] {
        try BenchmarkLimits(BenchmarkSamples.document(text)).violations(in: results)
    }

    /// Returns the error message for a limits file.
    private func errorMessage(_ text: String) -> String {
        messageThrown {
            _ = try BenchmarkLimits(YAMLDocument(bytes: Array(text.utf8), name: "limits.json"))
        }
    }

    @Test(
        "Values within the limits, or equal to them, give no lines")
    func met() throws {
        let text =
            #"{"runs":[{"script":"circle","rate_hz":125,"strokes_stored":10,"#
            + #""max":{"input_to_scanout_us.p99":15000,"input_to_row_us.p50":17000,"#
            + #""missed_vblanks":0},"min":{"frames":120}},"#
            + #"{"max":{"budget_used_percent.p50":24.1}}]}"#
        #expect(try missed(text, [BenchmarkSamples.circle()]).isEmpty)
    }

    @Test("Each missed limit gives a line with the run, the value and the limit")
    func missedLimits() throws {
        let text = """
            {"runs": [
            \t{"max": {"input_to_scanout_us.p99": 14999, "budget_used_percent.p50": 24.0},
            \t "min": {"frames": 121}}]}
            """
        let run = "circle, 125 Hz, 10 stored strokes"
        #expect(
            try missed(text, [BenchmarkSamples.circle()]) == [
                "\(run): input_to_scanout_us.p99 is 15000, the limit is at most 14999",
                "\(run): budget_used_percent.p50 is 24.1, the limit is at most 24.0",
                "\(run): frames is 120, the limit is at least 121",
            ])
    }

    @Test("A limit is missed if its run or its value is missing")
    func notMeasured() throws {
        let text = #"{"runs": [{"script": "drag", "rate_hz": 60, "max": {"missed_vblanks": 0}}]}"#
        #expect(
            try missed(text, [BenchmarkSamples.circle()]) == ["drag, 60 Hz: no such run"])
        var result = BenchmarkSamples.circle()
        result.inputToScanout = nil
        let other = #"{"runs": [{"max": {"input_to_scanout_us.max": 50000}}]}"#
        #expect(
            try missed(other, [result]) == [
                "circle, 125 Hz, 10 stored strokes: input_to_scanout_us.max was not measured; "
                    + "the limit is at most 50000"
            ])
    }

    @Test(
        "Invalid files give an error with the line number",
        arguments: [
            (#"{"runs": [], "more": 1}"#, "limits.json:1: unknown key “more”; use runs"),
            (
                "{\"runs\": [\n{\"scripts\": \"circle\"}]}",
                "limits.json:2: unknown key “scripts”; "
                    + "use script, rate_hz, strokes_stored, max, min"
            ),
            (
                "{\"runs\": [{\n\"max\": {\"latency\": 1}}]}",
                "limits.json:2: “latency” is not a benchmark value; "
                    + "use one of those in docs/benchmark.md, such as input_to_scanout_us.p99"
            ),
            (
                #"{"runs": [{"max": {"frames": "many"}}]}"#,
                "limits.json:1: not a number; write a number"
            ),
            (
                #"{"runs": [{"script": "circle"}]}"#,
                "limits.json:1: no limit; add “max” or “min” with figures"
            ),
            ("[]", "limits.json:1: found a list; write keys with values"),
        ])
    func invalid(text: String, line: String) {
        #expect(errorMessage(text) == line)
    }

    @Test("An error message contains at most 60 characters of a key")
    func longKey() {
        let key = String(repeating: "k", count: 61)
        let quoted = "“\(key.dropLast())…”"
        #expect(
            errorMessage("{\"runs\": [], \"\(key)\": 1}")
                == "limits.json:1: unknown key \(quoted); use runs")
        #expect(
            errorMessage("{\"runs\": [{\"max\": {\"\(key)\": 1}}]}")
                .hasPrefix("limits.json:1: \(quoted) is not a benchmark value; "))
    }

    @Test("A comparison reads stored results and returns the ratios of all common values")
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
        // A ratio to 0 does not exist.
        #expect(byName["missed_vblanks"] == nil)
        #expect(byName["peak_rss_kb"] == nil)
        var other = BenchmarkSamples.circle()
        other.rateHz = 240
        #expect(comparison.ratios(of: other).isEmpty)
    }

    @Test("A comparison finds the run of a recording, which has no rate")
    func recording() throws {
        var result = BenchmarkSamples.circle()
        result.rateHz = nil
        result.script = "five-fingers.yml"
        let text = BenchmarkReport.json([BenchmarkSamples.report(result)]).text
        let comparison = try BenchmarkComparison(BenchmarkSamples.document(text))
        #expect(!comparison.ratios(of: result).isEmpty)
    }
}
