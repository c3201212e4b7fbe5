/// Functions that format the numbers of the touch overlay as short texts.
///
/// Swift stores strings of up to 15 UTF-8 bytes inline, so that these texts need no heap
/// allocation.
package enum OverlayNumberFormat {
    /// The text for a number that is missing or too large to display.
    package static let missing = "–"

    /// Returns a number rounded to an integer, or `missing` unless its magnitude is below 1e6.
    package static func rounded(_ value: Double) -> String {
        abs(value) < 1e6 ? String(Int(value.rounded())) : missing
    }

    /// Returns a fraction, clamped to 0…1, with two decimals and without a leading zero: `.52`, but
    /// `1.0` for one.
    package static func fraction(_ value: Double) -> String {
        let hundredths = Int((min(max(value, 0), 1) * 100).rounded())
        if hundredths == 100 { return "1.0" }
        var text = hundredths < 10 ? ".0" : "."
        text += String(hundredths)
        return text
    }

    /// Returns a number with one decimal, or `missing` unless its magnitude is below 1e6.
    package static func tenths(_ value: Double) -> String { decimal(value, 10) }

    /// Returns a number with two decimals, or `missing` unless its magnitude is below 1e6.
    package static func hundredths(_ value: Double) -> String { decimal(value, 100) }

    private static func decimal(_ value: Double, _ unit: Int) -> String {
        guard abs(value) < 1e6 else { return missing }
        let parts = Int((abs(value) * Double(unit)).rounded())
        var text = value < 0 && parts > 0 ? "-" : ""
        text += String(parts / unit)
        text += unit > 10 && parts % unit < 10 ? ".0" : "."
        text += String(parts % unit)
        return text
    }

    /// Returns two texts separated by a space.
    package static func pair(_ left: String, _ right: String) -> String {
        var text = left
        text += " "
        text += right
        return text
    }

    /// Returns a duration given in microseconds as milliseconds with one decimal.
    package static func milliseconds(_ microseconds: Int64) -> String {
        tenths(Double(microseconds) / 1_000)
    }
}
