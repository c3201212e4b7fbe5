import Foundation
import KioskServices
import KioskSystem
import Testing
import TouchKitContacts
import TouchTrackerTestSupport
import touchtracker

/// What becomes of a field test on the screen.
@Suite("Keeping field tests")
@MainActor
struct FieldTestKeeperTests {
    private let panel = PanelDescription(
        id: DeviceID(rawValue: 3), name: "Goodix 7\"", node: "/dev/input/event-that-is-not-there")

    @Test("A report is left though nothing could be recorded; its place is told.")
    func withoutRecording() throws {
        let folder = try TemporaryFolder()
        let reports = "\(folder.path)/state/reports"
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/state", withIntermediateDirectories: false)
        let keeper = FieldTestKeeper(folder: reports, log: Log())
        keeper.begin([panel])
        let place = keeper.keep(FieldTestSamples.flipped.report, of: panel)
        #expect(place.hasPrefix("Report 0001-") && place.hasSuffix("-goodix-7"), "\(place)")
        let names = try FileManager.default.contentsOfDirectory(atPath: reports)
        #expect(names.count == 1 && place == "Report \(names[0])")
        let json = try String(contentsOfFile: "\(reports)/\(names[0])/report.json", encoding: .utf8)
        #expect(json.contains("\"verdict\": \"fail\""))
        #expect(json.contains("\"proposed\""))
        #expect(keeper.newest?.report == FieldTestSamples.flipped.report)
    }

    @Test("Where nothing can be kept the screen is told why, and the report is there nonetheless.")
    func nowhere() throws {
        let keeper = FieldTestKeeper(folder: nil, log: Log())
        #expect(
            keeper.keep(FieldTestSamples.good.report, of: panel)
                == "Not kept: no folder for reports is known")
        #expect(keeper.newest != nil)

        let folder = try TemporaryFolder()
        try Data().write(to: URL(fileURLWithPath: "\(folder.path)/file"))
        let blocked = FieldTestKeeper(folder: "\(folder.path)/file/reports", log: Log())
        blocked.begin([panel])
        #expect(
            blocked.keep(FieldTestSamples.good.report, of: panel).hasPrefix("Not kept: "))
    }

    @Test("A field test that is left leaves nothing.")
    func abandoned() throws {
        let folder = try TemporaryFolder()
        let keeper = FieldTestKeeper(folder: "\(folder.path)/reports", log: Log())
        keeper.begin([panel])
        keeper.abandon()
        #expect(keeper.newest == nil)
        let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        #expect(left.allSatisfy { $0 == "reports" })
    }
}
