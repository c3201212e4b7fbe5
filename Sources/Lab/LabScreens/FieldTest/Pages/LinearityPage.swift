import LabFieldTest
import TouchKit

/// The page of the linearity test: two parallel guide rails, arrows for the direction, and the
/// stroke that the user draws between them.
final class LinearityPage: FieldTestPage {
    /// The index of the current line in the layout's `rails`, or `nil` at the end of the test.
    private var target: Int?
    private var stroke = ChunkedStroke(width: 4)

    /// Creates a page that shows the first line.
    override init(_ layout: FieldTestLayout) {
        super.init(layout)
        instruction = GuidedTest.linearity.instruction
        target = 0
        status = statusText(0)
    }

    override var longestStatus: String { statusText(layout.rails.count - 1) }

    private func statusText(_ target: Int) -> String {
        "Line \(target + 1) of \(layout.rails.count)"
    }

    /// The distance between the line to draw and each guide rail, in points.
    private var railDistance: CGFloat {
        points(millimeters: FieldTestLayout.railMillimeters, maximumShare: 0.2)
    }

    /// The rectangles along the current line. With several small rectangles, the header can be
    /// placed beside a diagonal line.
    override var obstacles: [CGRect] {
        guard let target else { return [] }
        let rail = layout.rails[target]
        let boxCount = 7
        let step = CGVector(
            dx: (rail.to.x - rail.from.x) / CGFloat(boxCount),
            dy: (rail.to.y - rail.from.y) / CGFloat(boxCount))
        return (0..<boxCount).map { index in
            let begin = CGPoint(
                x: rail.from.x + CGFloat(index) * step.dx, y: rail.from.y + CGFloat(index) * step.dy
            )
            let box = CGRect(
                x: min(begin.x, begin.x + step.dx), y: min(begin.y, begin.y + step.dy),
                width: abs(step.dx), height: abs(step.dy))
            return box.insetBy(dx: -railDistance, dy: -railDistance)
        }
    }

    override func update(from test: FieldTest) {
        guard let run = test.linearity else { return }
        if run.target != target {
            target = run.target
            if let target { status = statusText(target) }
            superview?.setNeedsLayout()
            setNeedsDisplay()
        }
        let mapping = test.mapping
        if run.positions.count < stroke.count {
            stroke.removeAll()
            setNeedsDisplay()
        }
        while stroke.count < run.positions.count {
            let point = mapping.point(run.positions[stroke.count])
            if let damage = stroke.append(point) { setNeedsDisplay(damage) }
        }
    }

    override func draw(_ rect: CGRect) {
        if let target { drawRails(layout.rails[target]) }
        FieldTestColors.fail.setStroke()
        stroke.draw(rect)
    }

    private func drawRails(_ rail: (from: CGPoint, to: CGPoint)) {
        let dx = rail.to.x - rail.from.x
        let dy = rail.to.y - rail.from.y
        let length = (dx * dx + dy * dy).squareRoot()
        guard length > 0 else { return }
        let direction = CGVector(dx: dx / length, dy: dy / length)
        func point(_ along: CGFloat, _ across: CGFloat) -> CGPoint {
            CGPoint(
                x: rail.from.x + direction.dx * along - direction.dy * across,
                y: rail.from.y + direction.dy * along + direction.dx * across)
        }
        let lines = UIBezierPath()
        lines.lineWidth = 4
        for side in [-railDistance, railDistance] {
            lines.move(to: point(0, side))
            lines.addLine(to: point(length, side))
        }
        FieldTestColors.foreground.setStroke()
        lines.stroke()
        FieldTestColors.target.setFill()
        UIBezierPath(ovalIn: Self.square(around: rail.from, radius: railDistance * 0.55)).fill()
        // Several arrowheads, because the user's hand may cover some of them.
        let head = railDistance * 0.5
        FieldTestColors.target.setStroke()
        for share in [0.25, 0.5, 0.75, 1] as [CGFloat] {
            let arrow = UIBezierPath()
            arrow.lineWidth = share == 1 ? 6 : 3
            let tip = length * share
            arrow.move(to: point(tip - head, -head))
            arrow.addLine(to: point(tip, 0))
            arrow.addLine(to: point(tip - head, head))
            arrow.stroke()
        }
    }
}

/// A stroke divided into paths of limited length, so that drawing a small rectangle does not
/// process the whole stroke.
@MainActor
private struct ChunkedStroke {
    /// The largest number of line segments in one path of the stroke.
    private static let chunkSize = 64
    private let width: CGFloat
    private var paths: [UIBezierPath] = []
    private var last: CGPoint?
    /// The number of points in the stroke.
    private(set) var count = 0

    init(width: CGFloat) {
        self.width = width
    }

    /// Appends a point to the stroke.
    ///
    /// - Returns: The rectangle that must be repainted, or `nil` for the first point.
    mutating func append(_ point: CGPoint) -> CGRect? {
        defer {
            last = point
            count += 1
        }
        guard let last else { return nil }
        if (count - 1) % Self.chunkSize == 0 {
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

    /// Strokes the paths that intersect `rect` in the current stroke color.
    func draw(_ rect: CGRect) {
        for path in paths where path.bounds.insetBy(dx: -width, dy: -width).intersects(rect) {
            path.stroke()
        }
    }
}
