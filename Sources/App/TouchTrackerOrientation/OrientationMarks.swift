import TouchKitGeometry

/// Where fingers are wanted on the upright picture.
///
/// Two taps leave it open whether a panel's axes are exchanged if both marks are as far apart across as down:
/// a stretched panel would explain the same taps. So they are twice as far apart along the picture's shorter
/// side, as parts of the sides. The third is far from the line through the first two, where all that fits both
/// taps is the same.
package struct OrientationMarks: Hashable, Sendable {
    /// How far from the edges the marks are along the shorter side, as a part of it.
    static let inset = 0.125
    /// How far apart the first two are along the longer side, as a part of it.
    static let spread = 0.375
    /// How far from its mark the third tap may be, as a part of the shorter side.
    static let confirmingReach = 0.12

    /// The picture that they are shown on.
    package let geometry: ScreenGeometry
    /// The first mark, in points.
    package let first: CGPoint
    /// The second mark, in points.
    package let second: CGPoint
    /// The mark of the tap that confirms, in points.
    package let third: CGPoint

    /// Places the marks on a picture.
    package init(geometry: ScreenGeometry) {
        self.geometry = geometry
        let size = geometry.bounds.size
        let isUpright = size.height > size.width
        func place(along longer: CGFloat, across shorter: CGFloat) -> CGPoint {
            isUpright
                ? CGPoint(x: shorter * size.width, y: longer * size.height)
                : CGPoint(x: longer * size.width, y: shorter * size.height)
        }
        first = place(along: (1 - Self.spread) / 2, across: Self.inset)
        second = place(along: (1 + Self.spread) / 2, across: 1 - Self.inset)
        third = place(along: 0.85, across: 0.3)
    }

    /// Where a mark is on the panel, 0…1 across it as it is scanned out.
    func target(_ mark: CGPoint) -> CGPoint { geometry.normalized(point: mark) }

    /// How far a hand may miss without anything being wrong, along each of the panel's axes.
    var handMiss: CGVector {
        let short = Double(min(geometry.scanoutWidth, geometry.scanoutHeight))
        let miss = OrientationFit.handMiss * short
        return CGVector(
            dx: miss / Double(geometry.scanoutWidth), dy: miss / Double(geometry.scanoutHeight))
    }

    /// Whether a tap with a calibration confirms it.
    func confirms(_ tap: CGPoint, with calibration: TouchCalibration) -> Bool {
        let place = geometry.point(normalized: tap, calibration: calibration)
        let reach = Self.confirmingReach * min(geometry.bounds.width, geometry.bounds.height)
        let (x, y) = (place.x - third.x, place.y - third.y)
        return (x * x + y * y).squareRoot() <= reach
    }
}
