import KioskYAML
import LabFieldTest
import LabRecordings
import TouchKitContacts
import TouchKitGeometry

extension FieldTestDocument {
    /// The report as one self-contained HTML file that is legible on phones, on desktops and on
    /// paper.
    package var html: String {
        let name = subject.description.name
        let panel = name.isEmpty ? "panel without a name" : name
        return ReportPage.html(
            title: "Field test: \(report.verdict.label), \(panel)", text: text,
            data: pageData(panel: panel), script: Self.pageScript)
    }

    /// Returns the data of the page: texts, and the positions of the charts in millimeters.
    private func pageData(panel: String) -> JSON {
        let facts =
            [("Panel", panel)] + subject.conditions.facts.map { ($0.title, $0.value) } + [
                ("Identity", identity), ("Screen", screen),
                ("Fingers", "\(report.stage.slotCount) at most, as the panel says"),
            ]
        let limits = report.outcomes.flatMap(\.measurements).map(\.limit)
        return .object([
            ("verdict", .string(report.verdict.rawValue)),
            ("label", .string(report.verdict.label)),
            ("summary", .string(summary)),
            ("facts", .array(facts.map { ReportPage.texts([$0.0, $0.1]) })),
            ("isCalibrated", .bool(report.appliedCalibration != nil)),
            ("udev", JSON(udevLine)),
            ("matrix", JSON(report.proposal?.calibration.matrix)),
            ("tests", .array(report.outcomes.map(Self.pageData))),
            ("limits", .object(limits.map { ($0.name, Self.pageData($0)) })),
            ("plots", Self.pageData(report.plots)),
            ("width", .number(report.stage.millimeters.width)),
            ("height", .number(report.stage.millimeters.height)),
            ("railWidth", .number(2 * FieldTestLayout.railMillimeters)),
            ("version", .string(version)),
        ])
    }

    private static func pageData(_ limit: FieldTestLimit) -> JSON {
        .object([("pass", .number(limit.pass)), ("text", .string(limit.text(limit.pass)))])
    }

    private static func pageData(_ outcome: TestOutcome) -> JSON {
        .object([
            ("name", .string(outcome.test.rawValue)),
            ("title", .string(outcome.test.title)),
            ("verdict", .string(outcome.verdict.rawValue)),
            ("label", .string(outcome.verdict.label)),
            ("finding", .string(ReportText.capitalized(outcome.finding) + ".")),
            ("overview", ReportPage.texts(outcome.decisiveTexts)),
            ("figures", .array(outcome.measurements.map(pageData))),
        ])
    }

    private static func pageData(_ figure: TestOutcome.Measurement) -> JSON {
        let limit = figure.limit
        let fails = "\(limit.isMinimum ? "below" : "above") \(limit.text(limit.fail))"
        let texts = [limit.text(figure.value), limit.passText, fails, limit.source]
        return .object([
            ("name", .string(limit.name)),
            ("verdict", .string(figure.verdict.rawValue)),
            ("texts", ReportPage.texts(texts)),
        ])
    }

    private static func pageData(_ plots: FieldTestPlots) -> JSON {
        .object([
            ("touches", ReportPage.numbers(plots.touches.map(Double.init))),
            ("columns", .integer(plots.columns)),
            ("deadLines", .array(plots.deadLines.map(pageData))),
            ("taps", .array(plots.taps.map { positions([$0.target, $0.reported]) })),
            ("rails", .array(plots.rails.map(positions))),
            ("strokes", .array(plots.strokes.map(positions))),
            ("lines", .array(plots.strokes.map(line))),
            ("rests", .array(plots.rests.map(positions))),
            ("lostFingers", positions(plots.lostFingers)),
            ("edges", positions(plots.edgePositions)),
            ("intervals", ReportPage.numbers(plots.intervals.map { Double($0) / 1_000 })),
            ("scanout", ReportPage.numbers(plots.scanout.map { Double($0) / 1_000 })),
            ("ghosts", positions(plots.ghosts)),
        ])
    }

    private static func pageData(_ line: DeadLine) -> JSON {
        .object([
            ("isColumn", .bool(line.isColumn)), ("begin", .number(line.begin)),
            ("end", .number(line.end)),
        ])
    }

    /// Returns the center and the direction of the line fitted to a stroke, or null if no line can
    /// be fitted.
    private static func line(_ stroke: [CGPoint]) -> JSON {
        guard let line = LineFit(finite(stroke)) else { return .null }
        let (center, direction) = (line.center, line.direction)
        return .array([center.x, center.y, direction.dx, direction.dy].map { .number($0) })
    }

    private static func positions(_ positions: [CGPoint]) -> JSON {
        ReportPage.numbers(finite(positions).flatMap { [$0.x, $0.y] })
    }

    private static func finite(_ positions: [CGPoint]) -> [CGPoint] {
        positions.filter { $0.x.isFinite && $0.y.isFinite }
    }
}

extension TestOutcome {
    /// The measured value that decides the verdict, its limit and the origin of the limit, as
    /// texts.
    var decisiveTexts: [String] {
        guard let figure = decisiveMeasurement else { return ["–", "–", "–"] }
        return [figure.limit.text(figure.value), figure.limit.passText, figure.limit.source]
    }
}
