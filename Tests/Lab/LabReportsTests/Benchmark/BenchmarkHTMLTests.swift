import LabBenchmark
import LabReports
import Testing

@Suite("BenchmarkHTML")
struct BenchmarkHTMLTests {
    private static let misnamed: BenchmarkReport = {
        var result = BenchmarkSamples.circle()
        result.script = "<script>alert('1')</script>"
        result.display = "a & b \u{7}\u{1B}[31m \"quoted\" > <img alt=x>"
        return BenchmarkSamples.report(result)
    }()

    @Test("The file is self-contained, and its text is legible without scripts")
    func file() throws {
        let html = BenchmarkHTML.text([BenchmarkSamples.report()])
        try ReportPageReader.checkFile(html)
        #expect(html.contains("<pre>circle, 125 Hz, 10 stored strokes: holds 60 Hz with 1 finger"))
        try ReportPageReader.checkFile(BenchmarkHTML.text([]))
        let misnamed = BenchmarkHTML.text([Self.misnamed])
        try ReportPageReader.checkFile(misnamed)
        #expect(
            misnamed.contains("a &amp; b \u{FFFD}\u{FFFD}[31m \"quoted\" &gt; &lt;img alt=x&gt;"))
    }

    @Test(
        "A browser shows two charts per run, the tables and links to the runs",
        .enabled(if: ReportPageReader.browser != nil, ReportPageReader.reason))
    func completePage() throws {
        var second = BenchmarkSamples.report()
        second.ratios = [("frame_cost_us.p50", 1.25)]
        let page = try ReportPageReader(
            BenchmarkHTML.text([BenchmarkSamples.report(), second, Self.misnamed]))
        #expect(page.count(of: "svg") == 6)
        #expect(page.count(of: "article") == 3)
        #expect(page.contains("holds 60 Hz with 1 finger: yes"))
        #expect(page.contains("1.250"))
        #expect(page.contains("input → row, ms") && page.contains("17.00"))
        #expect(page.values(of: "href") == ["#run1", "#run2", "#run3"])
        #expect(page.values(of: "id") == ["run1", "run2", "run3"])
        for element in ["script", "link", "img", "iframe", "object", "image", "use"] {
            #expect(page.count(of: element) == 0, "\(element)")
        }
        #expect(page.contains("<script>alert('1')</script>"))
        #expect(page.contains("a & b \u{FFFD}\u{FFFD}[31m \"quoted\" > <img alt=x>"))
    }

    @Test(
        "Runs without frames or without touches have a page, too",
        .enabled(if: ReportPageReader.browser != nil, ReportPageReader.reason))
    func empty() throws {
        var untouched = BenchmarkSamples.circle()
        untouched.inputToScanout = nil
        untouched.latencyBins = []
        untouched.interruption = .displayLost
        let page = try ReportPageReader(
            BenchmarkHTML.text([
                BenchmarkSamples.report(BenchmarkResult()), BenchmarkSamples.report(untouched),
            ]))
        #expect(page.count(of: "svg") == 1)
        #expect(page.contains("too few frames to tell"))
        #expect(page.contains("the display was lost before the end"))
        #expect(try ReportPageReader(BenchmarkHTML.text([])).count(of: "article") == 0)
    }

    @Test(
        "One very large value does not multiply the bars of a distribution",
        .enabled(if: ReportPageReader.browser != nil, ReportPageReader.reason))
    func outlier() throws {
        var result = BenchmarkSamples.circle()
        result.inputToScanout?.max = 60_000_000
        result.latencyBins.append(HistogramBin(value: 60_000_000, count: 1))
        let page = try ReportPageReader(BenchmarkHTML.text([BenchmarkSamples.report(result)]))
        #expect((1..<1_000).contains(page.count(of: "rect")))
    }
}
