/// A correction of a touch device's positions: the first two rows of a 3 × 3 matrix over
/// normalised coordinates (0…1 on both axes).
///
/// The same six numbers, in the same order, as udev's `LIBINPUT_CALIBRATION_MATRIX`:
/// `x' = a·x + b·y + c`, `y' = d·x + e·y + f`.
package struct TouchCalibration: Hashable, Sendable {
    /// The six numbers, row by row.
    package var a: Double, b: Double, c: Double, d: Double, e: Double, f: Double

    /// The correction that changes nothing.
    package static let identity = TouchCalibration(a: 1, b: 0, c: 0, d: 0, e: 1, f: 0)

    /// Makes a correction from its six numbers, row by row.
    package init(a: Double, b: Double, c: Double, d: Double, e: Double, f: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.e = e
        self.f = f
    }

    /// The corrected position of a normalised one.
    package func apply(_ point: CGPoint) -> CGPoint {
        if self == .identity { return point }
        return CGPoint(x: a * point.x + b * point.y + c, y: d * point.x + e * point.y + f)
    }

    /// The six numbers, row by row, as `LIBINPUT_CALIBRATION_MATRIX` has them.
    package var matrix: String {
        [a, b, c, d, e, f].map { number in
            let isWhole = number == number.rounded() && abs(number) < 1e9
            return isWhole ? "\(Int(number))" : "\(number)"
        }.joined(separator: " ")
    }
}
