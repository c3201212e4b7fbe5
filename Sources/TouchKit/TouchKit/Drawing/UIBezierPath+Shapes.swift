import TouchKitRaster

extension UIBezierPath {
    /// Makes the outline of a rectangle.
    public convenience init(rect: CGRect) {
        self.init()
        addRect(rect)
    }

    /// Makes the ellipse inside a rectangle.
    public convenience init(ovalIn rect: CGRect) {
        self.init()
        addEllipse(in: rect)
    }

    /// Makes the outline of a rectangle with round corners; a radius of more than half a side is that
    /// half.
    public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
        self.init(
            roundedRect: rect, byRoundingCorners: .allCorners,
            cornerRadii: CGSize(width: cornerRadius, height: cornerRadius))
    }

    /// Makes the outline of a rectangle with some round corners, each a quarter of an ellipse; radii of
    /// more than half a side are that half.
    public convenience init(
        roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize
    ) {
        self.init()
        addRoundedRect(rect, corners, cornerRadii)
    }

    /// Adds the outline of a rectangle with some round corners.
    func addRoundedRect(_ rect: CGRect, _ corners: UIRectCorner, _ cornerRadii: CGSize) {
        let rect = rect.standardized
        let width = max(0, min(cornerRadii.width, rect.width / 2))
        let height = max(0, min(cornerRadii.height, rect.height / 2))
        guard width > 0, height > 0 else {
            addRect(rect)
            return
        }
        /// A corner: its place, the directions to its arc's middle, and where the arc begins.
        func corner(
            _ kind: UIRectCorner, _ x: CGFloat, _ y: CGFloat, _ inX: CGFloat, _ inY: CGFloat,
            from angle: CGFloat
        ) {
            guard corners.contains(kind) else {
                go(to: CGPoint(x: x, y: y))
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

    /// Makes an arc of a circle: see `addArc`.
    public convenience init(
        arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat,
        clockwise: Bool
    ) {
        self.init()
        addArc(
            withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle,
            clockwise: clockwise)
    }

    /// Adds an arc of a circle, with a straight line from the current point to where it begins.
    ///
    /// Angles are in radians from the right, growing clockwise on the screen. Two that are a whole turn
    /// or more apart make a circle; else the arc goes from the first to the second the way that is
    /// said.
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

    /// Adds the outline of a rectangle.
    func addRect(_ rect: CGRect) {
        let rect = rect.standardized
        move(to: CGPoint(x: rect.minX, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX, y: rect.minY))
        addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
        addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
        close()
    }

    /// Adds the ellipse inside a rectangle.
    func addEllipse(in rect: CGRect) {
        let rect = rect.standardized
        move(to: CGPoint(x: rect.maxX, y: rect.midY))
        addEllipticArc(
            about: CGPoint(x: rect.midX, y: rect.midY), rect.width / 2, rect.height / 2, from: 0,
            angle: 2 * .pi)
        close()
    }

    /// Goes on to a place straight, or begins there.
    private func go(to point: CGPoint) {
        if isEmpty { move(to: point) } else { addLine(to: point) }
    }

    /// Adds a part of an upright ellipse as cubic curves of an eighth of a turn at most, which lie
    /// within 4 · 10⁻⁶ of the radius (Goldapp, Computer Aided Geometric Design 8, 1991: the error falls
    /// with the sixth power of the angle).
    ///
    /// - Parameters:
    ///   - width: The radius to the right; `height` that downwards.
    ///   - from: Where it begins, in radians.
    ///   - angle: How far it goes, positive for clockwise.
    private func addEllipticArc(
        about center: CGPoint, _ width: CGFloat, _ height: CGFloat, from: CGFloat, angle: CGFloat
    ) {
        let pieces = max(1, (abs(angle) / (.pi / 4) - 1e-9).rounded(.up))
        let step = angle / pieces
        // How far control points lie along the tangents: 4/3 · tan(step / 4).
        let quarter = CGAffineTransform(rotationAngle: step / 4)
        let reach = 4 / 3 * quarter.b / quarter.a
        var direction = CGAffineTransform(rotationAngle: from)
        func place(_ along: CGFloat, _ across: CGFloat) -> CGPoint {
            CGPoint(
                x: center.x + width * (direction.a * along - direction.b * across),
                y: center.y + height * (direction.b * along + direction.a * across))
        }
        go(to: place(1, 0))
        var piece: CGFloat = 1
        while piece <= pieces {
            let control1 = place(1, reach)
            direction = CGAffineTransform(rotationAngle: from + step * piece)
            addCurve(to: place(1, 0), controlPoint1: control1, controlPoint2: place(1, -reach))
            piece += 1
        }
    }
}
