/// Functions shared by the HTML reports.
enum HTML {
    /// Returns `text` escaped for use in an element or attribute.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            // Device names can contain characters that HTML forbids.
            case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{7F}"..."\u{9F}":
                result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns an HTML table, which scrolls horizontally if the table is wider than the page.
    /// `heads` are column titles as plain text; `rows` are complete `tr` elements.
    static func table(heads: [String], rows: [String]) -> String {
        let cells = heads.map { "<th scope=\"col\">\(escaped($0))</th>" }.joined()
        return "<div class=\"wide\"><table>\n<thead><tr>\(cells)</tr></thead>\n<tbody>\n"
            + rows.joined(separator: "\n") + "\n</tbody>\n</table></div>"
    }
}
