import LabFieldTest
import TouchKit

/// The last page of the field test: the verdict on the touchscreen, and one row for each test.
final class SummaryPage: FieldTestPage {
    /// The views that show one test's result.
    @MainActor
    private struct Row {
        var icon = VerdictIconView(frame: .zero)
        var title = UILabel(frame: .zero)
        var figure = UILabel(frame: .zero)
        var limit = UILabel(frame: .zero)
        /// The label with the source of the limit, such as a file.
        var source = UILabel(frame: .zero)
        /// The text of the pass limit, or `nil` for a test without a measured value.
        var limitText: String?

        var labels: [UILabel] { [title, figure, limit, source] }
    }

    private let icon = VerdictIconView(frame: .zero)
    private let verdict = UILabel(frame: .zero)
    /// The lines beside or below the verdict: the name of the touchscreen, the report and the
    /// calibration.
    private let details = UILabel(frame: .zero)
    private var rows: [Row] = []

    /// Creates the page for a finished field test.
    init(_ test: FieldTest, _ context: FieldTestContext) {
        super.init(test.layout)
        let report = test.report()
        icon.verdict = report.verdict
        icon.isOpaque = false
        verdict.text = report.verdict.displayName
        let keepsCalibration = test.appliedCalibration != nil && context.storesCalibration
        let calibration = keepsCalibration ? "Done keeps the calibration" : nil
        let lines = [context.touchscreenName, context.reportStatus, calibration]
        details.text = lines.compactMap { $0 }.joined(separator: "\n")
        details.numberOfLines = 0
        details.lineBreakMode = .byTruncatingTail
        for label in [verdict, details] {
            label.textColor = FieldTestColors.foreground
            addSubview(label)
        }
        addSubview(icon)
        for outcome in report.outcomes {
            var row = Row()
            row.icon.verdict = outcome.verdict
            row.icon.isOpaque = false
            row.title.text = outcome.test.title
            if let figure = outcome.decisiveMeasurement {
                row.figure.text = figure.valueText
                row.limitText = figure.limitText
                row.source.text = figure.limit.source
            } else {
                row.figure.text = outcome.verdict.displayName
            }
            addSubview(row.icon)
            for label in row.labels {
                label.textColor = FieldTestColors.foreground
                addSubview(label)
            }
            row.source.textColor = FieldTestColors.secondary
            row.source.numberOfLines = 2
            row.source.lineBreakMode = .byWordWrapping
            rows.append(row)
        }
    }

    /// The minimum width of the details in points. In a narrower column, the lines would be broken
    /// into unreadable pieces.
    private static let minimumDetailsWidth: CGFloat = 120
    /// The minimum font size of the details, in points.
    private static let minimumDetailsFontSize: CGFloat = 11

    /// Lays out the verdict and the details at the upper edge, and the rows between them and the
    /// button.
    override func layoutSubviews() {
        let shorterSide = min(contentArea.width, contentArea.height)
        let verdictHeight = min(max(shorterSide * 0.17, 36), 84)
        icon.frame = CGRect(
            x: contentArea.minX, y: contentArea.minY, width: verdictHeight, height: verdictHeight)
        var rowsTop = contentArea.minY + verdictHeight + 6
        layOutVerdict(height: verdictHeight, right: contentArea.maxX)
        if !layOutDetailsBesideVerdict(height: verdictHeight) {
            if contentArea.width < contentArea.height {
                let size = CGSize(width: contentArea.width, height: verdictHeight)
                details.frame = CGRect(
                    x: contentArea.minX, y: rowsTop, width: size.width,
                    height: setDetailsFont(fitting: size))
                rowsTop = details.frame.maxY + 6
            } else {
                // A landscape screen may have no height for more lines.
                layOutVerdict(height: verdictHeight, right: contentArea.midX)
                layOutDetailsBesideVerdict(height: verdictHeight)
            }
        }
        details.isHidden = details.frame.width < Self.minimumDetailsWidth
        layOutRows(
            in: CGRect(
                x: contentArea.minX, y: rowsTop, width: contentArea.width,
                height: layout.nextButton.minY - 6 - rowsTop))
    }

    /// Lays out the verdict right of its icon, in the largest font in which it ends before `right`.
    private func layOutVerdict(height: CGFloat, right: CGFloat) {
        let left = icon.frame.maxX + height * 0.2
        var fontSize = height * 0.85
        repeat {
            verdict.font = .boldSystemFont(ofSize: fontSize)
            fontSize -= 2
        } while fontSize > 14 && verdict.sizeThatFits(.zero).width > right - left
        verdict.frame = CGRect(
            x: left, y: contentArea.minY, width: verdict.sizeThatFits(.zero).width, height: height)
    }

    /// Lays out the details right of the verdict.
    ///
    /// - Parameter height: The height of the verdict, in points.
    /// - Returns: Whether the details are wide enough to be legible, and all their lines fit.
    @discardableResult
    private func layOutDetailsBesideVerdict(height: CGFloat) -> Bool {
        let size = CGSize(
            width: max(contentArea.maxX - verdict.frame.maxX - height * 0.3, 0), height: height)
        details.frame = CGRect(
            origin: CGPoint(x: verdict.frame.maxX + height * 0.3, y: contentArea.minY), size: size)
        return setDetailsFont(fitting: size) <= height && size.width >= Self.minimumDetailsWidth
    }

