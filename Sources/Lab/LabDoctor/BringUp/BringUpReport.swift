import KioskYAML
import TouchKitContacts

/// The report of `touchtracker bring-up` about a board and its touchscreen.
package struct BringUpReport: Sendable {
    /// The findings about the board.
    package var doctor: DoctorReport
    /// The displays and input devices, as `touchtracker devices --json` lists them.
    package var devices: JSON
    /// The driver, connector and mode of the display, or `nil` if there is no usable display.
    package var display: String?
    /// The name of the touchscreen, or `nil` if there is none.
    package var touchscreen: String?
    /// The way in which the kernel obtains the touchscreen's reports.
    package var sampling = TouchSampling.unknown
    /// The number of contacts that the touchscreen can track, or 0 if unknown.
    package var slotCount = 0
    /// The values of the guided measurement, or `nil` if there was none.
    package var measurement: BringUpResult?
    /// The parts of the boot time.
    package var boot = BootTimes()
    /// The version of the program.
    package var version: String

    /// Creates a report without a measurement.
    package init(doctor: DoctorReport, devices: JSON, version: String) {
        self.doctor = doctor
        self.devices = devices
        self.version = version
    }

    /// The heading of `row`.
    package static let tableHeading = """
        | board | kernel | display | touchscreen | reports | jitter | frames (99 %) | flips | boot: kernel + systemd + program | findings |
        |---|---|---|---|---|---|---|---|---|---|

        """

    /// The row for the table of tried boards in docs/boards.md.
    package var row: String {
        let jitter = measurement?.jitterPixels.map { "\(Self.tenths($0)) px" }
        let frameCost = measurement?.frameCostMicroseconds.map { "\(Self.milliseconds($0)) ms" }
        let cells: [String?] = [
            doctor.board, doctor.kernel, display, touchscreenCell, reportsCell, jitter, frameCost,
            flipsCell, boot.summary, findingsCell,
        ]
        return "| " + cells.map { Self.cell($0 ?? "–") }.joined(separator: " | ") + " |\n"
    }

    private var touchscreenCell: String {
        guard let touchscreen else { return "–" }
        let polling = sampling.polling(confirmedBy: measurement?.intervals ?? [])
        let contacts = slotCount == 1 ? "1 contact" : "\(slotCount) contacts"
        return ([touchscreen, contacts] + [polling?.summary].compactMap { $0 })
            .joined(separator: ", ")
    }

    private var reportsCell: String {
        guard let hertz = measurement?.reportHertz else { return "–" }
        let longest = measurement?.longestReportMicroseconds.map {
            ", 99 % within \(Self.milliseconds($0)) ms"
        }
        return "\(Self.tenths(hertz)) Hz\(longest ?? "")"
    }

    private var flipsCell: String {
        guard let measurement, let flip = measurement.flipMicroseconds else { return "–" }
        return "\(Self.milliseconds(flip)) ms, \(measurement.missedVblanks) missed"
    }

    private var findingsCell: String {
        doctor.findings.isEmpty
            ? "none" : doctor.findings.map(\.name).joined(separator: ", ")
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func milliseconds(_ microseconds: Int64) -> String {
        tenths(Double(microseconds) / 1_000)
    }

    /// Returns text that cannot end a cell. Names of devices are untrusted.
    private static func cell(_ text: String) -> String {
        String(
            text.map { character in
                character == "|" || character.isNewline
                    || character.unicodeScalars.contains { $0.value < 0x20 } ? " " : character
            })
    }

    /// Returns the archive with all parts of the report.
    ///
    /// - Parameters:
    ///   - folder: The name of the folder in the archive.
    ///   - secondsSince1970: The modification time of all files.
    package func archive(folder: String, secondsSince1970: Int) -> TarArchive {
        var archive = TarArchive()
        for (name, text) in [
            ("row.md", Self.tableHeading + row), ("doctor.txt", doctor.text),
            ("doctor.json", doctor.json.text + "\n"), ("devices.json", devices.text + "\n"),
            ("measurement.json", (measurement?.json ?? .null).text + "\n"),
            ("boot.json", boot.json.text + "\n"), ("version.txt", "TouchTracker \(version)\n"),
        ] {
            archive.append("\(folder)/\(name)", text, secondsSince1970: secondsSince1970)
        }
        return archive
    }
}
