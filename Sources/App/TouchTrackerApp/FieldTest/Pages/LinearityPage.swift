import LabFieldTest
import TouchKit

/// Two rails along a diagonal, an arrow that says in which direction, and the stroke between them.
final class LinearityPage: FieldTestPage {
    private var target: Int?
    private var ink = ChunkedStroke(width: 4)

    /// Makes a page with the first line.
    override init(_ layout: FieldTestLayout) {
        super.init(layout)
        instruction = GuidedTest.linearity.instruction
        target = 0
        status = words(0)
    }

    override var longestStatus: String { words(layout.rails.count - 1) }

    private func words(_ target: Int) -> String { "Line \(target + 1) of \(layout.rails.count)" }

    /// How far rails are from the line, in points.
    private var reach: CGFloat {
        points(millimeters: FieldTestLayout.railMillimeters, atMost: 0.2)
    }

    /// Boxes along the line that is drawn now: words may lie beside it.
    override var obstacles: [CGRect] {
        guard let target else { return [] }
        let rail = layout.rails[target]
        let count = 7
        let step = CGVector(
            dx: (rail.to.x - rail.from.x) / CGFloat(count),
            dy: (rail.to.y - rail.from.y) / CGFloat(count))
        return (0..<count).map { index in
            let begin = CGPoint(
                x: rail.from.x + CGFloat(index) * step.dx, y: rail.from.y + CGFloat(index) * step.dy
            )
            let box = CGRect(
                x: min(begin.x, begin.x + step.dx), y: min(begin.y, begin.y + step.dy),
                width: abs(step.dx), height: abs(step.dy))
            return box.insetBy(dx: -reach, dy: -reach)
        }
    }

    override func show(_ test: FieldTest) {
        guard let run = test.linearity else { return }
        if run.target != target {
            target = run.target
            if let target { status = words(target) }
            superview?.setNeedsLayout()
            setNeedsDisplay()
        }
        let mapping = test.mapping
        if run.places.count < ink.count {
            ink.removeAll()
            setNeedsDisplay()
        }
        while ink.count < run.places.count {
            if let piece = ink.add(mapping.point(run.places[ink.count])) { setNeedsDisplay(piece) }
        }
    }

    override func draw(_ rect: CGRect) {
        if let target { drawRails(layout.rails[target]) }
        FieldTestColors.fail.setStroke()
        ink.draw(rect)
    }

    private func drawRails(_ rail: (from: CGPoint, to: CGPoint)) {
        let dx = rail.to.x - rail.from.x
        let dy = rail.to.y - rail.from.y
        let length = (dx * dx + dy * dy).squareRoot()
        guard length > 0 else { return }
        let along = CGVector(dx: dx / length, dy: dy / length)
        func place(_ way: CGFloat, _ side: CGFloat) -> CGPoint {
            CGPoint(
                x: rail.from.x + along.dx * way - along.dy * side,
                y: rail.from.y + along.dy * way + along.dx * side)
        }
        let lines = UIBezierPath()
        lines.lineWidth = 4
        for side in [-reach, reach] {
            lines.move(to: place(0, side))
            lines.addLine(to: place(length, side))
        }
        FieldTestColors.ink.setStroke()
        lines.stroke()
        FieldTestColors.target.setFill()
        UIBezierPath(ovalIn: Self.square(rail.from, reach * 0.55)).fill()
        // Arrows between the rails, so that one sees the way wherever one looks.
        let head = reach * 0.5
        FieldTestColors.target.setStroke()
        for part in [0.25, 0.5, 0.75, 1] as [CGFloat] {
            let arrow = UIBezierPath()
            arrow.lineWidth = part == 1 ? 6 : 3
            let tip = length * part
            arrow.move(to: place(tip - head, -head))
            arrow.addLine(to: place(tip, 0))
            arrow.addLine(to: place(tip - head, head))
            arrow.stroke()
        }
    }
}

/// A line that grows by points; a part of it is drawn without a look at the rest.
@MainActor
private struct ChunkedStroke {
    private static let chunk = 64
    private let width: CGFloat
    private var paths: [UIBezierPath] = []
    private var last: CGPoint?
    /// How many points it has.
    private(set) var count = 0

    init(width: CGFloat) {
        self.width = width
    }

    /// Goes on to a point.
    ///
    /// - Returns: What has to be drawn anew; nil for the first point.
    mutating func add(_ point: CGPoint) -> CGRect? {
        defer {
            last = point
            count += 1
        }
        guard let last else { return nil }
        if (count - 1) % Self.chunk == 0 {
            let path = UIBezierPath()
            path.lineWidth = width
            path.lineCapStyle = .round
            path.lineJoinStyle = .round
            path.move(to: last)
            paths.append(path)
        }
        paths.last?.addLine(to: point)
        return CGRect(
            x: min(last.x, point.x), y: min(last.y, point.y), width: abs(last.x - point.x),
            height: abs(last.y - point.y)
        ).insetBy(dx: -width, dy: -width)
    }

    mutating func removeAll() {
        paths.removeAll()
        last = nil
        count = 0
    }

    func draw(_ rect: CGRect) {
        for path in paths where path.bounds.insetBy(dx: -width, dy: -width).intersects(rect) {
            path.stroke()
        }
    }
}
