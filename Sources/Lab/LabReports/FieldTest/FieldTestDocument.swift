import LabFieldTest
import LabRecordings
import TouchKitContacts
import TouchKitGeometry

/// The report of a field test, with the tested board and device. All output formats are created
/// from this type.
package struct FieldTestDocument: Sendable {
    /// The tested board and touchscreen.
    package struct Subject: Sendable {
        /// The circumstances of the test, including the name of the machine.
        package var conditions: TestConditions
        /// The path of the device node, or an empty string if unknown.
        package var node: String
        /// The evdev description of the touchscreen.
        package var description: EvdevDescription

        /// Creates a description of the tested board and device.
        package init(conditions: TestConditions, node: String, description: EvdevDescription) {
            self.conditions = conditions
            self.node = node
            self.description = description
        }
    }

    /// The tested board and touchscreen.
    package let subject: Subject
    /// The report of the field test.
    package let report: FieldTestReport
    /// The version of the program that created the document.
    package let version: String

    /// Creates a document.
    package init(subject: Subject, report: FieldTestReport, version: String) {
        self.subject = subject
        self.report = report
        self.version = version
    }

    /// The udev rule that corrects the touchscreen's calibration, or `nil` if no correction is
    /// proposed.
    var udevLine: String? {
        report.proposal.map { $0.udevLine(device: subject.description.name) }
    }

    /// The touchscreen's identity in hexadecimal, for example `bus 0018, vendor 0001, product 0002,
    /// version 0003`.
    var identity: String {
        let identity = subject.description.identity
        return [
            ("bus", identity.bus), ("vendor", identity.vendor), ("product", identity.product),
            ("version", identity.version),
        ].map { name, value in
            let digits = String(value, radix: 16)
            return "\(name) \(String(repeating: "0", count: 4 - digits.count))\(digits)"
        }.joined(separator: ", ")
    }

    /// The size of the display mode in pixels, for example `800x480`.
    var mode: String {
        let geometry = report.stage.geometry
        return "\(geometry.scanoutWidth)x\(geometry.scanoutHeight)"
    }

    /// A description of the screen: mode, physical size, rotation and scale, separated by commas.
    var screen: String {
        let stage = report.stage
        let width = Decimals.atMost(stage.millimeters.width, places: 1)
        let height = Decimals.atMost(stage.millimeters.height, places: 1)
        let size = "\(width) × \(height) mm"
        var parts = [mode, stage.isMeasured ? size : "size not known, taken for \(size)"]
        if stage.geometry.rotation != .none {
            parts.append("turned by \(stage.geometry.rotation.rawValue)°")
        }
        if stage.geometry.scale != 1 {
            parts.append("\(Decimals.atMost(stage.geometry.scale, places: 3)) pixels per point")
        }
        return parts.joined(separator: ", ")
    }

    /// Returns whether at least one test has data. With `ignoringCoverage`, the coverage test does
    /// not count, because touches of any kind paint its cells.
    package func hasResults(ignoringCoverage: Bool) -> Bool {
        report.outcomes.contains {
            $0.verdict != .skipped && !(ignoringCoverage && $0.test == .coverage)
        }
    }

    /// A one-line summary that lists the tests that did not pass.
    var summary: String {
        let headings: [(Verdict, String)] = [
            (.fail, "failed"), (.doubtful, "doubtful"), (.incomplete, "incomplete"),
            (.skipped, "not done"),
        ]
        let parts = headings.compactMap { verdict, heading -> String? in
            let titles = report.outcomes.filter { $0.verdict == verdict }
                .map { $0.test.title.lowercased() }
            return titles.isEmpty ? nil : "\(heading): \(titles.joined(separator: ", "))"
        }
        return parts.isEmpty ? "all tests passed" : parts.joined(separator: "; ")
    }
}

extension Verdict {
    /// The text for the verdict in reports.
    package var label: String { self == .skipped ? "not done" : rawValue }
}

extension FieldTestLimit {
    /// The pass limit as text, for example `at most 1 mm`.
    var passText: String { "\(isMinimum ? "at least" : "at most") \(text(pass))" }

    /// Returns a value followed by the limit's unit, or by the last part of the limit's name if the
    /// limit is a count, for example `3 lost`.
    func text(_ value: Double) -> String {
        let counted = name.split(separator: ".").last.map(String.init) ?? name
        return "\(Decimals.atMost(value, places: 2)) \(unit.isEmpty ? counted : unit)"
    }
}
