import TouchKit

extension UIBezierPath {
    /// Returns a path with round line caps and joins.
    ///
    /// - Parameters:
    ///   - width: The line width, in points.
    ///   - addLines: A closure that adds the lines to the empty path.
    @MainActor
    static func withRoundLines(
        width: CGFloat = 1, _ addLines: (UIBezierPath) -> Void = { _ in }
    ) -> UIBezierPath {
        let path = UIBezierPath()
        path.lineWidth = width
        path.lineCapStyle = .round
        path.lineJoinStyle = .round
        addLines(path)
        return path
    }

    /// Adds a subpath of straight lines through `points`.
    func addLines(through points: (x: CGFloat, y: CGFloat)...) {
        for (index, (x, y)) in points.enumerated() {
            let point = CGPoint(x: x, y: y)
            if index == 0 { move(to: point) } else { addLine(to: point) }
        }
    }

    /// Adds a cubic Bézier curve from the current point to `end`, with two control points.
    func addCurve(
        to end: (x: CGFloat, y: CGFloat), controls first: (x: CGFloat, y: CGFloat),
        _ second: (x: CGFloat, y: CGFloat)
    ) {
        addCurve(
            to: CGPoint(x: end.x, y: end.y), controlPoint1: CGPoint(x: first.x, y: first.y),
            controlPoint2: CGPoint(x: second.x, y: second.y))
    }
}
