import LabFieldTest
import TouchKit

/// The verdict on the panel, and a line for each test.
final class SummaryPage: FieldTestPage {
    @MainActor
    private struct Row {
        var mark = VerdictMarkView(frame: .zero)
        var title = UILabel(frame: .zero)
        var figure = UILabel(frame: .zero)
        var limit = UILabel(frame: .zero)
        var source = UILabel(frame: .zero)
        var limitWords: String?

        var labels: [UILabel] { [title, figure, limit, source] }
    }

    private let mark = VerdictMarkView(frame: .zero)
    private let verdict = UILabel(frame: .zero)
    private let panel = UILabel(frame: .zero)
    private var rows: [Row] = []

    /// Makes the page of a test that is over.
    init(_ test: FieldTest, _ context: FieldTestContext) {
        super.init(test.layout)
        let report = test.report()
        mark.verdict = report.verdict
        mark.isOpaque = false
        verdict.text = report.verdict.word
        let calibration = test.appliedCalibration.map { _ in "Done keeps the calibration" }
        panel.text = [context.panelName, context.reportPlace, calibration].compactMap { $0 }
            .joined(separator: "\n")
        panel.numberOfLines = 0
        panel.lineBreakMode = .byWordWrapping
        for label in [verdict, panel] {
            label.textColor = FieldTestColors.ink
            addSubview(label)
        }
        addSubview(mark)
        for outcome in report.outcomes {
            var row = Row()
            row.mark.verdict = outcome.verdict
            row.mark.isOpaque = false
            row.title.text = outcome.test.title
            if let figure = outcome.figure {
                row.figure.text = figure.words
                row.limitWords = figure.limitWords
                row.source.text = figure.limit.source
            } else {
                row.figure.text =
                    outcome.verdict == .skipped ? outcome.verdict.word : outcome.finding
            }
            addSubview(row.mark)
            for label in row.labels {
                label.textColor = FieldTestColors.ink
                addSubview(label)
            }
            row.source.textColor = FieldTestColors.quiet
            row.source.numberOfLines = 2
            row.source.lineBreakMode = .byWordWrapping
            rows.append(row)
        }
    }

    /// The verdict above, the lines between it and the button.
    override func layoutSubviews() {
        let least = min(room.width, room.height)
        let top = min(max(least * 0.17, 36), 84)
        mark.frame = CGRect(x: room.minX, y: room.minY, width: top, height: top)
        verdict.font = .boldSystemFont(ofSize: top * 0.85)
        let width = verdict.sizeThatFits(.zero).width
        verdict.frame = CGRect(
            x: mark.frame.maxX + top * 0.2, y: room.minY, width: width, height: top)
        panel.font = .systemFont(ofSize: max(top * 0.25, 14))
        panel.frame = CGRect(
            x: verdict.frame.maxX + top * 0.3, y: room.minY,
            width: max(room.maxX - verdict.frame.maxX - top * 0.3, 0), height: top)
        // A name that would be cut to pieces is better left out.
        panel.isHidden = panel.frame.width < 120
        let rowsTop = room.minY + top + 6
        placeRows(
            in: CGRect(
                x: room.minX, y: rowsTop, width: room.width,
                height: layout.nextButton.minY - 6 - rowsTop))
    }

    private func placeRows(in area: CGRect) {
        let height = (area.height / CGFloat(rows.count)).rounded(.down)
        // A tall screen has room for two lines, a wide one for four columns.
        let isNarrow = area.width < area.height
        var size = min(height * (isNarrow ? 0.5 : 0.72), 26)
        while size > 11, neededWidth(size, isNarrow) > area.width { size -= 1 }
        for (index, row) in rows.enumerated() {
            let line = CGRect(
                x: area.minX, y: area.minY + CGFloat(index) * height, width: area.width,
                height: height)
            let side = min(height - 4, size * 1.4)
            row.mark.frame = CGRect(
                x: line.minX, y: line.midY - side / 2, width: side, height: side)
            row.title.font = .boldSystemFont(ofSize: size)
            for label in [row.figure, row.limit] { label.font = .systemFont(ofSize: size) }
            let rest = CGRect(
                x: line.minX + side + size * 0.6, y: line.minY,
                width: line.width - side - size * 0.6, height: height)
            if isNarrow { placeLines(row, rest, size) } else { placeColumns(row, rest, size) }
        }
    }

    /// The title and the figure at the ends of a line; below them the limit and where it comes from.
    private func placeLines(_ row: Row, _ rest: CGRect, _ size: CGFloat) {
        let small = (size * 0.75).rounded()
        let upper = (size * 1.25).rounded(.up)
        let top = rest.midY - (upper + small * 1.3) / 2
        row.title.frame = CGRect(x: rest.minX, y: top, width: rest.width, height: upper)
        row.figure.frame = row.title.frame
        row.figure.textAlignment = .right
        row.limit.text = row.limitWords.map { "limit: \($0)" }
        row.limit.font = .systemFont(ofSize: small)
        row.source.font = .systemFont(ofSize: small)
        row.limit.frame = CGRect(
            x: rest.minX, y: top + upper, width: row.limit.sizeThatFits(.zero).width,
            height: small * 1.3)
        row.source.frame = CGRect(
            x: row.limit.frame.maxX + small, y: top + upper,
            width: max(rest.maxX - row.limit.frame.maxX - small, 0), height: small * 1.3)
        row.source.numberOfLines = 1
        row.source.isHidden = row.source.sizeThatFits(.zero).width > row.source.frame.width
    }

    /// Title, figure, limit, and where the limit comes from, side by side.
    private func placeColumns(_ row: Row, _ rest: CGRect, _ size: CGFloat) {
        row.limit.text = row.limitWords
        var left = rest.minX
        for (label, width) in zip([row.title, row.figure, row.limit], columns(size)) {
            label.frame = CGRect(x: left, y: rest.minY, width: width, height: rest.height)
            left += width
        }
        row.figure.textAlignment = .left
        row.source.font = .systemFont(ofSize: max((size * 0.6).rounded(), 11))
        row.source.frame = CGRect(
            x: left, y: rest.minY, width: max(rest.maxX - left, 0), height: rest.height)
        row.source.numberOfLines = 2
        row.source.isHidden =
            row.source.frame.width < 60
            || row.source.sizeThatFits(CGSize(width: row.source.frame.width, height: 0)).height
                > rest.height
    }

    private func neededWidth(_ size: CGFloat, _ isNarrow: Bool) -> CGFloat {
        let widths = columns(size)
        return size * 2 + (isNarrow ? widths[0] + widths[1] : widths.reduce(0, +))
    }

    /// The widths that titles, figures and limits need, with what is free behind them.
    private func columns(_ size: CGFloat) -> [CGFloat] {
        let regular: [TextAttribute: Any] = [.font: UIFont.systemFont(ofSize: size)]
        let bold: [TextAttribute: Any] = [.font: UIFont.boldSystemFont(ofSize: size)]
        func widest(_ texts: [String?], _ look: [TextAttribute: Any]) -> CGFloat {
            texts.map { ($0 ?? "").size(withAttributes: look).width }.max() ?? 0
        }
        return [
            widest(rows.map(\.title.text), bold), widest(rows.map(\.figure.text), regular),
            widest(rows.map(\.limitWords), regular),
        ].map { ($0 + size * 0.6).rounded(.up) }
    }
}
