/// Numbers with a point.
enum Decimals {
    /// A number with so many places, rounded.
    static func fixed(_ number: Double, _ places: Int) -> String {
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

    /// Microseconds in milliseconds.
    static func milliseconds(_ microseconds: Int64, places: Int = 1) -> String {
        fixed(Double(microseconds) / 1_000, places)
    }

    /// A number with as many places as it takes, whole where it is.
    static func shortest(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
    }

    /// A number with at most so many places, without zeros at its end.
    static func atMost(_ value: Double, places: Int) -> String {
        var text = fixed(value, places)
        guard text.contains(".") else { return text }
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
