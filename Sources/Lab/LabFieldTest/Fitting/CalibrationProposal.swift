import Glibc
import TouchKitGeometry

/// The calibration that would mend what the accuracy test found.
package struct CalibrationProposal: Hashable, Sendable {
    /// The correction of the panel's places, in place of the one that holds now.
    package let calibration: TouchCalibration

    /// Makes the proposal from a fit; nil where nothing has to be mended or the fit can't be undone.
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
        // Panel to corrected panel; to millimetres; mended; and back to the panel's own measure.
        let whole = held.concatenating(screen).concatenating(mend).concatenating(screen.inverted())
        let numbers = [whole.a, whole.c, whole.tx, whole.b, whole.d, whole.ty]
            .map { ($0 * 1e6).rounded() / 1e6 + 0 }
        calibration = TouchCalibration(
            a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4], f: numbers[5]
        )
    }

    /// The line of a udev rule that makes it hold for a device from then on, by libinput as well.
    package func udevLine(device name: String) -> String {
        let escaped = name.map { "\"*?[]|\\".contains($0) ? "?" : String($0) }.joined()
        return "ACTION==\"add|change\", KERNEL==\"event*\", ATTRS{name}==\"\(escaped)\", "
            + "ENV{LIBINPUT_CALIBRATION_MATRIX}=\"\(matrix)\""
    }

    /// The six numbers, as udev has them.
    package var matrix: String { calibration.matrix }
}
