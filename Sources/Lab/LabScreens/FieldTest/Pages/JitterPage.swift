import LabFieldTest
import TouchKit

/// The page of the jitter test: a spot surrounded by a progress ring that fills while a finger
/// rests. The ring is larger than a fingertip, so that it stays visible.
final class JitterPage: FieldTestPage {
    /// The index of the current spot in the layout's `restSpots`, or `nil` at the end of the test.
    private var target: Int?
    /// Whether a measurement succeeded on each finished spot, in the order of the layout's
    /// `restSpots`.
    private var isMeasured: [Bool] = []
    /// The progress of the measurement on the current spot, 0…1.
    private var progress = 0.0
    private var isResting = false

    /// Creates a page that shows the first spot.
    override init(_ layout: FieldTestLayout) {
        super.init(layout)
        instruction = GuidedTest.jitter.instruction
        target = 0
        status = statusText(0)
    }

    override var longestStatus: String { statusText(layout.restSpots.count - 1) }
    override var obstacles: [CGRect] {
        layout.restSpots.map { Self.square(around: $0, radius: radius) }
    }
    override var refreshInterval: Double? { isResting ? 0.1 : nil }

    /// The outer radius of the progress ring, in points.
    private var radius: CGFloat { points(millimeters: 8.5, maximumShare: 0.12) }

    private func statusText(_ target: Int) -> String {
        "Spot \(target + 1) of \(layout.restSpots.count)"
    }

    override func update(from test: FieldTest) {
        guard let run = test.jitter else { return }
        isResting = run.restBegan != nil
        if run.target != target {
            isMeasured = run.rests.map { !$0.isEmpty }
            target = run.target
            progress = run.restProgress
            if let target { status = statusText(target) }
            setNeedsDisplay()
        } else if let target, (run.restProgress * 60).rounded() != (progress * 60).rounded() {
            progress = run.restProgress
            setNeedsDisplay(Self.square(around: layout.restSpots[target], radius: radius))
        }
    }

    override func draw(_ rect: CGRect) {
        for (spot, wasMeasured) in zip(layout.restSpots, isMeasured) {
            VerdictIcon.draw(
                wasMeasured ? .pass : .skipped, in: Self.square(around: spot, radius: radius * 0.4))
        }
        guard let target else { return }
        let spot = layout.restSpots[target]
        let ringWidth = radius * 0.3
        let ring = UIBezierPath(
            ovalIn: Self.square(around: spot, radius: radius - ringWidth / 2 - 1))
        ring.lineWidth = ringWidth
        FieldTestColors.unfilled.setStroke()
        ring.stroke()
        if progress > 0 {
            let arc = UIBezierPath(
                arcCenter: spot, radius: radius - ringWidth / 2 - 1, startAngle: -.pi / 2,
                endAngle: -.pi / 2 + 2 * .pi * min(progress, 0.9999), clockwise: true)
            arc.lineWidth = ringWidth
            FieldTestColors.target.setStroke()
            arc.stroke()
        }
        FieldTestColors.foreground.setFill()
        UIBezierPath(ovalIn: Self.square(around: spot, radius: radius * 0.15)).fill()
    }
}
