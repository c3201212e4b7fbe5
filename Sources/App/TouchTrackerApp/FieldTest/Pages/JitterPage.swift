import LabFieldTest
import TouchKit

/// One spot that fills while a finger rests; it is larger than what a fingertip covers, so that one sees it fill.
final class JitterPage: FieldTestPage {
    private var target: Int?
    private var done: [Bool] = []
    private var part = 0.0
    private var isResting = false

    /// Makes a page with the first spot.
    override init(_ layout: FieldTestLayout) {
        super.init(layout)
        instruction = GuidedTest.jitter.instruction
        target = 0
        status = words(0)
    }

    override var longestStatus: String { words(layout.restSpots.count - 1) }
    override var obstacles: [CGRect] { layout.restSpots.map { Self.square($0, radius) } }
    override var refreshInterval: Double? { isResting ? 0.1 : nil }

    private var radius: CGFloat { points(millimeters: 8.5, atMost: 0.12) }

    private func words(_ target: Int) -> String {
        "Spot \(target + 1) of \(layout.restSpots.count)"
    }

    override func show(_ test: FieldTest) {
        guard let run = test.jitter else { return }
        isResting = run.restBegan != nil
        if run.target != target {
            done = run.rests.map { !$0.isEmpty }
            target = run.target
            part = run.restPart
            if let target { status = words(target) }
            setNeedsDisplay()
        } else if let target, (run.restPart * 60).rounded() != (part * 60).rounded() {
            part = run.restPart
            setNeedsDisplay(Self.square(layout.restSpots[target], radius))
        }
    }

    override func draw(_ rect: CGRect) {
        for (spot, isDone) in zip(layout.restSpots, done) {
            VerdictMark.draw(isDone ? .pass : .skipped, in: Self.square(spot, radius * 0.4))
        }
        guard let target else { return }
        let spot = layout.restSpots[target]
        let wide = radius * 0.3
        let ring = UIBezierPath(ovalIn: Self.square(spot, radius - wide / 2 - 1))
        ring.lineWidth = wide
        FieldTestColors.line.setStroke()
        ring.stroke()
        if part > 0 {
            let arc = UIBezierPath(
                arcCenter: spot, radius: radius - wide / 2 - 1, startAngle: -.pi / 2,
                endAngle: -.pi / 2 + 2 * .pi * min(part, 0.9999), clockwise: true)
            arc.lineWidth = wide
            FieldTestColors.target.setStroke()
            arc.stroke()
        }
        FieldTestColors.ink.setFill()
        UIBezierPath(ovalIn: Self.square(spot, radius * 0.15)).fill()
    }
}
