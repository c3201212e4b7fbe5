import TouchTrackerApp

/// Functions that format the numbers of the touch overlay as short texts.
///
/// Swift stores strings of up to 15 UTF-8 bytes inline, so that these texts need no heap
/// allocation.
package enum OverlayNumberFormat {
    /// The text for a number that is missing or too large to display.
    package static let missing = "–"

    /// Returns an integer as text.
    package static func integer(_ value: Int) -> String { String(value) }

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
    package static func tenths(_ value: Double) -> String {
        guard abs(value) < 1e6 else { return missing }
        let tenths = Int((abs(value) * 10).rounded())
        var text = value < 0 && tenths > 0 ? "-" : ""
        text += String(tenths / 10)
        text += "."
        text += String(tenths % 10)
        return text
    }

    /// Returns a number with two decimals, or `missing` unless its magnitude is below 1e6.
    package static func hundredths(_ value: Double) -> String {
        guard abs(value) < 1e6 else { return missing }
        let hundredths = Int((abs(value) * 100).rounded())
        var text = value < 0 && hundredths > 0 ? "-" : ""
        text += String(hundredths / 100)
        text += hundredths % 100 < 10 ? ".0" : "."
        text += String(hundredths % 100)
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
