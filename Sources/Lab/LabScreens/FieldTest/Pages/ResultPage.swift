import LabFieldTest
import TouchKit

/// The page with the result of one test: the verdict, the value that determined the verdict, and
/// the finding. The page of the accuracy test also proposes a calibration.
final class ResultPage: FieldTestPage {
    private let icon = VerdictIconView(frame: .zero)
    private let verdict = UILabel(frame: .zero)
    private let figure = UILabel(frame: .zero)
    private let finding = UILabel(frame: .zero)
    private let question = UILabel(frame: .zero)
    /// The label with a udev rule that sets the proposed calibration.
    private let udevLine = UILabel(frame: .zero)

    /// Creates the page for a finished test.
    ///
    /// - Parameters:
    ///   - test: The field test that contains the result.
    ///   - guided: The finished test to show.
    ///   - context: Information about the touchscreen and the report.
    init(_ test: FieldTest, of guided: GuidedTest, _ context: FieldTestContext) {
        super.init(test.layout)
        let outcome = test.outcome(of: guided)
        icon.isOpaque = false
        icon.verdict = outcome?.verdict ?? .skipped
        verdict.text = icon.verdict.displayName
        if let decisive = outcome?.decisiveMeasurement {
            figure.text = "\(decisive.valueText); limit: \(decisive.limitText)"
        }
        finding.text = outcome.map { ReportText.capitalized($0.finding) }
        if guided == .accuracy, let proposal = test.proposal {
            question.text = "Apply a calibration that mends this?"
            udevLine.text = proposal.udevLine(device: context.touchscreenName ?? "")
        }
        for label in [verdict, figure, finding, question, udevLine] {
            label.textColor = FieldTestColors.foreground
            label.numberOfLines = 0
            label.lineBreakMode = .byWordWrapping
            addSubview(label)
        }
        verdict.numberOfLines = 1
        udevLine.textColor = FieldTestColors.secondary
        udevLine.lineBreakMode = .byCharWrapping
        // The finding ends with an ellipsis if the screen is too small for it.
        finding.lineBreakMode = .byTruncatingTail
        addSubview(icon)
    }

    /// Stacks the verdict and the labels vertically, in the largest sizes that fit. A screen that
    /// is too small even for the smallest sizes shows no udev rule, which the report also contains.
    override func layoutSubviews() {
        let shorterSide = min(contentArea.width, contentArea.height)
        let bottom = layout.nextButton.minY - 8
        var iconSize = min(max(shorterSide * 0.22, 40), 96)
        var fontSize = min(max(shorterSide * 0.07, 20), 30)
        layOut(iconSize: iconSize, fontSize: fontSize)
        // The verdict shrinks only when the other texts have reached a barely legible size.
        while contentBottom > bottom, fontSize > 16 {
            fontSize -= 1
            layOut(iconSize: iconSize, fontSize: fontSize)
        }
        while contentBottom > bottom, iconSize > 36 {
            iconSize *= 0.9
            layOut(iconSize: iconSize, fontSize: fontSize)
        }
        while contentBottom > bottom, fontSize > 10 {
            fontSize -= 1
            layOut(iconSize: iconSize, fontSize: fontSize)
        }
        udevLine.isHidden = contentBottom > bottom
        shortenFinding(by: Self.bottom(of: [verdict, figure, finding, question]) - bottom)
    }

    /// The bottom edge of the lowest label with a text, in points.
    private var contentBottom: CGFloat {
        Self.bottom(of: [verdict, figure, finding, question, udevLine])
    }

    /// Returns the bottom edge of the lowest of `labels` with a text, in points.
    private static func bottom(of labels: [UILabel]) -> CGFloat {
        labels.filter { $0.text?.isEmpty == false }.map(\.frame.maxY).max() ?? 0
    }

    /// Removes a height in points from the finding, of which at least one line remains, and moves
    /// the question up. Does nothing if `height` is not positive.
    private func shortenFinding(by height: CGFloat) {
        let removed = min(height, finding.frame.height - finding.font.lineHeight)
        guard removed > 0 else { return }
        finding.frame.size.height -= removed
        question.frame.origin.y -= removed
    }

    /// Sets the frames of all views for an icon size and a font size, both in points.
    private func layOut(iconSize: CGFloat, fontSize: CGFloat) {
        let verdictWidth = contentArea.width - iconSize * 1.25
        var verdictFontSize = iconSize * 0.75
        repeat {
            verdict.font = .boldSystemFont(ofSize: verdictFontSize)
            verdictFontSize *= 0.9
        } while verdict.sizeThatFits(.zero).width > verdictWidth && verdictFontSize > 12
        figure.font = .boldSystemFont(ofSize: fontSize * 1.1)
        finding.font = .systemFont(ofSize: fontSize)
        question.font = .boldSystemFont(ofSize: fontSize)
        udevLine.font = .systemFont(ofSize: max(min(fontSize * 0.65, 14), 10))
        icon.frame = CGRect(
            x: contentArea.minX, y: contentArea.minY, width: iconSize, height: iconSize)
        verdict.frame = CGRect(
            x: icon.frame.maxX + iconSize * 0.25, y: contentArea.minY,
            width: contentArea.maxX - icon.frame.maxX - iconSize * 0.25, height: iconSize)
        var top = icon.frame.maxY + fontSize * 0.3
        for label in [figure, finding, question, udevLine] {
            let height = label.sizeThatFits(CGSize(width: contentArea.width, height: 0)).height
            label.frame = CGRect(
                x: contentArea.minX, y: top, width: contentArea.width,
                height: label.text?.isEmpty == false ? height : 0)
            if label.frame.height > 0 { top += height + fontSize * 0.3 }
        }
    }
}
