extension CGAffineTransform {
    /// The factor by which the transform scales lengths: the geometric mean of the factors along
    /// both axes.
    var stretch: CGFloat { abs(a * d - b * c).squareRoot() }

    /// Whether the transform maps upright rectangles to upright rectangles: its rotation is a
    /// multiple of 90°.
    ///
    /// The tolerance absorbs the rounding of the sine of 180°, and is far below a pixel on any
    /// screen.
    var preservesAxes: Bool {
        let limit = stretch * 1e-9
        return (abs(b) <= limit && abs(c) <= limit) || (abs(a) <= limit && abs(d) <= limit)
    }

    /// Returns whether the transform maps a bitmap to whole pixels, without scaling and rotation.
    ///
    /// - Parameters:
    ///   - origin: The position of the bitmap in the coordinates that the transform maps.
    ///   - scale: The number of the bitmap's pixels per point.
    func keepsPixels(from origin: CGPoint, scale: CGFloat) -> Bool {
        guard a == scale, d == scale, b == 0, c == 0 else { return false }
        let corner = origin.applying(self)
        return corner.x == corner.x.rounded() && corner.y == corner.y.rounded()
    }

    /// Whether the transform maps circles to circles: it scales both axes by the same factor.
    var preservesAngles: Bool {
        let limit = 1e-6 * abs(a * d - b * c)
        return abs(a * a + b * b - c * c - d * d) <= limit && abs(a * c + b * d) <= limit
    }
}
