import Glibc
import TouchKitRaster

extension Path {
    /// Creates a path with what `body` adds to an empty path, transformed by `transform`.
    init(_ transform: CGAffineTransform, _ body: (inout Path) -> Void) {
        self.init()
        body(&self)
        if transform != .identity { apply(transform) }
    }

    /// Appends straight lines between points, beginning with a new subpath at the first point.
    mutating func addLines(between points: [CGPoint]) {
        guard let first = points.first else { return }
        move(to: first)
        for point in points.dropFirst() { addLine(to: point) }
    }

    /// Appends the outline of a rectangle with rounded corners. The radius is limited to half the
    /// shorter side.
    mutating func addRoundedRect(_ rect: CGRect, cornerRadius: CGFloat) {
        let radius = min(cornerRadius, rect.width / 2, rect.height / 2)
        addRoundedRect(rect, .allCorners, CGSize(width: radius, height: radius))
    }

    /// Appends the outline of a rectangle rounded at the specified corners. The radii are limited
    /// to half the sides.
    mutating func addRoundedRect(_ rect: CGRect, _ corners: UIRectCorner, _ cornerRadii: CGSize) {
        let rect = rect.standardized
        let width = max(0, min(cornerRadii.width, rect.width / 2))
        let height = max(0, min(cornerRadii.height, rect.height / 2))
        guard width > 0, height > 0 else {
            addRect(rect)
            return
        }
        /// Adds the corner `kind` at (x, y): an arc if the corner is to be rounded, otherwise a
        /// point.
        ///
        /// - Parameters:
        ///   - inX: The horizontal direction from the corner to the arc's center, 1 or -1.
        ///   - inY: The vertical direction from the corner to the arc's center, 1 or -1.
        ///   - angle: The angle at which the arc starts, in radians.
        func corner(
            _ kind: UIRectCorner, _ x: CGFloat, _ y: CGFloat, _ inX: CGFloat, _ inY: CGFloat,
            from angle: CGFloat
        ) {
            guard corners.contains(kind) else {
                addLineOrMove(to: CGPoint(x: x, y: y))
                return
            }
            addEllipticArc(
                about: CGPoint(x: x + inX * width, y: y + inY * height), width, height, from: angle,
                angle: .pi / 2)
        }
        corner(.topLeft, rect.minX, rect.minY, 1, 1, from: .pi)
        corner(.topRight, rect.maxX, rect.minY, -1, 1, from: 1.5 * .pi)
        corner(.bottomRight, rect.maxX, rect.maxY, -1, -1, from: 0)
        corner(.bottomLeft, rect.minX, rect.maxY, 1, -1, from: .pi / 2)
        close()
    }

    /// Appends an arc of a circle, connected to the current point by a straight line.
    ///
    /// Angles are in radians from the positive x-axis and grow clockwise on the screen. Angles that
    /// differ by a full turn or more result in a full circle. Does nothing for an angle that is not
    /// finite or a negative radius.
    ///
    /// - Parameters:
    ///   - center: The center of the circle.
    ///   - radius: The radius of the circle.
    ///   - startAngle: The angle at which the arc starts, in radians.
    ///   - endAngle: The angle at which the arc ends, in radians.
    ///   - isClockwise: Whether the arc runs clockwise on the screen.
    mutating func addArc(
        center: CGPoint, radius: CGFloat, from startAngle: CGFloat, to endAngle: CGFloat,
        isClockwise: Bool
    ) {
        guard startAngle.isFinite, endAngle.isFinite, radius >= 0 else { return }
        let turn = 2 * CGFloat.pi
        var angle = isClockwise ? endAngle - startAngle : startAngle - endAngle
        if abs(angle) >= turn {
            angle = turn
        } else if angle < 0 {
            angle += turn
        }
        addEllipticArc(
            about: center, radius, radius, from: startAngle, angle: isClockwise ? angle : -angle)
    }

