import LabFieldTest
import LabRecordings
import TouchKitContacts
import TouchKitGeometry

extension FieldTestDocument {
    /// The report as one self-contained HTML file that is legible on phones, on desktops and on
    /// paper.
    package var html: String {
        FieldTestHTML(self).text
    }
}

/// The HTML page of a field-test report.
struct FieldTestHTML {
    private let document: FieldTestDocument
    private var report: FieldTestReport { document.report }

    init(_ document: FieldTestDocument) {
        self.document = document
    }

    var text: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8"/>
        <meta name="viewport" content="width=device-width, initial-scale=1"/>
        <title>\(HTML.escaped("Field test: \(report.verdict.label), \(panel)"))</title>
        <style>
        \(Self.style)
        </style>
        </head>
        <body>
        \(header)
        \(overview)
        \(calibration)
        \(report.outcomes.filter { $0.verdict != .skipped }.map(section).joined(separator: "\n"))
        <footer>TouchTracker \(HTML.escaped(document.version))</footer>
        </body>
        </html>

        """
    }

    private var panel: String {
        let name = document.subject.description.name
        return name.isEmpty ? "panel without a name" : name
    }

    // MARK: Summary

    private var header: String {
        let verdict = report.verdict
        var facts = [("Panel", panel)]
        facts += document.subject.conditions.facts.map { ($0.title, $0.value) }
        facts.append(("Identity", document.identity))
        facts.append(("Screen", document.screen))
        let slots = report.stage.slotCount
        facts.append(("Fingers", "\(slots) at most, as the panel says"))
        let rows = facts.map { name, value in
            "<div><dt>\(name)</dt><dd>\(HTML.escaped(value))</dd></div>"
        }
        return """
            <header class="\(verdict.rawValue)">
            <p>Field test of a touch panel</p>
            <h1>\(verdict.label.uppercased())</h1>
            <p class="summary">\(HTML.escaped(document.summary))</p>
            </header>
            <dl>\(rows.joined())</dl>
            """
    }

    private var overview: String {
        let rows = report.outcomes.map { outcome -> String in
            let figure = outcome.decisiveMeasurement
            let title = HTML.escaped(outcome.test.title)
            let name =
                outcome.verdict == .skipped
                ? title : "<a href=\"#\(outcome.test.rawValue)\">\(title)</a>"
            let cells = [
                name, Self.mark(outcome.verdict),
                HTML.escaped(figure.map { $0.limit.text($0.value) } ?? "–"),
                HTML.escaped(figure?.limit.passText ?? "–"),
                HTML.escaped(figure?.limit.source ?? "–"),
            ]
            return "<tr><td>" + cells.joined(separator: "</td><td>") + "</td></tr>"
        }
        return "<div class=\"overview\">"
            + HTML.table(heads: ["test", "verdict", "figure", "limit", "from"], rows: rows)
            + "</div>"
    }

    /// Returns an HTML element with the verdict as a colored word. The color only repeats the
    /// meaning of the word.
    private static func mark(_ verdict: Verdict) -> String {
        "<span class=\"mark \(verdict.rawValue)\">\(verdict.label)</span>"
    }

    // MARK: Calibration

    private var calibration: String {
        var parts: [String] = []
        if report.appliedCalibration != nil {
            parts.append("<p>A calibration was applied in the course of the test.</p>")
        }
        if let proposal = report.proposal, let line = document.udevLine {
            parts.append(
                """
                <p>This calibration would mend the places. As a file
                <code>/etc/udev/rules.d/99-touch-calibration.rules</code> it holds from the next start on:</p>
                <pre>\(HTML.escaped(line))</pre>
                <p>Matrix: <code>\(HTML.escaped(proposal.matrix))</code></p>
                """)
        }
        if parts.isEmpty { return "" }
        return "<section class=\"mending\">\n<h2>Calibration</h2>\n"
            + parts.joined(separator: "\n") + "\n</section>"
    }

    // MARK: One test

    private func section(_ outcome: TestOutcome) -> String {
        let rows = outcome.measurements.map { figure -> String in
            let limit = figure.limit
            let cells = [
                "<code>\(HTML.escaped(limit.name))</code>",
                HTML.escaped(limit.text(figure.value)), HTML.escaped(limit.passText),
                "\(limit.isMinimum ? "below" : "above") \(HTML.escaped(limit.text(limit.fail)))",
                HTML.escaped(limit.source),
            ]
            return "<tr class=\"\(figure.verdict.rawValue)\"><td>"
                + cells.joined(separator: "</td><td>") + "</td></tr>"
        }
        let table =
            rows.isEmpty
            ? ""
            : HTML.table(
                heads: ["figure", "measured", "good", "fails", "from"], rows: rows)
        let figures = FieldTestCharts(report).figures(of: outcome.test)
        let pictures =
            figures.isEmpty
            ? "" : "<div class=\"pictures\">\n\(figures.joined(separator: "\n"))\n</div>"
        return """
            <section>
            <h2 id="\(outcome.test.rawValue)">\(HTML.escaped(outcome.test.title)) \
            \(Self.mark(outcome.verdict))</h2>
            <p>\(HTML.escaped(Self.sentence(outcome.finding)))</p>
            \(pictures)
            \(table)
            </section>
            """
    }

    /// Returns `finding` as a sentence, with a capital letter and a full stop.
    private static func sentence(_ finding: String) -> String {
        finding.prefix(1).uppercased() + finding.dropFirst() + "."
    }
}
