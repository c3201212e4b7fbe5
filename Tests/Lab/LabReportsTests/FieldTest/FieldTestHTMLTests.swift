import Foundation
import FoundationXML
import LabFieldTest
import LabFieldTestTechnician
import LabRecordings
import LabReports
import Testing
import TouchKitContacts

@Suite("Field test HTML report")
struct FieldTestHTMLTests {
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

    private func html(_ recording: Recording) -> String {
        FieldTestReplay(recording).document(version: "1.0").html
    }

    @Test("The page is well-formed and contains no external references")
    func selfContained() throws {
        var slow = FieldTestSamples.good.recording
        slow.fieldTest?.scanout = (0..<500).map { Int64(15_000 + $0 * 17 % 4_000) } + [400_000]
        let recordings = [
            FieldTestSamples.good.recording, FieldTestSamples.flipped.recording,
            FieldTestSamples.bad.recording, FieldTestSamples.recording([]), slow,
        ]
        for recording in recordings {
            let html = html(recording)
            #expect(html.hasPrefix("<!DOCTYPE html>\n"))
            for part in ["http", "src=", "url(", "@import", "<script", "<link", "–\" ", "nan"] {
                #expect(!html.contains(part), "\(part)")
            }
            let reader = try read(html)
            for (name, value) in reader.attributes {
                #expect(name != "src" && !name.hasPrefix("on"), "\(name)")
                if name == "href" { #expect(value.hasPrefix("#")) }
            }
            let links = reader.attributes.filter { $0.name == "href" }.map { $0.value.dropFirst() }
            let names = reader.attributes.filter { $0.name == "id" }.map(\.value)
            #expect(links.map(String.init) == names)
        }
    }

    @Test("The page contains a chart for each test with data, and for faults")
    func charts() throws {
        // Coverage, accuracy, linearity twice, jitter, edges, intervals.
        #expect(try read(html(FieldTestSamples.good.recording)).elements["svg"] == 7)
        let bad = try read(html(FieldTestSamples.bad.recording))
        // In addition, lost contacts and ghosts.
        #expect(bad.elements["svg"] == 9)
        #expect(bad.text.contains("FAIL"))
        let kinds = Set(bad.attributes.filter { $0.name == "class" }.map(\.value))
        #expect(kinds.isSuperset(of: ["dead", "strip", "arrow", "stroke", "dot", "bar", "fault"]))
        let flipped = try read(html(FieldTestSamples.flipped.recording))
        #expect(flipped.text.contains("X is flipped"))
        #expect(flipped.text.contains("LIBINPUT_CALIBRATION_MATRIX"))
        // Without data there are no charts, but a row for each test.
        let empty = try read(html(FieldTestSamples.recording([])))
        #expect(empty.elements["svg"] == nil && empty.elements["tr"] == 10)
    }

    @Test("Markup and control characters in names are escaped")
    func escaping() throws {
        var recording = FieldTestSamples.flipped.recording
        recording.devices[0].description.name = "<script>\"'&\u{1B}[31m</script>"
        recording.fieldTest?.board = "a <img src=x> & b"
        let reader = try read(html(recording))
        #expect(reader.elements["script"] == nil && reader.elements["img"] == nil)
        #expect(reader.text.contains("<script>\"'&\u{FFFD}[31m</script>"))
        #expect(reader.text.contains("a <img src=x> & b"))
    }
}
