import LabFieldTest
import TouchKit

/// A circle to go along, a ring that follows the finger, and how often the panel reports it.
final class LatencyPage: FieldTestPage {
    private var rings: FingerRings
    private let rate = UILabel(frame: .zero)
    private let unit = UILabel(frame: .zero)
    /// Made once: a part of it is drawn with each frame of a finger.
    private let circlePath = UIBezierPath()
    private var hertz: Int?
    private var lastSecond = -1.0
    private var isRunning = false

    /// How often the rate is written anew at most, in seconds.
    private static let interval = 0.25

    /// Makes a page that waits for a finger.
    override init(_ layout: FieldTestLayout) {
        rings = FingerRings(
            radius: min(7 * layout.stage.pointsPerMillimeter, 50), slots: layout.stage.slotCount)
        super.init(layout)
        instruction = GuidedTest.latency.instruction
        let circle = circle
        circlePath.append(UIBezierPath(ovalIn: circle))
        circlePath.lineWidth = 4
        let dashes: [CGFloat] = [14, 10]
        circlePath.setLineDash(dashes, count: 2, phase: 0)
        for (label, part) in [(rate, 0.32), (unit, 0.11)] {
            label.textAlignment = .center
            label.textColor = FieldTestColors.ink
            label.font = .boldSystemFont(ofSize: circle.width * part)
            addSubview(label)
        }
        rate.frame = CGRect(
            x: circle.minX, y: circle.midY - circle.height * 0.28, width: circle.width,
            height: circle.height * 0.4)
        unit.frame = CGRect(
            x: circle.minX, y: circle.midY + circle.height * 0.12, width: circle.width,
            height: circle.height * 0.2)
        rate.text = "–"
        unit.text = "reports/s"
    }

    override var obstacles: [CGRect] { [circle.insetBy(dx: -8, dy: -8)] }
    override var refreshInterval: Double? { isRunning ? Self.interval : nil }

    /// In the middle of what is left beside a column or below a few lines.
    private var circle: CGRect {
        let bounds = layout.stage.bounds
        let isWide = bounds.width > bounds.height
        let radius = min(bounds.width, bounds.height) * (isWide ? 0.34 : 0.36)
        return Self.square(
            CGPoint(
                x: bounds.width * (isWide ? 0.64 : 0.5), y: bounds.height * (isWide ? 0.46 : 0.56)),
            radius)
    }

    override func show(_ test: FieldTest) {
        guard let run = test.latency else { return }
        rings.show(test.contacts, test.mapping, in: self)
        isRunning = test.progress > 0
        // Text that changes with each report could not be read.
        let now = CACurrentMediaTime()
        guard now - lastSecond >= Self.interval * 0.9 else { return }
        lastSecond = now
        let newHertz = run.reportRate.map { Int($0.rounded()) }
        if newHertz != hertz {
            hertz = newHertz
            rate.text = newHertz.map { "\($0)" } ?? "–"
        }
    }

    override func draw(_ rect: CGRect) {
        FieldTestColors.quiet.setStroke()
        circlePath.stroke()
        rings.draw(rect)
    }
}
