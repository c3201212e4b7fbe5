/// Functions that format decimal numbers.
package enum Decimals {
    /// Returns a number as text, rounded to `places` decimals, including trailing zeros.
    package static func fixed(_ number: Double, _ places: Int) -> String {
        guard number.isFinite, abs(number) < 1e15 else { return "–" }
        var unit = 1.0
        for _ in 0..<places { unit *= 10 }
        let parts = Int64((abs(number) * unit).rounded())
        let whole = parts / Int64(unit)
        let sign = number < 0 && parts != 0 ? "-" : ""
        if places == 0 { return "\(sign)\(whole)" }
        let rest = "\(parts % Int64(unit))"
        let zeros = String(repeating: "0", count: places - rest.utf8.count)
        return "\(sign)\(whole).\(zeros)\(rest)"
    }

    /// Returns a duration given in microseconds as milliseconds with `places` decimals, without a
    /// unit.
    static func milliseconds(_ microseconds: Int64, places: Int = 1) -> String {
        fixed(Double(microseconds) / 1_000, places)
    }

    /// Returns the shortest text that represents a number, without a decimal point for whole
    /// numbers.
    static func shortest(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    }

    /// Returns a number as text, rounded to at most `places` decimals, without trailing zeros.
    static func atMost(_ value: Double, places: Int) -> String {
        var text = fixed(value, places)
        guard text.contains(".") else { return text }
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
