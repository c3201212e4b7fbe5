import Foundation
import FoundationXML
import LabBenchmark
import LabReports
import Testing

@Suite("BenchmarkHTML")
struct BenchmarkHTMLTests {
    /// Counts the elements of a page and collects attributes and text. XML parsing is stricter than
    /// a browser.
    private final class Reader: NSObject, XMLParserDelegate {
        var elements: [String: Int] = [:]
        var attributes: [(name: String, value: String)] = []
        var text = ""

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
            qualifiedName: String?, attributes found: [String: String]
        ) {
            elements[name, default: 0] += 1
            attributes += found.map { ($0.key, $0.value) }
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) {
            text += string
        }
    }

    private func read(_ html: String) throws -> Reader {
        let reader = Reader()
        let parser = XMLParser(data: Data(html.utf8))
        parser.delegate = reader
        try #require(parser.parse(), "\(String(describing: parser.parserError))")
        return reader
    }

    @Test("The page is well-formed, contains two charts per run and no external references")
    func completePage() throws {
        var second = BenchmarkSamples.report()
        second.ratios = [("frame_cost_us.p50", 1.25)]
        let html = BenchmarkHTML.text([BenchmarkSamples.report(), second])
        #expect(html.hasPrefix("<!DOCTYPE html>\n"))
        let reader = try read(html)
        #expect(reader.elements["svg"] == 4)
        #expect(reader.elements["section"] == 2)
        #expect(reader.text.contains("holds 60 Hz with 1 finger: yes"))
        #expect(reader.text.contains("1.250"))
        #expect(reader.text.contains("input → row, ms") && reader.text.contains("17.00"))
        for element in ["script", "link", "img", "iframe", "object", "image", "use"] {
            #expect(reader.elements[element] == nil, "\(element)")
        }
        for (name, value) in reader.attributes {
            #expect(name != "src" && !name.hasPrefix("on"), "\(name)")
            if name == "href" { #expect(value.hasPrefix("#run")) }
        }
        #expect(!html.contains("http") && !html.contains("url(") && !html.contains("@import"))
        let links = reader.attributes.filter { $0.name == "href" }.map { $0.value.dropFirst() }
        let names = reader.attributes.filter { $0.name == "id" }.map(\.value)
        #expect(links.map(String.init) == names)
    }

    @Test("Markup and control characters in names are escaped")
    func escaping() throws {
        var result = BenchmarkSamples.circle()
        result.script = "<script>alert('1')</script>"
        result.display = "a & b \u{7}\u{1B}[31m \"quoted\" > <img src=x>"
        let reader = try read(BenchmarkHTML.text([BenchmarkSamples.report(result)]))
        #expect(reader.elements["script"] == nil && reader.elements["img"] == nil)
        #expect(reader.text.contains("<script>alert('1')</script>"))
        #expect(reader.text.contains("a & b \u{FFFD}\u{FFFD}[31m \"quoted\" > <img src=x>"))
    }

    @Test("Runs without frames or without touches have a page, too")
    func empty() throws {
        let nothing = try read(BenchmarkHTML.text([BenchmarkSamples.report(BenchmarkResult())]))
        #expect(nothing.elements["svg"] == nil)
        #expect(nothing.text.contains("too few frames to tell"))
        var untouched = BenchmarkSamples.circle()
        untouched.inputToScanout = nil
        untouched.latencyBins = []
        untouched.interruption = .displayLost
        let reader = try read(BenchmarkHTML.text([BenchmarkSamples.report(untouched)]))
        #expect(reader.elements["svg"] == 1)
        #expect(reader.text.contains("the display was lost before the end"))
        #expect(try read(BenchmarkHTML.text([])).elements["section"] == nil)
    }

    @Test("One very large value does not multiply the bars of a distribution")
    func outlier() throws {
        var result = BenchmarkSamples.circle()
        result.inputToScanout?.max = 60_000_000
        result.latencyBins.append(HistogramBin(value: 60_000_000, count: 1))
        let reader = try read(BenchmarkHTML.text([BenchmarkSamples.report(result)]))
        #expect((reader.elements["rect"] ?? 0) < 1_000)
    }
}
