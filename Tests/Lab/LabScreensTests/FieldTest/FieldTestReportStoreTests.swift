import Foundation
import KioskServices
import KioskSystem
import LabFieldTest
import LabFieldTestTechnician
import LabReports
import LabScreens
import Synchronization
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerAppTestSupport
import TouchTrackerTestSupport

@Suite("FieldTestReportStore")
@MainActor
struct FieldTestReportStoreTests {
    private let touchscreen = TouchscreenDescription(
        id: DeviceID(rawValue: 3), name: "Goodix 7\"", node: "/dev/input/event-that-is-not-there")

    /// The lines about storing a report.
    private final class StatusLines {
        var lines: [String] = []
    }

    /// Stores a report, and returns the lines for the user.
    private func statusLines(of report: FieldTestReport, in store: FieldTestReportStore) -> [String]
    {
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let status = StatusLines()
        store.store(report, of: touchscreen) { status.lines.append($0) }
        store.waitUntilStored()
        simulator.advance(by: 0)
        return status.lines
    }

    @Test("A report is stored without a recording if the device cannot be recorded")
    func withoutRecording() throws {
        let folder = TemporaryFolder()
        let reports = "\(folder.path)/state/reports"
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/state", withIntermediateDirectories: false)
        let store = FieldTestReportStore(folder: reports, version: "1.0", log: Log())
        store.startRecording(of: [touchscreen])
        let lines = statusLines(of: FieldTestSamples.flipped.report, in: store)
        #expect(lines.first == "Storing the report …" && lines.count == 2)
        let status = try #require(lines.last)
        #expect(status.hasPrefix("Report 0001-") && status.hasSuffix("-goodix-7"), "\(status)")
        let names = try FileManager.default.contentsOfDirectory(atPath: reports)
        #expect(names.count == 1 && status == "Report \(names[0])")
        let json = try String(contentsOfFile: "\(reports)/\(names[0])/report.json", encoding: .utf8)
        #expect(json.contains("\"verdict\": \"fail\""))
        #expect(json.contains("\"proposed\""))
        #expect(store.newestDocument?.report == FieldTestSamples.flipped.report)
        #expect(store.storingError == nil)
    }

    @Test(
        "If the report cannot be stored, the status line says why and the report remains available")
    func notStored() throws {
        let store = FieldTestReportStore(folder: nil, version: "1.0", log: Log())
        #expect(
            statusLines(of: FieldTestSamples.good.report, in: store)
                == ["Not kept: no folder for reports is known"])
        #expect(store.newestDocument != nil && store.storingError == nil)

        let folder = TemporaryFolder()
        try Data().write(to: URL(fileURLWithPath: "\(folder.path)/file"))
        let blocked = FieldTestReportStore(
            folder: "\(folder.path)/file/reports", version: "1.0", log: Log())
        blocked.startRecording(of: [touchscreen])
        let lines = statusLines(of: FieldTestSamples.good.report, in: blocked)
        #expect(lines.last?.hasPrefix("Not kept: ") == true)
        let error = try #require(blocked.storingError)
        #expect(lines.last == "Not kept: \(error.code)")
        // A later report that is stored clears the error.
        try FileManager.default.removeItem(atPath: "\(folder.path)/file")
        try folder.makeFolder("file")
        _ = statusLines(of: FieldTestSamples.good.report, in: blocked)
        #expect(blocked.storingError == nil)
    }

    @Test("A field test without a report leaves no files")
    func abandoned() throws {
        let folder = TemporaryFolder()
        let store = FieldTestReportStore(
            folder: "\(folder.path)/reports", version: "1.0", log: Log())
        store.startRecording(of: [touchscreen])
        store.discardRecording()
        #expect(store.newestDocument == nil)
        let remaining = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        #expect(remaining.allSatisfy { $0 == "reports" })
    }

    @Test("A new recording removes those of processes that were killed during a field test")
    func leftovers() throws {
        let folder = TemporaryFolder()
        let files = [
            ".recording-999999999.yaml", ".recording-999999999-2.yaml", ".recording-1.yaml",
            ".recording-1-2.yaml", "other.yaml",
        ]
        for name in files {
            try Data().write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
        }
        let store = FieldTestReportStore(folder: folder.path, version: "1.0", log: Log())
        store.startRecording(of: [touchscreen])
        store.discardRecording()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.sorted() == [".recording-1-2.yaml", ".recording-1.yaml", "other.yaml"])
    }

    @Test("The next field test does not wait until the report is stored")
    func nextFieldTest() throws {
        let folder = TemporaryFolder()
        let simulator = TouchSimulator(screenSize: CGSize(width: 100, height: 100))
        let goOn = DispatchSemaphore(value: 0)
        let hasContinued = Mutex<[Bool]>([])
        // The disk is slow: the storing thread waits for the test.
        let log = Log { _, message in
            guard message.hasPrefix("field test: report stored") else { return }
            let isSignaled = goOn.wait(timeout: .now() + 60) == .success
            hasContinued.withLock { $0.append(isSignaled) }
        }
        let reports = "\(folder.path)/reports"
        let store = FieldTestReportStore(folder: reports, version: "1.0", log: log)
        for report in [FieldTestSamples.flipped.report, FieldTestSamples.good.report] {
            store.startRecording(of: [touchscreen])
            store.store(report, of: touchscreen) { _ in }
        }
        store.startRecording(of: [touchscreen])
        store.discardRecording()
        for _ in 0..<2 { goOn.signal() }
        store.waitUntilStored()
        simulator.advance(by: 0)
        #expect(hasContinued.withLock { $0 } == [true, true])
        let names = try FileManager.default.contentsOfDirectory(atPath: reports).sorted()
        #expect(names.map { String($0.prefix(5)) } == ["0001-", "0002-"])
    }
}