    /// Sets the largest font in which the details fit into `size`, but at least the minimum.
    ///
    /// - Returns: The height of the details at the width of `size`, in points.
    private func setDetailsFont(fitting size: CGSize) -> CGFloat {
        let limit = CGSize(width: size.width, height: 0)
        var fontSize = max(size.height * 0.25, 14)
        details.font = .systemFont(ofSize: fontSize)
        while details.sizeThatFits(limit).height > size.height,
            fontSize > Self.minimumDetailsFontSize
        {
            fontSize = max(fontSize - 1, Self.minimumDetailsFontSize)
            details.font = .systemFont(ofSize: fontSize)
        }
        return details.sizeThatFits(limit).height
    }

    /// Lays out all rows below each other, in the largest font that fits.
    private func layOutRows(in area: CGRect) {
        let height = (area.height / CGFloat(rows.count)).rounded(.down)
        // A row has two lines on a tall screen and four columns on a wide screen.
        let isNarrow = area.width < area.height
        var fontSize = min(height * (isNarrow ? 0.5 : 0.72), 26)
        while fontSize > 11, neededWidth(fontSize, isNarrow) > area.width { fontSize -= 1 }
        for (index, row) in rows.enumerated() {
            let line = CGRect(
                x: area.minX, y: area.minY + CGFloat(index) * height, width: area.width,
                height: height)
            let iconSize = min(height - 4, fontSize * 1.4)
            // In two lines, the icon is beside the upper one.
            let iconCenter = line.midY - (isNarrow ? smallFontSize(fontSize) * 0.65 : 0)
            row.icon.frame = CGRect(
                x: line.minX, y: iconCenter - iconSize / 2, width: iconSize, height: iconSize)
            row.title.font = .boldSystemFont(ofSize: fontSize)
            for label in [row.figure, row.limit] { label.font = .systemFont(ofSize: fontSize) }
            let textArea = CGRect(
                x: line.minX + iconSize + fontSize * 0.6, y: line.minY,
                width: line.width - iconSize - fontSize * 0.6, height: height)
            if isNarrow {
                layOutInLines(row, textArea, fontSize)
            } else {
                layOutInColumns(row, textArea, fontSize)
            }
        }
    }

    /// Returns the font size of the lower line of a row in two lines. The line's height is 1.3
    /// times the font size.
    private func smallFontSize(_ fontSize: CGFloat) -> CGFloat { (fontSize * 0.75).rounded() }

    /// Lays out the labels of a row in two lines: title and value, then the limit and its source.
    private func layOutInLines(_ row: Row, _ area: CGRect, _ fontSize: CGFloat) {
        let small = smallFontSize(fontSize)
        let upper = (fontSize * 1.25).rounded(.up)
        let top = area.midY - (upper + small * 1.3) / 2
        row.title.frame = CGRect(x: area.minX, y: top, width: area.width, height: upper)
        row.figure.frame = row.title.frame
        row.figure.textAlignment = .right
        row.limit.text = row.limitText.map { "limit: \($0)" }
        row.limit.font = .systemFont(ofSize: small)
        row.source.font = .systemFont(ofSize: small)
        row.limit.frame = CGRect(
            x: area.minX, y: top + upper, width: row.limit.sizeThatFits(.zero).width,
            height: small * 1.3)
        row.source.frame = CGRect(
            x: row.limit.frame.maxX + small, y: top + upper,
            width: max(area.maxX - row.limit.frame.maxX - small, 0), height: small * 1.3)
        row.source.numberOfLines = 1
        row.source.isHidden = row.source.sizeThatFits(.zero).width > row.source.frame.width
    }

    /// Lays out the labels of a row in four columns: title, value, limit and the source of the
    /// limit.
    private func layOutInColumns(_ row: Row, _ area: CGRect, _ fontSize: CGFloat) {
        row.limit.text = row.limitText
        var left = area.minX
        let labels = [row.title, row.figure, row.limit]
        for (label, width) in zip(labels, columnWidths(fontSize)) {
            label.frame = CGRect(x: left, y: area.minY, width: width, height: area.height)
            left += width
        }
        row.figure.textAlignment = .left
        row.source.font = .systemFont(ofSize: max((fontSize * 0.6).rounded(), 11))
        row.source.frame = CGRect(
            x: left, y: area.minY, width: max(area.maxX - left, 0), height: area.height)
        row.source.numberOfLines = 2
        row.source.isHidden =
            row.source.frame.width < 60
            || row.source.sizeThatFits(CGSize(width: row.source.frame.width, height: 0)).height
                > area.height
    }

    /// Returns the width in points that the widest row needs at a font size; `isNarrow` selects the
    /// layout in two lines.
    private func neededWidth(_ fontSize: CGFloat, _ isNarrow: Bool) -> CGFloat {
        let widths = columnWidths(fontSize)
        return fontSize * 2 + (isNarrow ? widths[0] + widths[1] : widths.reduce(0, +))
    }

    /// Returns the widths of the columns for titles, values and limits at a font size, including
    /// gaps, in points.
    private func columnWidths(_ fontSize: CGFloat) -> [CGFloat] {
        let regular: [TextAttribute: Any] = [.font: UIFont.systemFont(ofSize: fontSize)]
        let bold: [TextAttribute: Any] = [.font: UIFont.boldSystemFont(ofSize: fontSize)]
        func widest(_ texts: [String?], _ attributes: [TextAttribute: Any]) -> CGFloat {
            texts.map { ($0 ?? "").size(withAttributes: attributes).width }.max() ?? 0
        }
        return [
            widest(rows.map(\.title.text), bold), widest(rows.map(\.figure.text), regular),
            widest(rows.map(\.limitText), regular),
        ].map { ($0 + fontSize * 0.6).rounded(.up) }
    }
}
