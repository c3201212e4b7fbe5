import TouchKitRaster

extension CGContext {
    // MARK: Constructing the current path

    /// The point at which the current path ends; zero for an empty path.
    public var currentPointOfPath: CGPoint { path?.currentPoint ?? .zero }

    /// Whether the current path has no elements.
    public var isPathEmpty: Bool { current?.currentPath.isEmpty ?? true }

    /// A copy of the current path in user coordinates, or `nil` if the path has no elements.
    public var path: CGPath? {
        var copy: CGPath?
        edit { if !$0.isEmpty { copy = CGPath($0) } }
        return copy
    }

    /// Creates a new empty path as the current path.
    public func beginPath() {
        edit { $0.removeAll() }
    }

    /// Closes the current path's subpath.
    public func closePath() {
        edit { $0.close() }
    }

    /// Begins a new subpath at the specified point.
    public func move(to point: CGPoint) {
        edit { $0.move(to: point) }
    }

    /// Appends a straight line from the current point to the specified point; does nothing if the
    /// path is empty.
    public func addLine(to point: CGPoint) {
        edit { $0.addLine(to: point) }
    }

    /// Appends straight lines between points, beginning with a new subpath at the first point.
    public func addLines(between points: [CGPoint]) {
        edit { $0.addLines(between: points) }
    }

    /// Appends a quadratic Bézier curve; does nothing if the path is empty.
    public func addQuadCurve(to end: CGPoint, control: CGPoint) {
        edit { $0.addQuadCurve(to: end, control: control) }
    }

    /// Appends a cubic Bézier curve; does nothing if the path is empty.
    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        edit { $0.addCurve(to: end, control1: control1, control2: control2) }
    }

    /// Appends an arc of a circle, connected to the current point by a straight line.
    ///
    /// - Parameters:
    ///   - center: The center of the circle, in points.
    ///   - radius: The radius of the circle, in points.
    ///   - startAngle: The angle at which the arc starts, in radians from the positive x-axis.
    ///   - endAngle: The angle at which the arc ends, in radians.
    ///   - clockwise: Whether the arc runs clockwise where the y-axis points up. In a view, where
    ///     the y-axis points down, `true` is counterclockwise on the screen.
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {
        edit {
            $0.addArc(
                center: center, radius: radius, from: startAngle, to: endAngle,
                isClockwise: !clockwise)
        }
    }

    /// Appends an arc of a circle that touches the line from the current point to `tangent1End`
    /// and the line from there to `tangent2End`; does nothing if the path is empty.
    ///
    /// - Parameters:
    ///   - tangent1End: The corner that the arc rounds, in points.
    ///   - tangent2End: A point on the line that the arc ends at, in points.
    ///   - radius: The radius of the circle, in points.
    public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
        edit { $0.addArc(touching: tangent1End, tangent2End, radius: radius) }
    }

    /// Appends a rectangle as a closed subpath.
    public func addRect(_ rect: CGRect) {
        edit { $0.addRect(rect) }
    }

    /// Appends rectangles, each as a closed subpath.
    public func addRects(_ rects: [CGRect]) {
        for rect in rects { addRect(rect) }
    }

    /// Appends the ellipse that fits inside a rectangle as a closed subpath.
    public func addEllipse(in rect: CGRect) {
        edit { $0.addEllipse(in: rect) }
    }

    /// Appends the elements of a path.
    public func addPath(_ path: CGPath) {
        edit { $0.append(path.path) }
    }

    private func edit(_ body: (inout Path) -> Void) {
        current?.editPath(body)
    }

    // MARK: Painting and clipping

    /// Paints a line along the current path, and removes the path.
    public func strokePath() {
        drawPath(using: .stroke)
    }

    /// Paints the area inside the current path, and removes the path; open subpaths are closed
    /// implicitly.
    public func fillPath(using rule: CGPathFillRule = .winding) {
        drawPath(using: rule == .winding ? .fill : .eoFill)
    }

    /// Paints the current path with a drawing mode, and removes the path.
    public func drawPath(using mode: CGPathDrawingMode) {
        current?.drawPath(mode)
    }

    /// Paints a line for each pair of points.
    public func strokeLineSegments(between points: [CGPoint]) {
        beginPath()
        for index in stride(from: 0, to: points.count - 1, by: 2) {
            move(to: points[index])
            addLine(to: points[index + 1])
        }
        strokePath()
    }

    /// Clips everything drawn next to the area inside the current path, and removes the path.
    ///
    /// The clip is restored by `restoreGState()`. An empty path changes nothing.
    public func clip(using rule: CGPathFillRule = .winding) {
        current?.clipToPath(rule)
    }

    /// Clips everything drawn next to a rectangle. The clip is restored by `restoreGState()`.
    public func clip(to rect: CGRect) {
        current?.clip(to: rect)
    }
}

extension UIBezierPath {
    /// Clips everything drawn next in the current context to the area inside the path.
    public func addClip() {
        DrawingContext.current?.clip(to: path, fillRule)
    }
}
