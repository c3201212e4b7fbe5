import FieldTest
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
        panel.text = [context.panelName, context.reportPlace].compactMap { $0 }
            .joined(separator: "\n")
        panel.numberOfLines = 0
        panel.lineBreakMode = .byWordWrapping
        for label in [verdict, panel] {
            label.textColor = FieldTestColors.ink
            addSubview(label)
        }
        addSubview(mark)
        for outcome in report.outcomes {
            let row = Row()
            row.mark.verdict = outcome.verdict
            row.mark.isOpaque = false
            row.title.text = outcome.test.title
            if let figure = outcome.figure {
                row.figure.text = figure.words
                row.limit.text = figure.limitWords
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
        let rowsTop = room.minY + top + 6
        placeRows(
            in: CGRect(
                x: room.minX, y: rowsTop, width: room.width,
                height: layout.nextButton.minY - 6 - rowsTop))
    }

    private func placeRows(in area: CGRect) {
        let height = (area.height / CGFloat(rows.count)).rounded(.down)
        var size = min(height * 0.72, 26)
        var widths = columns(size)
        while size > 11, widths.reduce(0, +) + height > area.width {
            size -= 1
            widths = columns(size)
        }
        let gap = size * 0.6
        let used = widths.reduce(height + gap, +)
        let isBelow = area.width - used < 180
        let small = isBelow ? min(size * 0.7, height - size * 1.25) : min(size * 0.7, height * 0.4)
        for (index, row) in rows.enumerated() {
            let line = CGRect(
                x: area.minX, y: area.minY + CGFloat(index) * height, width: area.width,
                height: height)
            let side = min(height - 4, size * 1.4)
            row.mark.frame = CGRect(
                x: line.minX, y: line.midY - side / 2, width: side, height: side)
            row.source.isHidden = small < 9.5
            let hasLineBelow = isBelow && !row.source.isHidden
            let textHeight = hasLineBelow ? height - small * 1.3 : height
            var left = line.minX + side + gap
            for (label, width) in zip([row.title, row.figure, row.limit], widths) {
                label.font =
                    label === row.title ? .boldSystemFont(ofSize: size) : .systemFont(ofSize: size)
                label.frame = CGRect(x: left, y: line.minY, width: width, height: textHeight)
                left += width
            }
            row.source.font = .systemFont(ofSize: small)
            row.source.numberOfLines = isBelow ? 1 : 2
            row.source.frame =
                isBelow
                ? CGRect(
                    x: row.title.frame.minX, y: line.minY + textHeight - 2,
                    width: line.maxX - row.title.frame.minX, height: small * 1.3)
                : CGRect(
                    x: left, y: line.minY, width: line.maxX - left, height: height)
        }
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
            widest(rows.map(\.limit.text), regular),
        ].map { ($0 + size * 0.6).rounded(.up) }
    }
}
