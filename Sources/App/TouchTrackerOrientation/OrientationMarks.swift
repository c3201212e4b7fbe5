import TouchKitGeometry

/// The positions of the three marks that the user taps during orientation calibration.
///
/// If the distances between the first two marks along both axes were equal, swapped axes and a
/// scale error could not be distinguished. Therefore, the distance along the shorter side of the
/// screen is twice the distance along the longer side, as fractions of the sides. The third mark is
/// far from the line through the first two marks, so that a wrong calibration misses the third
/// mark.
package struct OrientationMarks: Hashable, Sendable {
    /// The distance of the first two marks from the nearest edge in the direction of the shorter
    /// side of the screen, as a fraction of that side.
    static let inset = 0.125
    /// The distance between the first two marks in the direction of the longer side of the screen,
    /// as a fraction of that side.
    static let spread = 0.375
    /// The maximum distance between the third mark and the tap that confirms the calibration, as a
    /// fraction of the shorter side of the screen.
    static let confirmationRadius = 0.12

    /// The geometry of the screen that shows the marks.
    package let geometry: ScreenGeometry
    /// The position of the first mark, in points.
    package let first: CGPoint
    /// The position of the second mark, in points.
    package let second: CGPoint
    /// The position of the third mark, which the user taps to confirm the calibration, in points.
    package let third: CGPoint

    /// Creates the marks for a screen with the given geometry.
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

    /// Returns the position of a mark along each axis of the scanout (0…1), given its position in
    /// points.
    func target(_ mark: CGPoint) -> CGPoint { geometry.normalized(point: mark) }

    /// The maximum error along each axis of the scanout that the calibration leaves uncorrected, as
    /// a fraction of the length of that axis.
    var tapTolerance: CGVector {
        let short = Double(min(geometry.scanoutWidth, geometry.scanoutHeight))
        let tolerance = OrientationFit.tapTolerance * short
        return CGVector(
            dx: tolerance / Double(geometry.scanoutWidth),
            dy: tolerance / Double(geometry.scanoutHeight))
    }

    /// Returns whether a tap hits the third mark. The parameter `tap` is an uncalibrated position,
    /// which is mapped by `calibration`.
    func confirms(_ tap: CGPoint, with calibration: TouchCalibration) -> Bool {
        let position = geometry.point(normalized: tap, calibration: calibration)
        let radius = Self.confirmationRadius * min(geometry.bounds.width, geometry.bounds.height)
        let (x, y) = (position.x - third.x, position.y - third.y)
        return (x * x + y * y).squareRoot() <= radius
    }
}
