import LabFieldTest
import LabFieldTestTechnician
import LabRecordings
import LabReports
import Testing
import TouchKitContacts

@Suite("Field test HTML report")
struct FieldTestHTMLTests {
    private func html(_ recording: Recording) throws -> String {
        try FieldTestReplay(recording).document(version: "1.0").html
    }

    /// A recording whose device and board have names that contain markup and control characters.
    private static let misnamed: Recording = {
        var recording = FieldTestSamples.flipped.recording
        recording.devices[0].description.name = "<script>\"'&\u{1B}[31m</script>"
        recording.fieldTest?.board = "a <img> & b"
        return recording
    }()

    @Test("The file is self-contained, and its verdict is legible without scripts")
    func file() throws {
        var slow = FieldTestSamples.good.recording
        slow.fieldTest?.scanout = (0..<500).map { Int64(15_000 + $0 * 17 % 4_000) } + [400_000]
        let recordings = [
            FieldTestSamples.good.recording, FieldTestSamples.flipped.recording,
            FieldTestSamples.bad.recording, FieldTestSamples.recording([]), slow, Self.misnamed,
        ]
        for recording in recordings { try ReportPageReader.checkFile(html(recording)) }
        #expect(try html(FieldTestSamples.bad.recording).contains("\nVerdict: fail (failed: "))
        #expect(try html(Self.misnamed).contains("a &lt;img&gt; &amp; b"))
    }

    @Test(
        "A browser shows a chart for each test with data, and for faults",
        .enabled(if: ReportPageReader.browser != nil, ReportPageReader.reason))
    func charts() throws {
        // Coverage, accuracy, linearity twice, jitter, edges, intervals.
        let good = try ReportPageReader(html(FieldTestSamples.good.recording))
        #expect(good.count(of: "svg") == 7)
        let links = good.values(of: "href")
        #expect(links.count == 9 && links == good.values(of: "id").map { "#\($0)" })
        let bad = try ReportPageReader(html(FieldTestSamples.bad.recording))
        // In addition, lost contacts and ghosts.
        #expect(bad.count(of: "svg") == 9)
        #expect(bad.contains("FAIL"))
        let kinds = Set(bad.values(of: "class"))
        #expect(kinds.isSuperset(of: ["dead", "strip", "arrow", "stroke", "dot", "bar", "fault"]))
        // Without data there are no charts, but a row for each test.
        let empty = try ReportPageReader(html(FieldTestSamples.recording([])))
        #expect(empty.count(of: "svg") == 0 && empty.count(of: "tr") == 10)
    }

    @Test(
        "A browser shows the calibration, and names as text",
        .enabled(if: ReportPageReader.browser != nil, ReportPageReader.reason))
    func names() throws {
        let page = try ReportPageReader(html(Self.misnamed))
        #expect(page.contains("X is flipped"))
        #expect(page.contains("LIBINPUT_CALIBRATION_MATRIX"))
        #expect(page.count(of: "script") == 0 && page.count(of: "img") == 0)
        #expect(page.contains("<script>\"'&\u{FFFD}[31m</script>"))
        #expect(page.contains("a <img> & b"))
    }

    @Test(
        "Delays of the display have a chart that keeps long delays apart",
        .enabled(if: ReportPageReader.browser != nil, ReportPageReader.reason))
    func delays() throws {
        var slow = FieldTestSamples.good.recording
        slow.fieldTest?.scanout = (0..<500).map { Int64(15_000 + $0 * 17 % 4_000) } + [400_000]
        let page = try ReportPageReader(html(slow))
        #expect(page.count(of: "svg") == 8)
        #expect(page.contains("The longest: 400.0 ms. Dashed: the limit. Red: 1 too long for"))
    }
}
