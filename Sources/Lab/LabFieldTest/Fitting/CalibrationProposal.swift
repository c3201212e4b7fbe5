import TouchKitGeometry

/// A calibration that corrects the errors found by the accuracy test.
package struct CalibrationProposal: Hashable, Sendable {
    /// The proposed calibration, which replaces the current calibration of the touchscreen.
    package let calibration: TouchCalibration

    /// Creates a proposal from a fitted error model, or returns `nil` if the model has no error or
    /// cannot be inverted.
    init?(_ fit: AccuracyFit, mapping: TouchMapping) {
        guard !fit.isIdentity else { return nil }
        let determinant = fit.transform.a * fit.transform.d - fit.transform.b * fit.transform.c
        guard abs(determinant) > 0.01 else { return nil }
        let stage = mapping.stage
        let correction = fit.transform.inverted()
        let screen = CGAffineTransform(mapping: {
            stage.millimeters(stage.geometry.point(normalized: $0))
        })
        let current = CGAffineTransform(mapping: { mapping.calibration.apply($0) })
        // From reported to calibrated positions, to millimeters, corrected, and back to the
        // touchscreen's units.
        let corrected = current.concatenating(screen).concatenating(correction)
            .concatenating(screen.inverted())
        let numbers = [
            corrected.a, corrected.c, corrected.tx, corrected.b, corrected.d, corrected.ty,
        ].map { ($0 * 1e6).rounded() / 1e6 + 0 }
        calibration = TouchCalibration(
            a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4], f: numbers[5]
        )
    }

    /// Returns a udev rule that makes the calibration permanent for the device with a name.
    /// libinput reads the udev property that the rule sets.
    package func udevLine(device name: String) -> String {
        let escaped = name.map { "\"*?[]|\\".contains($0) ? "?" : String($0) }.joined()
        return "ACTION==\"add|change\", KERNEL==\"event*\", ATTRS{name}==\"\(escaped)\", "
            + "ENV{LIBINPUT_CALIBRATION_MATRIX}=\"\(calibration.matrix)\""
    }
}
