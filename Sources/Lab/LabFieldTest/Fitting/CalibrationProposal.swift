import Glibc
import TouchKitGeometry

/// A calibration that corrects the errors found by the accuracy test.
package struct CalibrationProposal: Hashable, Sendable {
    /// The proposed calibration, which replaces the current calibration of the touchscreen.
    package let calibration: TouchCalibration

    /// Creates a proposal from a fit, or returns `nil` if nothing needs correction or the fit
    /// cannot be inverted.
    init?(_ fit: AccuracyFit, mapping: TouchMapping) {
        guard !fit.isIdentity else { return nil }
        let determinant = fit.transform.a * fit.transform.d - fit.transform.b * fit.transform.c
        guard abs(determinant) > 0.01 else { return nil }
        let stage = mapping.stage
        let mend = fit.transform.inverted()
        let screen = CGAffineTransform(mapping: {
            stage.millimeters(stage.geometry.point(normalized: $0))
        })
        let held = CGAffineTransform(mapping: { mapping.calibration.apply($0) })
        // From reported to calibrated positions, to millimetres, corrected, and back to the
        // touchscreen's units.
        let whole = held.concatenating(screen).concatenating(mend).concatenating(screen.inverted())
        let numbers = [whole.a, whole.c, whole.tx, whole.b, whole.d, whole.ty]
            .map { ($0 * 1e6).rounded() / 1e6 + 0 }
        calibration = TouchCalibration(
            a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4], f: numbers[5]
        )
    }

    /// Returns the udev rule that makes the calibration permanent for a device, also for libinput.
    package func udevLine(device name: String) -> String {
        let escaped = name.map { "\"*?[]|\\".contains($0) ? "?" : String($0) }.joined()
        return "ACTION==\"add|change\", KERNEL==\"event*\", ATTRS{name}==\"\(escaped)\", "
            + "ENV{LIBINPUT_CALIBRATION_MATRIX}=\"\(matrix)\""
    }

    /// The six numbers of the calibration matrix as text, in the format of the udev property
    /// `LIBINPUT_CALIBRATION_MATRIX`.
    package var matrix: String { calibration.matrix }
}
