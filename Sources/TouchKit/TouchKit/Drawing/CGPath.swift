import TouchKitRaster

/// An immutable graphics path: a mathematical description of shapes or lines to be drawn.
public class CGPath {
    /// The elements and points of the path.
    fileprivate(set) var path: Path

    /// Creates a path with the elements of `path`.
    init(_ path: Path) {
        self.path = path
    }

    /// Creates a path of a rectangle.
    ///
    /// - Parameters:
    ///   - rect: The rectangle.
    ///   - transform: A pointer to a transform that is applied to the rectangle, or `nil`.
    public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        self.init(Path(transform?.pointee ?? .identity) { $0.addRect(rect) })
    }

    /// Creates a path of the ellipse that fits inside a rectangle.
    ///
    /// - Parameters:
    ///   - rect: The rectangle.
    ///   - transform: A pointer to a transform that is applied to the ellipse, or `nil`.
    public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        self.init(Path(transform?.pointee ?? .identity) { $0.addEllipse(in: rect) })
    }

    /// Creates a path of a rectangle with rounded corners. Each corner is a quarter of an ellipse.
    ///
    /// - Parameters:
    ///   - rect: The rectangle.
    ///   - cornerWidth: The horizontal radius of the corners, limited to half the width.
    ///   - cornerHeight: The vertical radius of the corners, limited to half the height.
    ///   - transform: A pointer to a transform that is applied to the rectangle, or `nil`.
    public convenience init(
        roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
        transform: UnsafePointer<CGAffineTransform>?
    ) {
        let radii = CGSize(width: cornerWidth, height: cornerHeight)
        self.init(
            Path(transform?.pointee ?? .identity) { $0.addRoundedRect(rect, .allCorners, radii) })
    }

    /// Whether the path has no elements.
    public var isEmpty: Bool { path.isEmpty }

    /// The current point of the path; zero for an empty path.
    public var currentPoint: CGPoint { path.currentPoint }

    /// The bounding box of all points of the path, control points included; `.null` for an empty
    /// path.
    public var boundingBox: CGRect { path.bounds }

    /// Returns an immutable copy of the path.
    public func copy() -> CGPath? { CGPath(path) }

    /// Returns a mutable copy of the path.
    public func mutableCopy() -> CGMutablePath? { CGMutablePath(path) }

    /// Returns whether the area enclosed by the path contains a point; open subpaths are closed
    /// implicitly.
    ///
    /// - Parameters:
    ///   - point: The point to test.
    ///   - rule: The rule that determines which areas are inside the path.
    ///   - transform: The transform to apply to `point` before the test.
    public func contains(
        _ point: CGPoint, using rule: CGPathFillRule = .winding,
        transform: CGAffineTransform = .identity
    ) -> Bool {
        path.contains(point.applying(transform), rule: rule.fillRule)
    }

    /// Calls a closure with each element of the path, from the first to the last. The pointer is
    /// valid only during the call.
    public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
        withUnsafeTemporaryAllocation(of: CGPoint.self, capacity: CGPathElement.maximumPointCount) {
            memory in
            guard let start = memory.baseAddress else { return }
            memory.initialize(repeating: .zero)
            var remainingPoints = path.points[...]
            for verb in path.verbs {
                for (index, point) in remainingPoints.prefix(verb.pointCount).enumerated() {
                    memory[index] = point
                }
                remainingPoints = remainingPoints.dropFirst(verb.pointCount)
                withUnsafePointer(to: CGPathElement(type: verb.elementType, points: start), block)
            }
        }
    }
}

/// A graphics path to which elements can be appended.
///
/// The transform of each method is applied to the points that the method appends.
public final class CGMutablePath: CGPath {
    /// Creates an empty path.
    public init() {
        super.init(Path())
    }

    /// Creates a mutable path with the elements of `path`.
    override init(_ path: Path) {
        super.init(path)
    }
}