    /// Appends an arc of a circle that touches two lines: the line from the current point to
    /// `corner`, and the line from `corner` to `end`. A straight line connects the current point to
    /// the arc.
    ///
    /// Appends a straight line to `corner` if the points lie on one line or the radius is 0. Does
    /// nothing if the path is empty.
    mutating func addArc(touching corner: CGPoint, _ end: CGPoint, radius: CGFloat) {
        guard !isEmpty, radius >= 0 else { return }
        let before = CGVector(dx: currentPoint.x - corner.x, dy: currentPoint.y - corner.y)
        let after = CGVector(dx: end.x - corner.x, dy: end.y - corner.y)
        let beforeLength = (before.dx * before.dx + before.dy * before.dy).squareRoot()
        let afterLength = (after.dx * after.dx + after.dy * after.dy).squareRoot()
        let cross = before.dx * after.dy - before.dy * after.dx
        guard radius > 0, abs(cross) > 1e-9 * beforeLength * afterLength else {
            addLine(to: corner)
            return
        }
        let dot = before.dx * after.dx + before.dy * after.dy
        // The distance from the corner to the points of contact: radius / tan(angle / 2).
        let distance = radius * (beforeLength * afterLength + dot) / abs(cross)
        let first = CGPoint(
            x: corner.x + before.dx / beforeLength * distance,
            y: corner.y + before.dy / beforeLength * distance)
        let second = CGPoint(
            x: corner.x + after.dx / afterLength * distance,
            y: corner.y + after.dy / afterLength * distance)
        let turn: CGFloat = cross > 0 ? -1 : 1
        let center = CGPoint(
            x: first.x + turn * before.dy / beforeLength * radius,
            y: first.y - turn * before.dx / beforeLength * radius)
        addArc(
            center: center, radius: radius,
            from: atan2(first.y - center.y, first.x - center.x),
            to: atan2(second.y - center.y, second.x - center.x), isClockwise: cross < 0)
    }

    /// Appends the outline of a rectangle.
    mutating func addRect(_ rect: CGRect) {
        let rect = rect.standardized
        move(to: CGPoint(x: rect.minX, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
        addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
        close()
    }

    /// Appends the ellipse inscribed in a rectangle.
    mutating func addEllipse(in rect: CGRect) {
        let rect = rect.standardized
        let center = CGPoint(x: rect.midX, y: rect.midY)
        let (width, height) = (rect.width / 2, rect.height / 2)
        move(to: CGPoint(x: center.x + width, y: center.y))
        for index in stride(from: 0, to: Self.circle.count, by: 3) {
            func position(_ index: Int) -> CGPoint {
                let point = Self.circle[index]
                return CGPoint(x: center.x + width * point.x, y: center.y + height * point.y)
            }
            addCurve(
                to: position(index + 2), control1: position(index), control2: position(index + 1))
        }
        close()
    }

    /// The curves of a circle around the origin with the radius 1: for each curve, two control
    /// points and the end.
    private static let circle: [CGPoint] = {
        var path = Path()
        path.addEllipticArc(about: .zero, 1, 1, from: 0, angle: 2 * .pi)
        return Array(path.points.dropFirst())
    }()

    /// Appends a straight line to `point`, or moves the current point to `point` if the path is
    /// empty.
    private mutating func addLineOrMove(to point: CGPoint) {
        if isEmpty { move(to: point) } else { addLine(to: point) }
    }

    /// Appends an arc of an axis-parallel ellipse as cubic curves of at most 45° each.
    ///
    /// The error is below 4 · 10⁻⁶ of the radius (Goldapp, Computer Aided Geometric Design 8, 1991:
    /// the error falls with the sixth power of the angle).
    ///
    /// - Parameters:
    ///   - center: The center of the ellipse.
    ///   - width: The horizontal radius, in points.
    ///   - height: The vertical radius, in points.
    ///   - from: The start angle, in radians.
    ///   - angle: The angle of the arc in radians; positive is clockwise.
    private mutating func addEllipticArc(
        about center: CGPoint, _ width: CGFloat, _ height: CGFloat, from: CGFloat, angle: CGFloat
    ) {
        let pieces = max(1, (abs(angle) / (.pi / 4) - 1e-9).rounded(.up))
        let step = angle / pieces
        // The distance of control points along the tangents: 4/3 · tan(step / 4).
        let quarter = CGAffineTransform(rotationAngle: step / 4)
        let reach = 4 / 3 * quarter.b / quarter.a
        var direction = CGAffineTransform(rotationAngle: from)
        func position(_ along: CGFloat, _ across: CGFloat) -> CGPoint {
            CGPoint(
                x: center.x + width * (direction.a * along - direction.b * across),
                y: center.y + height * (direction.b * along + direction.a * across))
        }
        addLineOrMove(to: position(1, 0))
        var piece: CGFloat = 1
        while piece <= pieces {
            let control1 = position(1, reach)
            direction = CGAffineTransform(rotationAngle: from + step * piece)
            addCurve(
                to: position(1, 0), control1: control1, control2: position(1, -reach))
            piece += 1
        }
    }
}
