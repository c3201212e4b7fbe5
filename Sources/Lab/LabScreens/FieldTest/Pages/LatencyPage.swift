import LabFieldTest
import TouchKit

/// The page of the latency test: a dashed circle for the finger to follow, rings around contacts,
/// and the report rate of the touchscreen.
final class LatencyPage: FieldTestPage {
    private var rings: ContactRings
    private let rateLabel = UILabel(frame: .zero)
    private let unitLabel = UILabel(frame: .zero)
    /// The path of the dashed circle, which is created only once, because a part of the circle is
    /// drawn in each frame.
    private let circlePath = UIBezierPath()
    /// The displayed report rate in Hz, or `nil` if the rate is unknown.
    private var reportRate: Int?
    /// The media time of the last update of the report rate, in seconds.
    private var lastRateUpdate = -1.0
    private var isRunning = false

    /// The shortest interval between updates of the report rate, in seconds.
    private static let rateUpdateInterval = 0.25

    /// Creates a page that waits for a touch.
    override init(_ layout: FieldTestLayout) {
        rings = ContactRings(
            radius: min(7 * layout.stage.pointsPerMillimeter, 50), slotCount: layout.stage.slotCount
        )
        super.init(layout)
        instruction = GuidedTest.latency.instruction
        let circle = circle
        circlePath.append(UIBezierPath(ovalIn: circle))
        circlePath.lineWidth = 4
        let dashes: [CGFloat] = [14, 10]
        circlePath.setLineDash(dashes, count: 2, phase: 0)
        for (label, fontShare) in [(rateLabel, 0.32), (unitLabel, 0.11)] {
            label.textAlignment = .center
            label.textColor = FieldTestColors.foreground
            label.font = .boldSystemFont(ofSize: circle.width * fontShare)
            addSubview(label)
        }
        rateLabel.frame = CGRect(
            x: circle.minX, y: circle.midY - circle.height * 0.28, width: circle.width,
            height: circle.height * 0.4)
        unitLabel.frame = CGRect(
            x: circle.minX, y: circle.midY + circle.height * 0.12, width: circle.width,
            height: circle.height * 0.2)
        rateLabel.text = "–"
        unitLabel.text = "reports/s"
    }

    override var obstacles: [CGRect] { [circle.insetBy(dx: -8, dy: -8)] }
    override var refreshInterval: Double? { isRunning ? Self.rateUpdateInterval : nil }

    /// The bounding square of the dashed circle, which leaves space for the header: beside the
    /// circle on a wide screen, and above the circle on a tall screen.
    private var circle: CGRect {
        let bounds = layout.stage.bounds
        let isWide = bounds.width > bounds.height
        let radius = min(bounds.width, bounds.height) * (isWide ? 0.34 : 0.36)
        let center = CGPoint(
            x: bounds.width * (isWide ? 0.64 : 0.5), y: bounds.height * (isWide ? 0.46 : 0.56))
        return Self.square(around: center, radius: radius)
    }

    override func update(from test: FieldTest) {
        guard let run = test.latency else { return }
        rings.update(test.contacts, test.mapping, in: self)
        isRunning = test.progress > 0
        // A label that changes with each report would be illegible.
        let now = CACurrentMediaTime()
        guard now - lastRateUpdate >= Self.rateUpdateInterval * 0.9 else { return }
        lastRateUpdate = now
        let newRate = run.reportRate.map { Int($0.rounded()) }
        if newRate != reportRate {
            reportRate = newRate
            rateLabel.text = newRate.map { "\($0)" } ?? "–"
        }
    }

    override func draw(_ rect: CGRect) {
        FieldTestColors.secondary.setStroke()
        circlePath.stroke()
        rings.draw(rect)
    }
}
