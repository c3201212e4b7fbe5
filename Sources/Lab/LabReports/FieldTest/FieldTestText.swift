import LabFieldTest
import LabRecordings
import TouchKitContacts

extension FieldTestDocument {
    /// The report as text: a line for each test, the findings, and the verdict.
    package var text: String {
        let heads = ["verdict", "test", "figure", "limit", "from"]
        let rows = report.outcomes.map { [$0.verdict.label, $0.test.title] + $0.decisiveTexts }
        var lines = Self.table([heads] + rows)
        let found = report.outcomes.filter { $0.verdict != .pass && $0.verdict != .skipped }
        if !found.isEmpty { lines.append("") }
        lines += found.map { "\($0.test.title): \($0.finding)" }
        lines += ["", "Panel: \(panel)", "Identity: \(identity)", "Screen: \(screen)"]
        if let polling = report.polling { lines.append("Polling: \(polling.finding)") }
        lines += subject.conditions.facts.map { "\($0.title): \($0.value)" }
        lines.append("Program: TouchTracker \(version)")
        lines.append("Verdict: \(report.verdict.label) (\(summary))")
        if let udevLine { lines += ["", "This udev rule would mend the places:", udevLine] }
        return lines.map(Self.oneLine).joined(separator: "\n") + "\n"
    }

    private var panel: String {
        let name = subject.description.name
        let count = report.stage.slotCount
        return
            "\(name.isEmpty ? "without a name" : name), \(count) \(count == 1 ? "finger" : "fingers")"
    }

    /// Returns the rows as lines, with all columns except the last padded to their longest text.
    private static func table(_ rows: [[String]]) -> [String] {
        let widths = Columns.widths(of: rows)
        return rows.map { row in
            zip(row, widths).dropLast().map { Columns.left($0, $1 + 2) }.joined()
                + (row.last ?? "")
        }
    }

    /// Returns `text` with question marks in place of control characters, because device names are
    /// untrusted and must not control a terminal.
    private static func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator: "?"
                    default: scalar
                    }
                }))
    }
}
