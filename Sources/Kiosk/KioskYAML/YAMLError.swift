/// An error that occurred while a YAML file was read or its contents were interpreted.
package struct YAMLError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's name.
    package let file: String
    /// The line number, from 1, or `nil` if the error concerns the whole file.
    package let line: Int?
    /// The cause of the error.
    package let cause: String
    /// The action that resolves the error.
    package let remedy: String

    /// Creates an error from its parts.
    package init(file: String, line: Int?, cause: String, remedy: String) {
        self.file = file
        self.line = line
        self.cause = cause
        self.remedy = remedy
    }

    /// A one-line message of the form `FILE:LINE: cause; remedy`.
    package var description: String {
        let position = line.map { "\(Self.oneLine(file)):\($0)" } ?? Self.oneLine(file)
        return "\(position): \(Self.oneLine(cause)); \(Self.oneLine(remedy))"
    }

    /// Returns text from a file in quotation marks, truncated to 60 characters and safe for a
    /// terminal: `?` replaces each control character.
    package static func quoted(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(60)
        return "“\(oneLine(String(start)))\(start.count < text.unicodeScalars.count ? "…" : "")”"
    }

    /// Returns `text` as a single line that is safe for a terminal, truncated to `count`
    /// characters.
    ///
    /// Replaces control characters, format characters and line separators with `?`.
    package static func oneLine(_ text: String, maximumLength count: Int = .max) -> String {
        var line = String.UnicodeScalarView()
        // `line.count` would count all scalars for each scalar.
        var length = 0
        for scalar in text.unicodeScalars {
            if length == count { return String(line) + "…" }
            length += 1
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
                line.append("?")
            default: line.append(scalar)
            }
        }
        return String(line)
    }
}
