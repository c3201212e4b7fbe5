import LabFieldTest
import TouchKit

/// What the field test is, and of which panel; a touch begins it.
final class WelcomePage: FieldTestPage {
    private let title = UILabel(frame: .zero)
    private let words = UILabel(frame: .zero)
    private let panel = UILabel(frame: .zero)
    private let call = UILabel(frame: .zero)

    /// Makes the page.
    init(_ test: FieldTest, _ context: FieldTestContext) {
        super.init(test.layout)
        title.text = "Field test"
        words.text =
            "\(GuidedTest.allCases.count) short tests say whether this touch panel is good."
        if let name = context.panelName {
            panel.text = "\(name): \(Self.words(test.stage))"
            call.text = "Touch the screen to begin"
        } else {
            panel.text = "No touch panel is plugged in"
            call.text = "Plug one in to begin"
        }
        for label in [title, words, panel, call] {
            label.textAlignment = .center
            label.textColor = FieldTestColors.ink
            label.numberOfLines = 0
            label.lineBreakMode = .byWordWrapping
            addSubview(label)
        }
        call.textColor = FieldTestColors.target
    }

    private static func words(_ stage: FieldTestStage) -> String {
        let fingers = stage.slotCount == 1 ? "1 finger" : "\(stage.slotCount) fingers"
        guard stage.isMeasured else { return "\(fingers), size not known" }
        let width = Int(stage.millimeters.width.rounded())
        let height = Int(stage.millimeters.height.rounded())
        return "\(fingers), \(width) × \(height) mm"
    }

    /// One below the other, in the middle.
    override func layoutSubviews() {
        let size = min(min(room.width, room.height) / 8, 60)
        title.font = .boldSystemFont(ofSize: size)
        words.font = .systemFont(ofSize: max(size * 0.45, 20))
        panel.font = .systemFont(ofSize: max(size * 0.4, 18))
        call.font = .boldSystemFont(ofSize: max(size * 0.55, 20))
        let labels = [title, words, panel, call]
        let heights = labels.map {
            $0.sizeThatFits(CGSize(width: room.width, height: 0)).height
        }
        let gap = max((room.height - heights.reduce(0, +)) / 5, 2)
        var top = room.minY + gap
        for (label, height) in zip(labels, heights) {
            label.frame = CGRect(x: room.minX, y: top, width: room.width, height: height)
            top += height + gap
        }
    }
}
