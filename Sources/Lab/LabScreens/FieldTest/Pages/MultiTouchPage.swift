import LabFieldTest
import TouchKit

/// The page of the multi-touch test: first the number of contacts and rings around them, then the
/// distance between two contacts.
final class MultiTouchPage: FieldTestPage {
    private var rings: ContactRings
    private let countLabel = UILabel(frame: .zero)
    private let holdProgressBar = ProgressBar(frame: .zero)
    private var step: MultiTouchRun.Step?
    private var contactCount = -1
    /// The displayed distance between two contacts in tenths of a millimeter, or `nil` if no
    /// distance is displayed.
    private var distanceTenths: Int?

    /// Creates a page without contacts.
    override init(_ layout: FieldTestLayout) {
        let slotCount = layout.stage.slotCount
        let radius = min(
            8 * layout.stage.pointsPerMillimeter, layout.stage.bounds.width * 0.09,
            layout.stage.bounds.height * 0.11)
        rings = ContactRings(radius: radius, slotCount: slotCount)
        super.init(layout)
        instruction = GuidedTest.multiTouch.instruction
        countLabel.textAlignment = .center
        countLabel.textColor = FieldTestColors.foreground
        countLabel.font = .boldSystemFont(ofSize: countFrame.height * 0.8)
        countLabel.frame = countFrame
        addSubview(countLabel)
        let barHeight: CGFloat = 14
        holdProgressBar.frame = CGRect(
            x: countFrame.minX, y: countFrame.maxY, width: countFrame.width, height: barHeight)
        holdProgressBar.isHidden = true
        addSubview(holdProgressBar)
    }

    override var obstacles: [CGRect] { [countFrame.union(holdProgressBar.frame)] }
    override var longestStatus: String { "fingers; 300.0 mm apart" }
    override var refreshInterval: Double? {
        if case .holding = step { return 0.1 }
        return nil
    }

    /// The frame of the label with the number of contacts: the upper right corner, where fingers
    /// rarely rest.
    private var countFrame: CGRect {
        let bounds = layout.stage.bounds
        let isWide = bounds.width > bounds.height
        let height = min(bounds.width, bounds.height) * (isWide ? 0.3 : 0.22)
        let width = height * (isWide ? 1.3 : 1.15)
        return CGRect(
            x: (bounds.width - width - 12).rounded(), y: 12, width: width.rounded(),
            height: height.rounded())
    }

    override func update(from test: FieldTest) {
        guard let run = test.multiTouch else { return }
        rings.update(run.fingers, test.mapping, in: self)
        if run.step != step {
            step = run.step
            instruction = Self.instruction(for: run.step)
            if case .holding = run.step {
                holdProgressBar.isHidden = false
            } else {
                holdProgressBar.isHidden = true
            }
        }
        if case .holding = run.step { holdProgressBar.progress = test.progress * 2 }
        let newTenths = run.distance.map { Int(($0 * 10).rounded()) }
        if run.fingers.count != contactCount || newTenths != distanceTenths {
            contactCount = run.fingers.count
            distanceTenths = newTenths
            countLabel.text = "\(contactCount)"
            let noun = contactCount == 1 ? "finger" : "fingers"
            status = newTenths.map { "\(noun), \($0 / 10).\($0 % 10) mm apart" } ?? noun
        }
    }

    private static func instruction(for step: MultiTouchRun.Step) -> String {
        switch step {
        case .gathering: GuidedTest.multiTouch.instruction
        case .holding: "Hold them still until the bar is full"
        case .lifting: "Lift all fingers"
        case .nearing: "Put down two fingers, apart, and bring them together"
        }
    }

    override func draw(_ rect: CGRect) {
        rings.draw(rect)
    }
}
