/// Why a YAML file can't be read, or why what it says makes no sense.
package struct YAMLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file, as the caller named it.
    package let file: String
    /// The line, from 1; nil where the whole file is meant.
    package let line: Int?
    /// What is wrong.
    package let cause: String
    /// What to do about it.
    package let remedy: String

    /// Makes an error.
    package init(file: String, line: Int?, cause: String, remedy: String) {
        self.file = file
        self.line = line
        self.cause = cause
        self.remedy = remedy
    }

    /// One line: `FILE:LINE: cause; remedy`.
    package var description: String {
        let place = line.map { "\(Self.oneLine(file)):\($0)" } ?? Self.oneLine(file)
        return "\(place): \(Self.oneLine(cause)); \(Self.oneLine(remedy))"
    }

    /// What a file holds, fit to stand in a line of a terminal: at most 60 characters, control
    /// characters as `?`.
    package static func quoted(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(60)
        return "“\(oneLine(String(start)))\(start.count < text.unicodeScalars.count ? "…" : "")”"
    }

    /// The text without anything that could end the line or steer a terminal, and not longer than that.
    package static func oneLine(_ text: String, atMost count: Int = .max) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if line.count == count { return String(line) + "…" }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
                line.append("?")
            default: line.append(scalar)
            }
        }
        return String(line)
    }
}
