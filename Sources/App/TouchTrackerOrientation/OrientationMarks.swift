import TouchKitGeometry

/// The positions of the three marks that the user taps during orientation calibration.
///
/// If the first two marks were equally far apart along both axes, swapped axes and a scale error
/// would explain the same taps. Therefore their distance along the canvas's shorter side is twice
/// the distance along the longer side, as fractions of the sides. The third mark lies far from the
/// line through the first two, so that a wrong fit of the first two taps misses the third mark.
package struct OrientationMarks: Hashable, Sendable {
    /// The distance of the first two marks from the nearest edge, measured along the screen's
    /// shorter side, as a fraction of that side.
    static let inset = 0.125
    /// The distance between the first two marks, measured along the screen's longer side, as a
    /// fraction of that side.
    static let spread = 0.375
    /// The maximum distance of the confirming tap from the third mark, as a fraction of the
    /// screen's shorter side.
    static let confirmationRadius = 0.12

    /// The geometry of the screen that shows the marks.
    package let geometry: ScreenGeometry
    /// The position of the first mark, in points.
    package let first: CGPoint
    /// The position of the second mark, in points.
    package let second: CGPoint
    /// The position of the mark for the confirming tap, in points.
    package let third: CGPoint

    /// Creates the marks for a screen.
    package init(geometry: ScreenGeometry) {
        self.geometry = geometry
        let size = geometry.bounds.size
        let isUpright = size.height > size.width
        func position(along longer: CGFloat, across shorter: CGFloat) -> CGPoint {
            isUpright
                ? CGPoint(x: shorter * size.width, y: longer * size.height)
                : CGPoint(x: longer * size.width, y: shorter * size.height)
        }
        first = position(along: (1 - Self.spread) / 2, across: Self.inset)
        second = position(along: (1 + Self.spread) / 2, across: 1 - Self.inset)
        third = position(along: 0.85, across: 0.3)
    }

    /// Converts the position of a mark from points to 0…1 along each axis of the scanout.
    func target(_ mark: CGPoint) -> CGPoint { geometry.normalized(point: mark) }

    /// The maximum error that the fit does not correct, as a fraction of the length of each scanout
    /// axis.
    var tapTolerance: CGVector {
        let short = Double(min(geometry.scanoutWidth, geometry.scanoutHeight))
        let tolerance = OrientationFit.tapTolerance * short
        return CGVector(
            dx: tolerance / Double(geometry.scanoutWidth),
            dy: tolerance / Double(geometry.scanoutHeight))
    }

    /// Returns whether the uncalibrated position `tap`, mapped by `calibration`, hits the third
    /// mark.
    func confirms(_ tap: CGPoint, with calibration: TouchCalibration) -> Bool {
        let position = geometry.point(normalized: tap, calibration: calibration)
        let radius = Self.confirmationRadius * min(geometry.bounds.width, geometry.bounds.height)
        let (x, y) = (position.x - third.x, position.y - third.y)
        return (x * x + y * y).squareRoot() <= radius
    }
}
