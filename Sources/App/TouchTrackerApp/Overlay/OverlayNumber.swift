/// Numbers as short texts: up to 15 letters lie in the string itself, so that making one allocates nothing.
package enum OverlayNumber {
    /// What stands for a number that there is none of.
    package static let none = "–"

    /// A whole number.
    package static func whole(_ value: Int) -> String { String(value) }

    /// The nearest whole number.
    package static func wholeNearest(_ value: Double) -> String {
        abs(value) < 1e6 ? String(Int(value.rounded())) : none
    }

    /// A part of a whole with two digits and no nought: `.52`, `1.0`.
    package static func part(_ value: Double) -> String {
        let hundredths = Int((min(max(value, 0), 1) * 100).rounded())
        if hundredths == 100 { return "1.0" }
        var text = hundredths < 10 ? ".0" : "."
        text += String(hundredths)
        return text
    }

    /// With one digit behind the point; beyond a million nothing sensible is said.
    package static func tenths(_ value: Double) -> String {
        guard abs(value) < 1e6 else { return none }
        let tenths = Int((abs(value) * 10).rounded())
        var text = value < 0 && tenths > 0 ? "-" : ""
        text += String(tenths / 10)
        text += "."
        text += String(tenths % 10)
        return text
    }

    /// With two digits behind the point.
    package static func hundredths(_ value: Double) -> String {
        guard abs(value) < 1e6 else { return none }
        let hundredths = Int((abs(value) * 100).rounded())
        var text = value < 0 && hundredths > 0 ? "-" : ""
        text += String(hundredths / 100)
        text += hundredths % 100 < 10 ? ".0" : "."
        text += String(hundredths % 100)
        return text
    }

    /// Two numbers with a space between.
    package static func pair(_ left: String, _ right: String) -> String {
        var text = left
        text += " "
        text += right
        return text
    }

    /// Milliseconds of microseconds, with one digit behind the point.
    package static func milliseconds(_ microseconds: Int64) -> String {
        tenths(Double(microseconds) / 1_000)
    }
}
