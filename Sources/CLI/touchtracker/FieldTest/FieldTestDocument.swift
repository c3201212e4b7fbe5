import LabFieldTest
import TouchKitContacts
import TouchKitGeometry

/// A field test's report, with what it is a report of: what all its forms are made from.
package struct FieldTestDocument: Sendable {
    /// What was tested.
    package struct Subject: Sendable {
        /// What the board is called; nil where nobody knows.
        package var board: String?
        /// The device's node; empty where nobody knows.
        package var node: String
        /// What the device says of itself.
        package var description: EvdevDescription

        /// Makes a subject.
        package init(board: String?, node: String, description: EvdevDescription) {
            self.board = board
            self.node = node
            self.description = description
        }
    }

    /// What was tested.
    package let subject: Subject
    /// What came of it.
    package let report: FieldTestReport
    /// The program's version.
    let version = TouchTracker.version

    /// Makes a document.
    package init(subject: Subject, report: FieldTestReport) {
        self.subject = subject
        self.report = report
    }

    /// The line of a udev rule that would mend the panel; nil where nothing has to be mended.
    var udevLine: String? {
        report.proposal.map { $0.udevLine(device: subject.description.name) }
    }

    /// The mode: `800x480`.
    var mode: String {
        let geometry = report.stage.geometry
        return "\(geometry.scanoutWidth)x\(geometry.scanoutHeight)"
    }

    /// The screen in words.
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

    /// All that has to be said in one sentence.
    var summary: String {
        func titles(_ verdict: Verdict) -> String {
            report.outcomes.filter { $0.verdict == verdict }.map { $0.test.title.lowercased() }
                .joined(separator: ", ")
        }
        let failed = titles(.fail)
        let doubtful = titles(.doubtful)
        let skipped = titles(.skipped)
        var parts: [String] = []
        if !failed.isEmpty { parts.append("failed: \(failed)") }
        if !doubtful.isEmpty { parts.append("doubtful: \(doubtful)") }
        if !skipped.isEmpty { parts.append("not done: \(skipped)") }
        return parts.isEmpty ? "all tests passed" : parts.joined(separator: "; ")
    }
}

extension Verdict {
    /// As it is written where it has to be seen.
    var words: String {
        switch self {
        case .pass: "pass"
        case .doubtful: "doubtful"
        case .fail: "fail"
        case .skipped: "not done"
        }
    }
}

extension FieldTestLimit {
    /// The limit in words: `at most 1 mm`.
    var words: String { "\(isLeast ? "at least" : "at most") \(text(pass))" }

    /// A figure with its unit, or with what is counted: `3 lost`.
    func text(_ value: Double) -> String {
        let counted = name.split(separator: ".").last.map(String.init) ?? name
        return "\(Decimals.atMost(value, places: 2)) \(unit.isEmpty ? counted : unit)"
    }
}
