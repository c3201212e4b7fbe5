import Foundation
import LabFieldTest
import LabFieldTestTechnician
import LabRecordings
import LabReports
import Testing
import TouchTrackerTestSupport

/// Tests that the samples in `docs/samples` are what the program writes. `UPDATE_GOLDENS=1` writes
/// them.
@Suite("Sample reports", .serialized)
struct SampleReportTests {
    private func check(_ text: String, _ name: String) throws {
        let file = Repository.root.appendingPathComponent("docs/samples/\(name)")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(
            try String(contentsOf: file, encoding: .utf8) == text,
            "UPDATE_GOLDENS=1 with --filter SampleReportTests writes \(name) anew")
    }

    @Test("The sample recordings give the sample reports", arguments: [true, false])
    func fieldTest(isFaulty: Bool) throws {
        let name = isFaulty ? "faulty" : "good"
        let bytes = FieldTestSamples.documentedRecording(isFaulty: isFaulty).fileBytes
        try check(String(decoding: bytes, as: UTF8.self), "\(name)-recording.yaml")
        let recording = try Recording(bytes: bytes, name: name)
        let document = try FieldTestReplay(recording).document(version: "0.2.0")
        #expect(document.report.verdict == (isFaulty ? .fail : .pass))
        try check(document.html, "\(name)-report.html")
        try check(document.text, "\(name)-report.txt")
    }

    @Test("The sample benchmark is current")
    func benchmark() throws {
        var report = BenchmarkSamples.report()
        report.conditions.date = "2026-11-23T20:15:00Z"
        report.conditions.machine = "Raspberry Pi 4 Model B"
        report.conditions.kernel = "6.12.57+deb13-arm64"
        report.version = "0.2.0"
        try check(BenchmarkHTML.text([report]), "benchmark.html")
    }

    @Test("All samples together have at most 600 kB")
    func size() throws {
        let folder = Repository.root.appendingPathComponent("docs/samples").path
        let sizes = try FileManager.default.contentsOfDirectory(atPath: folder).map {
            try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")).count
        }
        #expect(sizes.count == 7 && sizes.reduce(0, +) <= 600_000)
    }
}
