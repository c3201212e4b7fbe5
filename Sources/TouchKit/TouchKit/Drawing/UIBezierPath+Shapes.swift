import TouchKitRaster

extension UIBezierPath {
    /// Creates and returns a new Bézier path object with a rectangular path.
    public convenience init(rect: CGRect) {
        self.init()
        path.addRect(rect)
    }

    /// Creates and returns a new Bézier path object with an oval path inscribed in the specified
    /// rectangle.
    public convenience init(ovalIn rect: CGRect) {
        self.init()
        path.addEllipse(in: rect)
    }

    /// Creates and returns a new Bézier path object with a rounded rectangular path. The radius is
    /// limited to half the shorter side.
    public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
        self.init()
        path.addRoundedRect(rect, cornerRadius: cornerRadius)
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
        path.addRoundedRect(rect, corners, cornerRadii)
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
        path.addArc(
            center: center, radius: radius, from: startAngle, to: endAngle,
            isClockwise: clockwise)
    }
}
