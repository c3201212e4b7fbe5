import LabFieldTest
import LabReports

extension Verdict {
    /// The verdict as text for the user, for example `Pass`.
    var displayName: String { ReportText.capitalized(label) }
}

extension TestOutcome.Measurement {
    /// The measured value as text, for example `0.8 mm` or `9 fingers`.
    var valueText: String {
        [limit.quantity(value), countedNoun].compactMap { $0 }.joined(separator: " ")
    }

    /// The pass limit as text, for example `at most 1 mm` or `none`.
    var limitText: String {
        if !limit.isMinimum, limit.pass == 0 { return "none" }
        return "\(limit.isMinimum ? "at least" : "at most") \(limit.quantity(limit.pass))"
    }

    /// The noun that follows a value without a unit, for example `fingers`, or `nil` if the limit
    /// has a unit.
    private var countedNoun: String? {
        guard limit.unit.isEmpty, let name = limit.name.split(separator: ".").last else {
            return nil
        }
        switch (name, value) {
        case ("fingers", 1): return "finger"
        case ("touches", 1): return "touch"
        default: return String(name)
        }
    }
}

extension FieldTestLimit {
    /// Returns a value followed by the limit's unit, for example `0.8 mm`, or only the value if the
    /// unit is empty.
    fileprivate func quantity(_ value: Double) -> String {
        unit.isEmpty ? ReportText.number(value) : "\(ReportText.number(value)) \(unit)"
    }
}
