import TouchKitGeometry

/// The screen and the touchscreen under test, in points and millimetres.
package struct FieldTestStage: Hashable, Sendable {
    /// The geometry of the screen.
    package let geometry: ScreenGeometry
    /// The size of the canvas in millimetres, measured or assumed.
    package let millimeters: CGSize
    /// Whether the size is known. Otherwise a point is assumed to be 1/160 inch.
    package let isMeasured: Bool
    /// The number of contacts that the touchscreen can track, at least 1.
    package let slotCount: Int
    /// The touchscreen's calibration at the start of the test.
    package let calibration: TouchCalibration

    /// The assumed size of a point in millimetres: 160 points per inch.
    package static let assumedMillimetersPerPoint = 25.4 / 160

    /// Creates a stage.
    ///
    /// - Parameters:
    ///   - geometry: The geometry of the screen.
    ///   - millimeters: The size of the canvas in millimetres, or `nil` if unknown.
    ///   - slotCount: The number of contacts that the touchscreen can track.
    ///   - calibration: The touchscreen's calibration.
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

    /// The bounds of the canvas in points.
    package var bounds: CGRect { geometry.bounds }

    /// Returns a position in millimetres from the top left corner, given one in points.
    package func millimeters(_ point: CGPoint) -> CGPoint {
        CGPoint(
            x: point.x * millimeters.width / bounds.width,
            y: point.y * millimeters.height / bounds.height)
    }

    /// Returns a position in points, given one in millimetres from the top left corner.
    package func point(millimeters place: CGPoint) -> CGPoint {
        CGPoint(
            x: place.x * bounds.width / millimeters.width,
            y: place.y * bounds.height / millimeters.height)
    }

    /// The number of points per millimetre, averaged over both axes.
    package var pointsPerMillimeter: Double {
        (bounds.width / millimeters.width + bounds.height / millimeters.height) / 2
    }
}

/// The mapping from positions that the touchscreen reports to the screen, with a given calibration.
package struct TouchMapping: Hashable, Sendable {
    /// The screen and touchscreen under test.
    package let stage: FieldTestStage
    /// The calibration of the mapping.
    package let calibration: TouchCalibration

    /// Creates a mapping.
    package init(stage: FieldTestStage, calibration: TouchCalibration) {
        self.stage = stage
        self.calibration = calibration
    }

    /// Returns the position in points of a reported position (0…1).
    package func point(_ place: CGPoint) -> CGPoint {
        stage.geometry.point(normalized: place, calibration: calibration)
    }

    /// Returns the position of a reported position (0…1) in millimetres from the top left corner.
    package func millimeters(_ place: CGPoint) -> CGPoint {
        stage.millimeters(point(place))
    }

    /// Returns the reported position that maps to a position in points; it can lie outside 0…1.
    func place(_ point: CGPoint) -> CGPoint {
        let held = CGAffineTransform(mapping: { calibration.apply($0) })
        return stage.geometry.normalized(point: point).applying(held.inverted())
    }
}
