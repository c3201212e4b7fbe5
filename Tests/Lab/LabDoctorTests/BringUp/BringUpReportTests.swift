import Foundation
import KioskYAML
import LabDoctor
import Testing
import TouchKitContacts
import TouchTrackerTestSupport

@Suite("Bring-up report")
struct BringUpReportTests {
    /// The journal of a start, as `journalctl --output=short-monotonic` prints it.
    private static let journal = [
        "[    1.934112] systemd[1]: systemd 257.8-1~deb13u2 running in system mode",
        "[    4.310020] systemd[1]: Starting touchtracker.service - TouchTracker...",
        "[    4.402113] touchtracker[412]: /dev/input/event0: Goodix: touch, 5 slots",
        "[    4.609871] touchtracker[412]: first frame; display card1:DSI-1 720x1280@60",
        "[    4.611002] systemd[1]: Started touchtracker.service - TouchTracker.",
        "[   90.000000] touchtracker[890]: first frame; display card1:DSI-1 720x1280@60",
    ]

    private func makeReport() throws -> BringUpReport {
        let tree = try BoardTree()
        var report = BringUpReport(
            doctor: tree.report, devices: .object([("cards", .array([]))]), version: "0.2.0")
        report.display = "vc4 DSI-1 720x1280@60 xrgb8888"
        report.touchscreen = "11-005d Goodix Capacitive TouchScreen"
        report.slotCount = 5
        report.sampling = .polled(TouchPolling(milliseconds: 17, range: 0...17))
        report.boot = BootTimes(journal: Self.journal)
        var result = BringUpResult()
        result.reportHertz = 50
        result.longestReportMicroseconds = 24_030
        result.jitterPixels = 1.25
        result.frameCostMicroseconds = 3_210
        result.flipMicroseconds = 16_667
        result.missedVblanks = 2
        report.measurement = result
        return report
    }

    @Test("The boot time has three parts; the first start of the kiosk counts")
    func bootTimes() {
        #expect(
            BootTimes(journal: Self.journal)
                == BootTimes(kernel: 1_934, systemd: 2_376, program: 300))
        #expect(BootTimes(journal: []) == BootTimes())
        #expect(BootTimes(journal: Array(Self.journal.prefix(1))) == BootTimes(kernel: 1_934))
        #expect(
            BootTimes(journal: ["[ x] systemd[1]: a", "-- Boot --"]) == BootTimes())
    }

    @Test("The row has a cell for each column of the table")
    func row() throws {
        let row = try makeReport().row
        #expect(
            row == """
                | Raspberry Pi 4 Model B Rev 1.1 | 6.12.47+rpt-rpi-v8 | vc4 DSI-1 720x1280@60 xrgb8888 | 11-005d Goodix Capacitive TouchScreen, 5 contacts, polled every 17 ms | 50.0 Hz, 99 % within 24.0 ms | 1.3 px | 3.2 ms | 16.7 ms, 2 missed | 1.9 + 2.3 + 0.3 s | none |

                """)
        let columns = BringUpReport.tableHeading.split(separator: "\n").map {
            $0.count { $0 == "|" }
        }
        #expect(columns == [11, 11] && row.count { $0 == "|" } == 11)
    }

    @Test("Missing values are dashes, and names cannot end a cell")
    func missingValues() throws {
        let tree = try BoardTree()
        var report = BringUpReport(doctor: tree.report, devices: .null, version: "0.2.0")
        #expect(report.row.hasSuffix("| – | – | – | – | – | – | – | none |\n"))
        report.touchscreen = "a|b\nc\u{1B}d"
        #expect(report.row.contains("| a b c d, 0 contacts |"))
        report.slotCount = 1
        #expect(report.row.contains("| a b c d, 1 contact |"))
    }

    @Test("tar(1) extracts all files of the archive")
    func archive() throws {
        let folder = TemporaryFolder()
        let archive = try makeReport().archive(folder: "report", secondsSince1970: 1_795_478_400)
        try Data(archive.bytes).write(to: URL(fileURLWithPath: "\(folder.path)/a.tar"))
        try runTool(["tar", "-xf", "\(folder.path)/a.tar", "-C", folder.path])
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/report")
        #expect(
            names.sorted() == [
                "boot.json", "devices.json", "doctor.json", "doctor.txt", "measurement.json",
                "row.md", "version.txt",
            ])
        #expect(
            try folder.text("report/row.md")
                == BringUpReport.tableHeading + makeReport().row)
        #expect(try folder.text("report/version.txt") == "TouchTracker 0.2.0\n")
        let measurement = try jsonObject(folder.text("report/measurement.json"))
        #expect(measurement["reportsHertz"] as? Double == 50)
        #expect(archive.bytes.count % 512 == 0)
    }
}