extension CGMutablePath {
    /// Begins a new subpath at the specified point.
    public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
        path.move(to: point.applying(transform))
    }

    /// Appends a straight line from the current point to the specified point; does nothing if the
    /// path is empty.
    public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
        path.addLine(to: point.applying(transform))
    }

    /// Appends straight lines between points, beginning with a new subpath at the first point.
    public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
        path.addLines(between: points.map { $0.applying(transform) })
    }

    /// Appends a quadratic Bézier curve; does nothing if the path is empty.
    public func addQuadCurve(
        to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity
    ) {
        path.addQuadCurve(to: end.applying(transform), control: control.applying(transform))
    }

    /// Appends a cubic Bézier curve; does nothing if the path is empty.
    public func addCurve(
        to end: CGPoint, control1: CGPoint, control2: CGPoint,
        transform: CGAffineTransform = .identity
    ) {
        path.addCurve(
            to: end.applying(transform), control1: control1.applying(transform),
            control2: control2.applying(transform))
    }

    /// Appends an arc of a circle, connected to the current point by a straight line.
    ///
    /// - Parameters:
    ///   - center: The center of the circle.
    ///   - radius: The radius of the circle.
    ///   - startAngle: The angle at which the arc starts, in radians from the positive x-axis.
    ///   - endAngle: The angle at which the arc ends, in radians.
    ///   - clockwise: Whether the arc runs clockwise where the y-axis points up. In a view, where
    ///     the y-axis points down, `true` is counterclockwise on the screen.
    ///   - transform: The transform to apply to the arc.
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
        transform: CGAffineTransform = .identity
    ) {
        path.append(
            continuing: Path(transform) {
                $0.addArc(
                    center: center, radius: radius, from: startAngle, to: endAngle,
                    isClockwise: !clockwise)
            })
    }

    /// Appends an arc of a circle, given by its start and the angle that it covers.
    ///
    /// - Parameters:
    ///   - center: The center of the circle.
    ///   - radius: The radius of the circle.
    ///   - startAngle: The angle at which the arc starts, in radians from the positive x-axis.
    ///   - delta: The angle of the arc, in radians; positive is clockwise on the screen.
    ///   - transform: The transform to apply to the arc.
    public func addRelativeArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat,
        transform: CGAffineTransform = .identity
    ) {
        addArc(
            center: center, radius: radius, startAngle: startAngle, endAngle: startAngle + delta,
            clockwise: delta < 0, transform: transform)
    }

    /// Appends an arc of a circle that touches the line from the current point to `tangent1End`
    /// and the line from there to `tangent2End`; does nothing if the path is empty.
    ///
    /// - Parameters:
    ///   - tangent1End: The corner that the arc rounds.
    ///   - tangent2End: A point on the line that the arc ends at.
    ///   - radius: The radius of the circle.
    ///   - transform: The transform to apply to the arc.
    public func addArc(
        tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat,
        transform: CGAffineTransform = .identity
    ) {
        if isEmpty { return }
        path.append(
            continuing: Path(transform) {
                $0.move(to: currentPoint.applying(transform.inverted()))
                $0.addArc(touching: tangent1End, tangent2End, radius: radius)
            })
    }

    /// Appends a rectangle as a closed subpath.
    public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
        path.append(Path(transform) { $0.addRect(rect) })
    }

    /// Appends rectangles, each as a closed subpath.
    public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
        for rect in rects { addRect(rect, transform: transform) }
    }

    /// Appends the ellipse that fits inside a rectangle as a closed subpath.
    public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
        path.append(Path(transform) { $0.addEllipse(in: rect) })
    }

    /// Appends a rectangle with rounded corners as a closed subpath.
    ///
    /// - Parameters:
    ///   - rect: The rectangle.
    ///   - cornerWidth: The horizontal radius of the corners, limited to half the width.
    ///   - cornerHeight: The vertical radius of the corners, limited to half the height.
    ///   - transform: The transform to apply to the rectangle.
    public func addRoundedRect(
        in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
        transform: CGAffineTransform = .identity
    ) {
        let radii = CGSize(width: cornerWidth, height: cornerHeight)
        path.append(Path(transform) { $0.addRoundedRect(rect, .allCorners, radii) })
    }

    /// Appends the elements of another path.
    public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
        self.path.append(Path(transform) { $0.append(path.path) })
    }

    /// Closes the current subpath.
    public func closeSubpath() {
        path.close()
    }
}

extension UIBezierPath {
    /// Creates and returns a new Bézier path object with the elements of a Core Graphics path.
    public convenience init(cgPath: CGPath) {
        self.init()
        path = cgPath.path
    }

    /// The Core Graphics representation of the path: a copy of its current elements.
    public var cgPath: CGPath {
        get { CGPath(path) }
        set { path = newValue.path }
    }
}
