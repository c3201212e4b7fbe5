import TouchKitContacts
import TouchKitGeometry

/// The screen and the touchscreen under test, in points and millimeters.
package struct FieldTestStage: Hashable, Sendable {
    /// The geometry of the screen under test.
    package let geometry: ScreenGeometry
    /// The size of the canvas in millimeters, measured or assumed.
    package let millimeters: CGSize
    /// Whether the physical size is known. If `false`, `millimeters` is calculated from an assumed
    /// point size of 1/160 inch.
    package let isMeasured: Bool
    /// The number of contacts that the touchscreen can track, at least 1.
    package let slotCount: Int
    /// The touchscreen's calibration at the start of the test.
    package let calibration: TouchCalibration
    /// The way in which the kernel obtains the touchscreen's reports.
    package let sampling: TouchSampling

    /// The assumed size of a point in millimeters: 160 points per inch.
    package static let assumedMillimetersPerPoint = 25.4 / 160

    /// Creates a stage.
    ///
    /// - Parameters:
    ///   - geometry: The geometry of the screen.
    ///   - millimeters: The size of the canvas in millimeters, or `nil` if unknown.
    ///   - slotCount: The number of contacts that the touchscreen can track.
    ///   - calibration: The touchscreen's calibration.
    ///   - sampling: The way in which the kernel obtains the touchscreen's reports.
    package init(
        geometry: ScreenGeometry, millimeters: CGSize? = nil, slotCount: Int = 10,
        calibration: TouchCalibration = .identity, sampling: TouchSampling = .unknown
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
        self.sampling = sampling
    }

    /// The bounds of the canvas in points.
    package var bounds: CGRect { geometry.bounds }

    /// Converts a position in points to millimeters from the top left corner of the canvas.
    package func millimeters(_ point: CGPoint) -> CGPoint {
        CGPoint(
            x: point.x * millimeters.width / bounds.width,
            y: point.y * millimeters.height / bounds.height)
    }

    /// Converts a position in millimeters from the top left corner of the canvas to points.
    package func point(millimeters position: CGPoint) -> CGPoint {
        CGPoint(
            x: position.x * bounds.width / millimeters.width,
            y: position.y * bounds.height / millimeters.height)
    }

    /// The number of points per millimeter, averaged over both axes.
    package var pointsPerMillimeter: Double {
        (bounds.width / millimeters.width + bounds.height / millimeters.height) / 2
    }
}

extension ScreenGeometry {
    /// Converts a size along the scanout axes to a size along the canvas axes, or back.
    package func rotated(_ size: CGSize) -> CGSize {
        rotation.swapsAxes ? CGSize(width: size.height, height: size.width) : size
    }
}

/// The mapping from positions that the touchscreen reports to positions on the screen, with a given
/// calibration.
package struct TouchMapping: Hashable, Sendable {
    /// The screen and touchscreen under test.
    package let stage: FieldTestStage
    /// The calibration that the mapping applies to reported positions.
    package let calibration: TouchCalibration

    /// Creates a mapping.
    package init(stage: FieldTestStage, calibration: TouchCalibration) {
        self.stage = stage
        self.calibration = calibration
    }

    /// Converts a reported position (0…1) to a position on the screen, in points.
    package func point(_ position: CGPoint) -> CGPoint {
        stage.geometry.point(normalized: position, calibration: calibration)
    }

    /// Converts a reported position (0…1) to a position on the screen, in millimeters from the top
    /// left corner.
    package func millimeters(_ position: CGPoint) -> CGPoint {
        stage.millimeters(point(position))
    }

    /// Returns the distance on the screen between two reported positions (0…1), in millimeters.
    func distance(_ one: CGPoint, _ other: CGPoint) -> Double {
        AccuracyFit.distance(millimeters(one), millimeters(other))
    }

    /// Returns the position that the touchscreen reports for a position on the screen in points.
    /// The result can be outside 0…1.
    func reportedPosition(for point: CGPoint) -> CGPoint {
        let transform = CGAffineTransform(mapping: { calibration.apply($0) })
        return stage.geometry.normalized(point: point).applying(transform.inverted())
    }
}
