import TouchKitGeometry

/// Functions that format numbers and positions for the texts of reports.
package enum ReportText {
    /// Returns a number with at most one decimal.
    package static func number(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "–" }
        let tenths = Int((value * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        let size = tenths.magnitude
        return size % 10 == 0 ? "\(sign)\(size / 10)" : "\(sign)\(size / 10).\(size % 10)"
    }

    /// Returns `text` with an uppercase first letter.
    package static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    /// Returns the text for a position given in millimeters.
    static func location(_ position: CGPoint) -> String {
        "\(number(position.x)) mm from the left, \(number(position.y)) mm from the top"
    }
}
