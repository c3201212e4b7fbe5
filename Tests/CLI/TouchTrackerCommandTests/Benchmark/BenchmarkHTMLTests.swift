import Foundation
import FoundationXML
import KioskRuntime
import Testing
import touchtracker

@Suite("A benchmark as HTML")
struct BenchmarkHTMLTests {
    /// Reads it as XML, which is stricter than any browser.
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

    @Test("It is well-formed, has both pictures of each run, and asks nobody for anything.")
    func whole() throws {
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

    @Test("Whatever a device calls itself stays text.")
    func escaping() throws {
        var result = BenchmarkSamples.circle()
        result.script = "<script>alert('1')</script>"
        result.display = "a & b \u{7}\u{1B}[31m \"quoted\" > <img src=x>"
        let reader = try read(BenchmarkHTML.text([BenchmarkSamples.report(result)]))
        #expect(reader.elements["script"] == nil && reader.elements["img"] == nil)
        #expect(reader.text.contains("<script>alert('1')</script>"))
        #expect(reader.text.contains("a & b \u{FFFD}\u{FFFD}[31m \"quoted\" > <img src=x>"))
    }

    @Test("A run of nothing has a page, too; so has one with frames and without touches.")
    func empty() throws {
        let nothing = try read(BenchmarkHTML.text([BenchmarkSamples.report(BenchmarkResult())]))
        #expect(nothing.elements["svg"] == nil)
        #expect(nothing.text.contains("too few frames to tell"))
        var still = BenchmarkSamples.circle()
        still.inputToScanout = nil
        still.latencyBins = []
        still.interruption = .displayLost
        let reader = try read(BenchmarkHTML.text([BenchmarkSamples.report(still)]))
        #expect(reader.elements["svg"] == 1)
        #expect(reader.text.contains("the display went away before its end"))
        #expect(try read(BenchmarkHTML.text([])).elements["section"] == nil)
    }

    @Test("A distribution's bars are as many as its values need, whatever the longest is.")
    func outlier() throws {
        var result = BenchmarkSamples.circle()
        result.inputToScanout?.max = 60_000_000
        result.latencyBins.append(SpreadBin(value: 60_000_000, count: 1))
        let reader = try read(BenchmarkHTML.text([BenchmarkSamples.report(result)]))
        #expect((reader.elements["rect"] ?? 0) < 1_000)
    }
}
