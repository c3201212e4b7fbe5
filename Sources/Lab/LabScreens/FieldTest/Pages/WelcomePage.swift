import LabFieldTest
import TouchKit

/// The first page of the field test, which describes the test and the touchscreen. A touch begins
/// the test.
final class WelcomePage: FieldTestPage {
    private let title = UILabel(frame: .zero)
    private let explanation = UILabel(frame: .zero)
    private let touchscreen = UILabel(frame: .zero)
    /// The request to touch the screen, or to connect a touchscreen.
    private let callToAction = UILabel(frame: .zero)

    /// Creates the page for the touchscreen under test.
    init(_ test: FieldTest, _ context: FieldTestContext) {
        super.init(test.layout)
        title.text = "Field test"
        explanation.text =
            "\(GuidedTest.allCases.count) short tests say whether this touch panel is good."
        if let name = context.touchscreenName {
            touchscreen.text = "\(name): \(Self.properties(of: test.stage))"
            callToAction.text = "Touch the screen to begin"
        } else {
            touchscreen.text = "No touch panel is plugged in"
            callToAction.text = "Plug one in to begin"
        }
        for label in [title, explanation, touchscreen, callToAction] {
            label.textAlignment = .center
            label.textColor = FieldTestColors.foreground
            label.numberOfLines = 0
            label.lineBreakMode = .byWordWrapping
            addSubview(label)
        }
        callToAction.textColor = FieldTestColors.target
    }

    /// Returns the largest number of contacts and the size of the touchscreen as text, for example
    /// `10 fingers, 154 × 86 mm`.
    private static func properties(of stage: FieldTestStage) -> String {
        let fingers = stage.slotCount == 1 ? "1 finger" : "\(stage.slotCount) fingers"
        guard stage.isMeasured else { return "\(fingers), size not known" }
        let width = Int(stage.millimeters.width.rounded())
        let height = Int(stage.millimeters.height.rounded())
        return "\(fingers), \(width) × \(height) mm"
    }

    /// Stacks the labels vertically with equal gaps.
    override func layoutSubviews() {
        let titleSize = min(min(contentArea.width, contentArea.height) / 8, 60)
        title.font = .boldSystemFont(ofSize: titleSize)
        explanation.font = .systemFont(ofSize: max(titleSize * 0.45, 20))
        touchscreen.font = .systemFont(ofSize: max(titleSize * 0.4, 18))
        callToAction.font = .boldSystemFont(ofSize: max(titleSize * 0.55, 20))
        let labels = [title, explanation, touchscreen, callToAction]
        let heights = labels.map {
            $0.sizeThatFits(CGSize(width: contentArea.width, height: 0)).height
        }
        let gap = max((contentArea.height - heights.reduce(0, +)) / 5, 2)
        var top = contentArea.minY + gap
        for (label, height) in zip(labels, heights) {
            label.frame = CGRect(
                x: contentArea.minX, y: top, width: contentArea.width, height: height)
            top += height + gap
        }
    }
}
