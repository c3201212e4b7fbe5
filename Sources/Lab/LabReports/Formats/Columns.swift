/// Functions that align text in columns and format numbers.
enum Columns {
    static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    /// Returns the width of the longest text in each column of `rows`, which have the same number
    /// of columns.
    static func widths(of rows: [[String]]) -> [Int] {
        (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    }

    /// Returns a whole number with thousands separators: `1,234,567`.
    static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in "\(number.magnitude)".reversed().enumerated() {
            if index > 0, index % 3 == 0 { text = "," + text }
            text = "\(digit)" + text
        }
        return number < 0 ? "-" + text : text
    }
}
