import TouchKitGeometry

/// Where a field test is done: the screen in points and in millimetres, and the panel on it.
package struct FieldTestStage: Hashable, Sendable {
    /// How points and the panel's places belong together.
    package let geometry: ScreenGeometry
    /// The upright picture's extent in millimetres, measured or assumed.
    package let millimeters: CGSize
    /// Whether somebody told the size; if not, a point is taken for 1/160 inch.
    package let isMeasured: Bool
    /// The contacts that the panel can tell apart, at least 1.
    package let slotCount: Int
    /// The panel's calibration when the test begins.
    package let calibration: TouchCalibration

    /// The size of a point where nobody tells, in millimetres: 160 points to the inch.
    package static let assumedMillimetersPerPoint = 25.4 / 160

    /// Makes a stage.
    ///
    /// - Parameters:
    ///   - geometry: How points and the panel's places belong together.
    ///   - millimeters: The upright picture's extent; nil where it isn't known.
    ///   - slotCount: The contacts that the panel can tell apart.
    ///   - calibration: The panel's calibration.
    package init(
        geometry: ScreenGeometry, millimeters: CGSize? = nil, slotCount: Int = 10,
        calibration: TouchCalibration = .identity
    ) {
        self.geometry = geometry
        let bounds = geometry.bounds
        let known = millimeters.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
        isMeasured = known != nil
        self.millimeters =
            known
            ?? CGSize(
                width: bounds.width * Self.assumedMillimetersPerPoint,
                height: bounds.height * Self.assumedMillimetersPerPoint)
        self.slotCount = max(1, slotCount)
        self.calibration = calibration
    }

    /// The upright picture's extent, in points.
    package var bounds: CGRect { geometry.bounds }

    /// A place in millimetres from the top left, of one in points.
    package func millimeters(_ point: CGPoint) -> CGPoint {
        CGPoint(
            x: point.x * millimeters.width / bounds.width,
            y: point.y * millimeters.height / bounds.height)
    }

    /// A place in points, of one in millimetres from the top left.
    package func point(millimeters place: CGPoint) -> CGPoint {
        CGPoint(
            x: place.x * bounds.width / millimeters.width,
            y: place.y * bounds.height / millimeters.height)
    }

    /// Points per millimetre, the mean of both axes.
    package var pointsPerMillimeter: Double {
        (bounds.width / millimeters.width + bounds.height / millimeters.height) / 2
    }
}

/// How the panel's places become places of the screen: the screen's own geometry behind a calibration.
package struct TouchMapping: Hashable, Sendable {
    /// The stage.
    package let stage: FieldTestStage
    /// The calibration.
    package let calibration: TouchCalibration

    /// Makes a mapping.
    package init(stage: FieldTestStage, calibration: TouchCalibration) {
        self.stage = stage
        self.calibration = calibration
    }

    /// The place in points that a place of the panel (0…1) means.
    package func point(_ place: CGPoint) -> CGPoint {
        stage.geometry.point(normalized: place, calibration: calibration)
    }

    /// The same in millimetres from the top left.
    package func millimeters(_ place: CGPoint) -> CGPoint {
        stage.millimeters(point(place))
    }

    /// The place of the panel that means a place in points; it may lie outside.
    func place(_ point: CGPoint) -> CGPoint {
        let held = CGAffineTransform(mapping: { calibration.apply($0) })
        return stage.geometry.normalized(point: point).applying(held.inverted())
    }
}
