import KioskYAML

/// An error in a command line.
package struct ArgumentError: Error, Equatable {
    /// The error in one line: the subject, the cause, and what the command line accepts instead.
    package let text: String

    /// Creates an error with its message.
    package init(_ text: String) {
        self.text = YAMLError.oneLine(text, maximumLength: 1_000)
    }

    /// Creates the error for a value that an option or argument does not accept.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - subject: The option with its hyphens, or the placeholder of an argument.
    ///   - accepted: All accepted values, or empty if they cannot be enumerated.
    ///   - help: The help text of the option or argument.
    package init(invalid value: String, of subject: String, accepted: [String], help: String) {
        let cause = "\(subject): '\(Self.oneLine(value))' is not valid"
        text =
            accepted.isEmpty
            ? cause + Self.expected(help)
            : "\(cause); \(Similarity.remedy(for: value, among: accepted))"
    }

    /// Creates the error for a missing option, argument or value.
    ///
    /// - Parameters:
    ///   - cause: What is missing, after the subject.
    ///   - subject: The option with its hyphens, or the placeholder of an argument.
    ///   - help: The help text of the option or argument.
    package init(missing cause: String, of subject: String, help: String) {
        text = "\(subject): \(cause)\(Self.expected(help))"
    }

    /// Creates the error for an option with hyphens that the command line does not accept.
    package init(unknownOption option: String, among known: [String]) {
        let suggestion = Similarity.nearest(to: option, among: known)
        text =
            "\(Self.oneLine(option)): unknown option"
            + (suggestion.map { "; did you mean \($0)?" } ?? "")
    }

    /// Returns a word of the command line without control characters, at most 60 characters.
    package static func oneLine(_ word: String) -> String {
        YAMLError.oneLine(word, maximumLength: 60)
    }

    /// Returns the description of the accepted value in a help text, which ends at a semicolon or
    /// parenthesis, in lowercase, for example `the scale in pixels per point, 0.25 to 8`.
    package static func expectation(_ help: String) -> String? {
        var text = help.prefix { $0 != ";" && $0 != "(" }
        while let last = text.last, last == "." || last == " " { text.removeLast() }
        return text.isEmpty ? nil : text.prefix(1).lowercased() + text.dropFirst()
    }

    private static func expected(_ help: String) -> String {
        expectation(help).map { "; expected: \($0)" } ?? ""
    }
}
