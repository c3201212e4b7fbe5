import LabFieldTest
import TouchKit

/// The page of the accuracy test: a large cross at the next position to tap, and a small cross at
/// each tapped position, with a line to the position that the touchscreen reported.
final class AccuracyPage: FieldTestPage {
    /// The index of the next cross to tap in the layout's `crosses`, or `nil` at the end of the
    /// test.
    private var target: Int?
    /// The reported positions of the taps in points, in the order of the layout's `crosses`; `nil`
    /// for a cross without a tap.
    private var tapPositions: [CGPoint?] = []
    /// The length of an arm of the large cross, in points.
    private let armLength: CGFloat

    /// Creates a page that asks for a tap on the first cross.
    override init(_ layout: FieldTestLayout) {
        let shorterSide = min(layout.stage.bounds.width, layout.stage.bounds.height)
        armLength = min(shorterSide * 0.085, 40)
        super.init(layout)
        instruction = GuidedTest.accuracy.instruction
        target = 0
        status = statusText(0)
    }

    override var longestStatus: String { statusText(layout.crosses.count - 1) }
    override var obstacles: [CGRect] {
        layout.crosses.map { Self.square(around: $0, radius: armLength) }
    }

    private func statusText(_ target: Int) -> String {
        "Cross \(target + 1) of \(layout.crosses.count)"
    }

    override func update(from test: FieldTest) {
        guard let run = test.accuracy, run.target != target || run.taps.count != tapPositions.count
        else { return }
        let mapping = test.mapping
        tapPositions = run.taps.map { $0.map { mapping.point($0) } }
        target = run.target
        if let target { status = statusText(target) }
        setNeedsDisplay()
    }

    override func draw(_ rect: CGRect) {
        for (cross, tapPosition) in zip(layout.crosses, tapPositions) {
            FieldTestColors.secondary.setStroke()
            strokeCross(at: cross, armLength: 8, lineWidth: 2)
            guard let tapPosition else { continue }
            let line = UIBezierPath()
            line.move(to: cross)
            line.addLine(to: tapPosition)
            line.lineWidth = 2
            FieldTestColors.fail.set()
            line.stroke()
            UIBezierPath(ovalIn: Self.square(around: tapPosition, radius: 5)).fill()
        }
        guard let target else { return }
        let cross = layout.crosses[target]
        FieldTestColors.target.setStroke()
        let ring = UIBezierPath(ovalIn: Self.square(around: cross, radius: armLength * 0.6))
        ring.lineWidth = 4
        ring.stroke()
        FieldTestColors.foreground.setStroke()
        strokeCross(at: cross, armLength: armLength, lineWidth: 3)
    }

    /// Strokes a cross around `center` in the current stroke color.
    private func strokeCross(at center: CGPoint, armLength: CGFloat, lineWidth: CGFloat) {
        let path = UIBezierPath()
        path.lineWidth = lineWidth
        path.move(to: CGPoint(x: center.x - armLength, y: center.y))
        path.addLine(to: CGPoint(x: center.x + armLength, y: center.y))
        path.move(to: CGPoint(x: center.x, y: center.y - armLength))
        path.addLine(to: CGPoint(x: center.x, y: center.y + armLength))
        path.stroke()
    }
}
