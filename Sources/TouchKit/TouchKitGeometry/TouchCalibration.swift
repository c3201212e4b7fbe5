/// A position correction for a touchscreen: the first two rows of a 3 × 3 matrix for normalized
/// coordinates (0…1 on both axes).
///
/// The numbers have the meaning and order of udev's property `LIBINPUT_CALIBRATION_MATRIX`: `x' =
/// a·x + b·y + c`, `y' = d·x + e·y + f`.
package struct TouchCalibration: Hashable, Sendable {
    /// The six numbers of the matrix, row by row.
    package var a: Double, b: Double, c: Double, d: Double, e: Double, f: Double

    /// The identity correction, which leaves all positions unchanged.
    package static let identity = TouchCalibration(a: 1, b: 0, c: 0, d: 0, e: 1, f: 0)

    /// Creates a correction from the six numbers of the matrix, row by row.
    package init(a: Double, b: Double, c: Double, d: Double, e: Double, f: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.e = e
        self.f = f
    }

    /// Creates a correction from the six numbers of the matrix, row by row, or returns `nil` if
    /// `numbers` has another length.
    package init?(_ numbers: [Double]) {
        guard numbers.count == 6 else { return nil }
        self.init(
            a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4],
            f: numbers[5])
    }

    /// The six numbers of the matrix, row by row.
    package var numbers: [Double] { [a, b, c, d, e, f] }

    /// Returns the corrected position for `point`, a normalized position.
    package func apply(_ point: CGPoint) -> CGPoint {
        if self == .identity { return point }
        return CGPoint(x: a * point.x + b * point.y + c, y: d * point.x + e * point.y + f)
    }

    /// The six numbers as text in the format of `LIBINPUT_CALIBRATION_MATRIX`.
    package var matrix: String {
        numbers.map { number in
            let isWhole = number == number.rounded() && abs(number) < 1e9
            return isWhole ? "\(Int(number))" : "\(number)"
        }.joined(separator: " ")
    }
}
