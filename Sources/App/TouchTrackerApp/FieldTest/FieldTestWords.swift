import LabFieldTest

extension Verdict {
    /// The verdict in a word.
    var word: String {
        switch self {
        case .pass: "Pass"
        case .doubtful: "Doubtful"
        case .fail: "Fail"
        case .skipped: "Not done"
        }
    }
}

extension TestOutcome.Figure {
    /// What was measured: `0.8 mm`.
    var words: String {
        [FieldTestWords.quantity(value, limit.unit), countedWords].compactMap { $0 }
            .joined(separator: " ")
    }

    /// What a good panel has: `at most 1 mm`, `none`.
    var limitWords: String {
        if !limit.isLeast, limit.pass == 0 { return "none" }
        return "\(limit.isLeast ? "at least" : "at most") "
            + FieldTestWords.quantity(limit.pass, limit.unit)
    }

    /// What is counted, where the figure has no unit to tell it.
    private var countedWords: String? {
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

/// Figures as people read them.
enum FieldTestWords {
    /// A number and its unit.
    static func quantity(_ value: Double, _ unit: String) -> String {
        unit.isEmpty ? number(value) : "\(number(value)) \(unit)"
    }

    /// A number with at most one digit behind the point.
    static func number(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "–" }
        let tenths = Int((value * 10).rounded())
        let size = tenths.magnitude
        let sign = tenths < 0 ? "-" : ""
        return size % 10 == 0 ? "\(sign)\(size / 10)" : "\(sign)\(size / 10).\(size % 10)"
    }
}
