import TouchKitRaster

extension UIBezierPath {
    /// Creates and returns a new Bézier path object with a rectangular path.
    public convenience init(rect: CGRect) {
        self.init()
        addRect(rect)
    }

    /// Creates and returns a new Bézier path object with an oval path inscribed in the specified
    /// rectangle.
    public convenience init(ovalIn rect: CGRect) {
        self.init()
        addEllipse(in: rect)
    }

    /// Creates and returns a new Bézier path object with a rounded rectangular path. The radius is
    /// limited to half the shorter side.
    public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
        self.init(
            roundedRect: rect, byRoundingCorners: .allCorners,
            cornerRadii: CGSize(width: cornerRadius, height: cornerRadius))
    }

    /// Creates and returns a new Bézier path object with a rectangular path rounded at the
    /// specified corners.
    ///
    /// Each corner is a quarter of an ellipse. The radii are limited to half the sides.
    ///
    /// - Parameters:
    ///   - rect: The rectangle, in points.
    ///   - corners: The corners to round.
    ///   - cornerRadii: The horizontal and vertical radius of each corner, in points.
    public convenience init(
        roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize
    ) {
        self.init()
        addRoundedRect(rect, corners, cornerRadii)
    }

    /// Appends the outline of a rectangle rounded at the specified corners.
    func addRoundedRect(_ rect: CGRect, _ corners: UIRectCorner, _ cornerRadii: CGSize) {
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

    /// Creates and returns a new Bézier path object with an arc of a circle.
    ///
    /// - Parameters:
    ///   - center: The center of the circle, in points.
    ///   - radius: The radius of the circle, in points.
    ///   - startAngle: The angle at which the arc starts, in radians from the positive x-axis.
    ///   - endAngle: The angle at which the arc ends, in radians from the positive x-axis.
    ///   - clockwise: Whether the arc runs clockwise on the screen.
    public convenience init(
        arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat,
        clockwise: Bool
    ) {
        self.init()
        addArc(
            withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
            clockwise: clockwise)
    }

    /// Appends an arc to the path, connected to the current point by a straight line.
    ///
    /// Angles are in radians from the positive x-axis and grow clockwise on the screen. Angles that
    /// differ by a full turn or more result in a full circle.
    ///
    /// - Parameters:
    ///   - center: The center of the circle, in points.
    ///   - radius: The radius of the circle, in points.
    ///   - startAngle: The angle at which the arc starts, in radians.
    ///   - endAngle: The angle at which the arc ends, in radians.
    ///   - clockwise: Whether the arc runs clockwise on the screen.
    public func addArc(
        withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat,
        clockwise: Bool
    ) {
        guard startAngle.isFinite, endAngle.isFinite, radius >= 0 else { return }
        let turn = 2 * CGFloat.pi
        var angle = clockwise ? endAngle - startAngle : startAngle - endAngle
        if abs(angle) >= turn {
            angle = turn
        } else if angle < 0 {
            angle += turn
        }
        addEllipticArc(
            about: center, radius, radius, from: startAngle, angle: clockwise ? angle : -angle)
    }

    /// Appends the outline of a rectangle.
    func addRect(_ rect: CGRect) {
        let rect = rect.standardized
        move(to: CGPoint(x: rect.minX, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
        addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
        close()
    }

    /// Appends the ellipse inscribed in a rectangle.
    func addEllipse(in rect: CGRect) {
        let rect = rect.standardized
        move(to: CGPoint(x: rect.maxX, y: rect.midY))
        addEllipticArc(
            about: CGPoint(x: rect.midX, y: rect.midY), rect.width / 2, rect.height / 2, from: 0,
            angle: 2 * .pi)
        close()
    }

    /// Appends a straight line to `point`, or moves the current point to `point` if the path is
    /// empty.
    private func addLineOrMove(to point: CGPoint) {
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
    private func addEllipticArc(
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
                to: position(1, 0), controlPoint1: control1, controlPoint2: position(1, -reach))
            piece += 1
        }
    }
}
