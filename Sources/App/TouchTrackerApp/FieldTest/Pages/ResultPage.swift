import LabFieldTest
import TouchKit

/// What a test gave: the verdict large, what was found, and at the accuracy test what would mend it.
final class ResultPage: FieldTestPage {
    private let mark = VerdictMarkView(frame: .zero)
    private let verdict = UILabel(frame: .zero)
    private let figure = UILabel(frame: .zero)
    private let finding = UILabel(frame: .zero)
    private let question = UILabel(frame: .zero)
    private let line = UILabel(frame: .zero)

    /// Makes the page of a test that is over.
    init(_ test: FieldTest, of guided: GuidedTest, _ context: FieldTestContext) {
        super.init(test.layout)
        let outcome = test.outcome(of: guided)
        mark.isOpaque = false
        mark.verdict = outcome?.verdict ?? .skipped
        verdict.text = mark.verdict.word
        if let decisive = outcome?.figure {
            figure.text = "\(decisive.words); limit: \(decisive.limitWords)"
        }
        finding.text = outcome?.finding.capitalizedFirst
        if guided == .accuracy, let proposal = test.proposal {
            question.text = "Apply a calibration that mends this?"
            line.text = proposal.udevLine(device: context.panelName ?? "")
        }
        for label in [verdict, figure, finding, question, line] {
            label.textColor = FieldTestColors.ink
            label.numberOfLines = 0
            label.lineBreakMode = .byWordWrapping
            addSubview(label)
        }
        verdict.numberOfLines = 1
        line.textColor = FieldTestColors.quiet
        line.lineBreakMode = .byCharWrapping
        addSubview(mark)
    }

    /// One below the other; as large as there is room for, the verdict larger than all.
    override func layoutSubviews() {
        let least = min(room.width, room.height)
        let bottom = layout.nextButton.minY - 8
        var size = min(max(least * 0.22, 40), 96)
        var text = min(max(least * 0.07, 20), 30)
        place(size, text)
        // The verdict stays large as long as the words can be read.
        while lowest > bottom, text > 16 {
            text -= 1
            place(size, text)
        }
        while lowest > bottom, size > 36 {
            size *= 0.9
            place(size, text)
        }
        while lowest > bottom, text > 10 {
            text -= 1
            place(size, text)
        }
    }

    private var lowest: CGFloat {
        [verdict, figure, finding, question, line].filter { $0.text?.isEmpty == false }
            .map(\.frame.maxY).max() ?? 0
    }

    private func place(_ size: CGFloat, _ text: CGFloat) {
        let wordWidth = room.width - size * 1.25
        var letters = size * 0.75
        repeat {
            verdict.font = .boldSystemFont(ofSize: letters)
            letters *= 0.9
        } while verdict.sizeThatFits(.zero).width > wordWidth && letters > 12
        figure.font = .boldSystemFont(ofSize: text * 1.1)
        finding.font = .systemFont(ofSize: text)
        question.font = .boldSystemFont(ofSize: text)
        line.font = .systemFont(ofSize: max(min(text * 0.65, 14), 10))
        mark.frame = CGRect(x: room.minX, y: room.minY, width: size, height: size)
        verdict.frame = CGRect(
            x: mark.frame.maxX + size * 0.25, y: room.minY,
            width: room.maxX - mark.frame.maxX - size * 0.25, height: size)
        var top = mark.frame.maxY + text * 0.3
        for label in [figure, finding, question, line] {
            let height = label.sizeThatFits(CGSize(width: room.width, height: 0)).height
            label.frame = CGRect(
                x: room.minX, y: top, width: room.width,
                height: label.text?.isEmpty == false ? height : 0)
            if label.frame.height > 0 { top += height + text * 0.3 }
        }
    }
}

extension String {
    /// The text with its first letter as a capital.
    fileprivate var capitalizedFirst: String {
        guard let first else { return self }
        return first.uppercased() + dropFirst()
    }
}
