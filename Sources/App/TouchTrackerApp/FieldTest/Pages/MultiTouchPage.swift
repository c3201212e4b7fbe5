import LabFieldTest
import TouchKit

/// How many fingers the panel sees, and where; then how far apart two are.
final class MultiTouchPage: FieldTestPage {
    private var rings: FingerRings
    private let number = UILabel(frame: .zero)
    private let hold = ProgressBar(frame: .zero)
    private var step: MultiTouchRun.Step?
    private var count = -1
    private var tenths: Int?

    /// Makes a page that sees no finger.
    override init(_ layout: FieldTestLayout) {
        let slots = layout.stage.slotCount
        let radius = min(
            8 * layout.stage.pointsPerMillimeter, layout.stage.bounds.width * 0.09,
            layout.stage.bounds.height * 0.11)
        rings = FingerRings(radius: radius, slots: slots)
        super.init(layout)
        instruction = GuidedTest.multiTouch.instruction
        number.textAlignment = .center
        number.textColor = FieldTestColors.ink
        number.font = .boldSystemFont(ofSize: numberFrame.height * 0.8)
        number.frame = numberFrame
        addSubview(number)
        let barHeight: CGFloat = 14
        hold.frame = CGRect(
            x: numberFrame.minX, y: numberFrame.maxY, width: numberFrame.width, height: barHeight)
        hold.isHidden = true
        addSubview(hold)
    }

    override var obstacles: [CGRect] { [numberFrame.union(hold.frame)] }
    override var longestStatus: String { "fingers; 300.0 mm apart" }
    override var refreshInterval: Double? {
        if case .holding = step { return 0.1 }
        return nil
    }

    /// In the upper corner, where the fewest fingers are.
    private var numberFrame: CGRect {
        let bounds = layout.stage.bounds
        let isWide = bounds.width > bounds.height
        let height = min(bounds.width, bounds.height) * (isWide ? 0.3 : 0.22)
        let width = height * (isWide ? 1.3 : 1.15)
        return CGRect(
            x: (bounds.width - width - 12).rounded(), y: 12, width: width.rounded(),
            height: height.rounded())
    }

    override func show(_ test: FieldTest) {
        guard let run = test.multiTouch else { return }
        rings.show(run.fingers, test.mapping, in: self)
        if run.step != step {
            step = run.step
            instruction = Self.words(run.step)
            if case .holding = run.step { hold.isHidden = false } else { hold.isHidden = true }
        }
        if case .holding = run.step { hold.part = test.progress * 2 }
        let newTenths = run.distance.map { Int(($0 * 10).rounded()) }
        if run.fingers.count != count || newTenths != tenths {
            count = run.fingers.count
            tenths = newTenths
            number.text = "\(count)"
            let fingers = count == 1 ? "finger" : "fingers"
            status = newTenths.map { "\(fingers), \($0 / 10).\($0 % 10) mm apart" } ?? fingers
        }
    }

    private static func words(_ step: MultiTouchRun.Step) -> String {
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
