/// The layout of help texts: lines of at most 80 characters.
package enum HelpLayout {
    package static let width = 80
    private static let indentation = 26

    /// Returns a heading with its description in a second column.
    package static func row(_ heading: String, _ description: String) -> String {
        let margin = String(repeating: " ", count: indentation)
        let indented = "  \(heading)"
        let start =
            indented.count < indentation
            ? indented + margin.dropFirst(indented.count) : indented + "\n" + margin
        let lines = lines(description, width: width - indentation)
        return start + lines.joined(separator: "\n" + margin) + "\n"
    }

    /// Breaks a text into lines of at most `width` characters.
    package static func lines(_ text: String, width: Int = width) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + word.count < width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
