import LabFieldTest
import TouchTrackerApp

extension Verdict {
    /// The verdict as text for the user, for example `Pass`.
    var displayName: String {
        switch self {
        case .pass: "Pass"
        case .doubtful: "Doubtful"
        case .incomplete: "Incomplete"
        case .fail: "Fail"
        case .skipped: "Not done"
        }
    }
}

extension TestOutcome.Measurement {
    /// The measured value as text, for example `0.8 mm` or `9 fingers`.
    var valueText: String {
        [FieldTestNumberFormat.quantity(value, limit.unit), countedNoun].compactMap { $0 }
            .joined(separator: " ")
    }

    /// The pass limit as text, for example `at most 1 mm` or `none`.
    var limitText: String {
        if !limit.isMinimum, limit.pass == 0 { return "none" }
        return "\(limit.isMinimum ? "at least" : "at most") "
            + FieldTestNumberFormat.quantity(limit.pass, limit.unit)
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

/// Functions that format the measured values of the field test for display.
enum FieldTestNumberFormat {
    /// Returns a number followed by its unit, for example `0.8 mm`, or only the number if the unit
    /// is empty.
    static func quantity(_ value: Double, _ unit: String) -> String {
        unit.isEmpty ? number(value) : "\(number(value)) \(unit)"
    }

    /// Returns a number with at most one decimal, or `–` for a number that is not finite or not
    /// below 1e12.
    static func number(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "–" }
        let tenths = Int((value * 10).rounded())
        let size = tenths.magnitude
        let sign = tenths < 0 ? "-" : ""
        return size % 10 == 0 ? "\(sign)\(size / 10)" : "\(sign)\(size / 10).\(size % 10)"
    }
}
