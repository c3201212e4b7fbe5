import LabFieldTest
import TouchKit

/// The page of the edge swipe test: an arrow that points inward at the edge from which the user has
/// to swipe next.
final class EdgeSwipePage: FieldTestPage {
    /// The edge from which the user has to swipe next, or `nil` at the end of the test.
    private var target: ScreenEdge?

    /// Creates a page with the arrow at the first edge.
    override init(_ layout: FieldTestLayout) {
        super.init(layout)
        instruction = GuidedTest.edgeSwipe.instruction
        target = ScreenEdge.allCases.first
        status = statusText(target)
    }

    override var longestStatus: String { statusText(.bottom) }
    override var obstacles: [CGRect] { ScreenEdge.allCases.map { frame(of: $0) } }

    private func statusText(_ edge: ScreenEdge?) -> String {
        guard let edge, let index = ScreenEdge.allCases.firstIndex(of: edge) else { return status }
        let name = ReportText.capitalized(edge.rawValue)
        return "\(name) edge, \(index + 1) of \(ScreenEdge.allCases.count)"
    }

    override func update(from test: FieldTest) {
        guard let run = test.edgeSwipe, run.target != target else { return }
        for edge in [target, run.target] {
            if let edge { setNeedsDisplay(frame(of: edge)) }
        }
        target = run.target
        status = statusText(target)
    }

    /// The length of the arrow along its direction, in points.
    private var length: CGFloat { points(millimeters: 28, maximumShare: 0.3) }
    /// The width of the arrowhead, in points.
    private var width: CGFloat { points(millimeters: 16, maximumShare: 0.2) }

    /// Returns the frame of the arrow that starts at `edge`.
    private func frame(of edge: ScreenEdge) -> CGRect {
        let bounds = layout.stage.bounds
        return switch edge {
        case .left: CGRect(x: 0, y: bounds.midY - width / 2, width: length, height: width)
        case .right:
            CGRect(
                x: bounds.maxX - length, y: bounds.midY - width / 2, width: length, height: width)
        case .top: CGRect(x: bounds.midX - width / 2, y: 0, width: width, height: length)
        case .bottom:
            CGRect(
                x: bounds.width * 0.7 - width / 2, y: bounds.maxY - length, width: width,
                height: length)
        }
    }

    override func draw(_ rect: CGRect) {
        guard let target else { return }
        let frame = frame(of: target)
        // The path is the arrow of the left edge, rotated around the center of the frame.
        let half = (along: length / 2, across: width / 2)
        let path = UIBezierPath()
        let corners: [(CGFloat, CGFloat)] = [
            (-half.along, -half.across * 0.45), (half.along * 0.2, -half.across * 0.45),
            (half.along * 0.2, -half.across), (half.along, 0), (half.along * 0.2, half.across),
            (half.along * 0.2, half.across * 0.45), (-half.along, half.across * 0.45),
        ]
        for (index, corner) in corners.enumerated() {
            let point = CGPoint(x: corner.0, y: corner.1)
            if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
        }
        path.close()
        let angle: CGFloat =
            switch target {
            case .left: 0
            case .right: .pi
            case .top: .pi / 2
            case .bottom: -.pi / 2
            }
        path.apply(
            CGAffineTransform(rotationAngle: angle).concatenating(
                CGAffineTransform(translationX: frame.midX, y: frame.midY)))
        FieldTestColors.target.setFill()
        path.fill()
    }
}
