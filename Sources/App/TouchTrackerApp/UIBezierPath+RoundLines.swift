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
}
