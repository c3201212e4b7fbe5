import LabFieldTest
import TouchKit

/// Nine crosses: the one that is to be tapped large, of those that were tapped where they are and where the
/// panel saw the tap.
final class AccuracyPage: FieldTestPage {
    private var target: Int?
    private var places: [CGPoint?] = []
    private let arm: CGFloat

    /// Makes a page with the first cross.
    override init(_ layout: FieldTestLayout) {
        let least = min(layout.stage.bounds.width, layout.stage.bounds.height)
        arm = min(least * 0.085, 40)
        super.init(layout)
        instruction = GuidedTest.accuracy.instruction
        target = 0
        status = words(0)
    }

    override var longestStatus: String { words(layout.crosses.count - 1) }
    override var obstacles: [CGRect] { layout.crosses.map { Self.square($0, arm) } }

    private func words(_ target: Int) -> String {
        "Cross \(target + 1) of \(layout.crosses.count)"
    }

    override func show(_ test: FieldTest) {
        guard let run = test.accuracy, run.target != target || run.taps.count != places.count
        else { return }
        let mapping = test.mapping
        places = run.taps.map { $0.map { mapping.point($0) } }
        target = run.target
        if let target { status = words(target) }
        setNeedsDisplay()
    }

    override func draw(_ rect: CGRect) {
        for (cross, place) in zip(layout.crosses, places) {
            FieldTestColors.quiet.setStroke()
            stroke(cross, arm: 8, width: 2)
            guard let place else { continue }
            let line = UIBezierPath()
            line.move(to: cross)
            line.addLine(to: place)
            line.lineWidth = 2
            FieldTestColors.fail.set()
            line.stroke()
            UIBezierPath(ovalIn: Self.square(place, 5)).fill()
        }
        guard let target else { return }
        let cross = layout.crosses[target]
        FieldTestColors.target.setStroke()
        let ring = UIBezierPath(ovalIn: Self.square(cross, arm * 0.6))
        ring.lineWidth = 4
        ring.stroke()
        FieldTestColors.ink.setStroke()
        stroke(cross, arm: arm, width: 3)
    }

    private func stroke(_ cross: CGPoint, arm: CGFloat, width: CGFloat) {
        let path = UIBezierPath()
        path.lineWidth = width
        path.move(to: CGPoint(x: cross.x - arm, y: cross.y))
        path.addLine(to: CGPoint(x: cross.x + arm, y: cross.y))
        path.move(to: CGPoint(x: cross.x, y: cross.y - arm))
        path.addLine(to: CGPoint(x: cross.x, y: cross.y + arm))
        path.stroke()
    }
}
