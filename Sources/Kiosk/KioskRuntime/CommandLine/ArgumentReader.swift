import KioskYAML

/// A reader that splits command-line arguments into options and values.
package struct ArgumentReader {
    /// An argument.
    package enum Argument {
        /// An option with its hyphens, and the text after an equals sign, or `nil`.
        case option(String, attached: String?)
        case value(String)
    }

    private var rest: ArraySlice<String>
    private var isAfterOptions = false

    /// Creates a reader of arguments, without the words of a command.
    package init(_ arguments: ArraySlice<String>) {
        rest = arguments
    }

    /// Removes and returns the next argument. After `--`, every argument is a value.
    package mutating func next() -> Argument? {
        guard let argument = rest.popFirst() else { return nil }
        if isAfterOptions || !Self.isOption(argument) { return .value(argument) }
        if argument == "--" {
            isAfterOptions = true
            return next()
        }
        let name = argument.prefix { $0 != "=" }
        let attached =
            name.endIndex == argument.endIndex
            ? nil : String(argument[argument.index(after: name.endIndex)...])
        return .option(String(name), attached: attached)
    }

    /// Returns the value of the option that was read last: the attached text, or the next argument,
    /// which is removed. Returns `nil` if there is none, or if it is another option.
    package mutating func value(attached: String?, acceptsHyphen: Bool = false) -> String? {
        // An empty attached value, as in `--scale=`, is missing.
        if let attached { return attached.isEmpty ? nil : attached }
        guard let next = rest.first,
            acceptsHyphen || !Self.isOption(next) || Self.isNegativeNumber(next)
        else { return nil }
        return rest.removeFirst()
    }

    /// Returns whether an argument begins with a hyphen and is more than one.
    private static func isOption(_ argument: String) -> Bool {
        argument.utf8.first == UInt8(ascii: "-") && argument.utf8.count > 1
    }

    /// Returns whether an argument begins with a hyphen and a digit, and therefore is no option.
    private static func isNegativeNumber(_ argument: String) -> Bool {
        let bytes = argument.utf8.prefix(2)
        guard bytes.count == 2, let second = bytes.last else { return false }
        return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
    }
}

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
