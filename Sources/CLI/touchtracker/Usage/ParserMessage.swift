import ArgumentParser
import KioskYAML

/// The parts of an error message of ArgumentParser, whose errors have no other public description.
struct ParserMessage: Equatable {
    /// The kind of an error in command-line arguments.
    enum Problem: Equatable {
        /// An option or argument does not accept a value. `accepted` contains all accepted values,
        /// or is empty if they cannot be enumerated.
        case invalidValue(String, accepted: [String])
        /// An option is the last argument, but requires a value.
        case missingValue
        /// A required option or argument is missing.
        case missingArgument
        /// The command has no such option. `suggestion` is a similar option, or `nil`.
        case unknownOption(suggestion: String?)
        /// Any other error, with the parser's text.
        case other(String)
    }

    /// The kind of the error.
    let problem: Problem
    /// The option with its hyphens, or the placeholder of an argument, such as `<file>`. Empty for
    /// other errors.
    let subject: String
    /// The option's help text up to the first semicolon or parenthesis, with a lowercase first
    /// letter and without a period, or `nil` if the error concerns no known option.
    let expectation: String?
    /// The command that prints the help for the parsed command, such as `touchtracker run --help`.
    let helpCommand: String

    /// Splits the parser's message for `error` into parts.
    ///
    /// - Parameters:
    ///   - error: The error that the parser threw.
    ///   - command: The command whose arguments were parsed, or the root command.
    init(_ error: any Error, for command: any ParsableCommand.Type) {
        let message = command.message(for: error)
        let details = command.fullMessage(for: error, columns: 1_000)
            .dropFirst("Error: ".count + message.count)
        (problem, subject) = Self.problem(in: message)
        let help = details.split(separator: "\n").first { $0.hasPrefix("Help:") }
        expectation = help.flatMap { Self.expectation(in: $0) }
        let reference = details.split(separator: "\n").first { $0.hasPrefix("  See '") }
        helpCommand =
            reference.map { String($0.dropFirst("  See '".count).prefix { $0 != "'" }) }
            ?? "touchtracker --help"
    }

    /// The error in one line: the subject, the cause, and what the parser accepts instead.
    var text: String {
        let expected = expectation.map { "; expected: \($0)" } ?? ""
        switch problem {
        case .invalidValue(let value, let accepted):
            let cause = "\(subject): '\(YAMLError.oneLine(value, maximumLength: 60))' is not valid"
            if accepted.isEmpty { return cause + expected }
            return "\(cause); \(Self.remedy(for: value, among: accepted))"
        case .missingValue: return "\(subject): the value is missing\(expected)"
        case .missingArgument: return "\(subject): missing\(expected)"
        case .unknownOption(let suggestion):
            let name = YAMLError.oneLine(subject, maximumLength: 60)
            // The parser also suggests options that have little in common with the argument.
            let similar = suggestion.flatMap { Similarity.nearest(to: subject, among: [$0]) }
            return "\(name): unknown option" + (similar.map { "; did you mean \($0)?" } ?? "")
        case .other(let text):
            let isUnexpected = text.hasPrefix("Unexpected") || text.contains(" unexpected arg")
            let remedy = isUnexpected ? "; remove what the command does not use" : ""
            return YAMLError.oneLine(Self.withoutPeriod(text), maximumLength: 1_000) + remedy
        }
    }

    // MARK: Analysis

    private static func problem(in message: String) -> (Problem, subject: String) {
        let text = message[...]
        // The value can contain any text, so the last occurrence separates it from the option.
        if let value = self.text(after: "The value '", beforeLast: "' is invalid for '", in: text) {
            let rest = text.dropFirst("The value '".count + value.count)
                .dropFirst("' is invalid for '".count)
            let option = rest.prefix { $0 != "'" }
            let accepted = acceptedValues(in: rest.dropFirst(option.count + 1))
            return (.invalidValue(String(value), accepted: accepted), name(of: option))
        }
        if let option = self.text(after: "Missing value for '", before: "'", in: text) {
            return (.missingValue, name(of: option))
        }
        if let option = self.text(after: "Missing expected argument '", before: "'", in: text) {
            return (.missingArgument, name(of: option))
        }
        if let option = self.text(after: "Unknown option '", before: "'", in: text) {
            let suggestion = self.text(after: "'. Did you mean '", before: "'", in: text)
            return (.unknownOption(suggestion: suggestion.map(String.init)), String(option))
        }
        return (.other(message), "")
    }

    /// Returns the values that the parser lists after an invalid value, either in quotes or in
    /// lines that begin with a hyphen.
    private static func acceptedValues(in list: Substring) -> [String] {
        guard list.hasPrefix(". Please provide one of ") else { return [] }
        let lines = list.split(separator: "\n").filter { $0.hasPrefix("  - ") }
        if !lines.isEmpty { return lines.map { String($0.dropFirst(4)) } }
        let parts = list.split(separator: "'", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }
    }

    /// Returns the option without its value's placeholder: `--scale` for `--scale <factor>`.
    private static func name(of option: Substring) -> String {
        String(option.hasPrefix("-") ? option.prefix { $0 != " " } : option)
    }

    /// Returns the description of the expected value from the parser's help line, for example
    /// `Help:  --scale <factor>  The scale in pixels per point, 0.25 to 8; by default 1.`
    private static func expectation(in line: Substring) -> String? {
        guard let synopsisEnd = line.firstIndex(of: ">") else { return nil }
        let help = line[line.index(after: synopsisEnd)...].drop { $0 == " " }
        let text = withoutPeriod(String(help.prefix { $0 != ";" && $0 != "(" }))
        return text.isEmpty ? nil : text.prefix(1).lowercased() + text.dropFirst()
    }

    // MARK: Text

    /// Returns the values as `a`, `a or b`, or `a, b or c`.
    static func list(_ values: [String]) -> String {
        guard let last = values.last, values.count > 1 else { return values.joined() }
        return "\(values.dropLast().joined(separator: ", ")) or \(last)"
    }

    /// Returns what to use instead of `word`: a similar value, if there is one, and all values.
    static func remedy(for word: String, among accepted: [String]) -> String {
        let suggestion = Similarity.nearest(to: word, among: accepted)
            .map { "did you mean '\($0)'? " }
        return "\(suggestion ?? "")use \(list(accepted))"
    }

    private static func withoutPeriod(_ text: String) -> String {
        var text = text[...]
        while let last = text.last, last == "." || last == " " { text.removeLast() }
        return String(text)
    }

    private static func text(
        after start: String, before end: Character, in text: Substring
    ) -> Substring? {
        var rest = text
        while !rest.isEmpty {
            if rest.hasPrefix(start) { return rest.dropFirst(start.count).prefix { $0 != end } }
            rest.removeFirst()
        }
        return nil
    }

    private static func text(
        after start: String, beforeLast end: String, in text: Substring
    ) -> Substring? {
        guard text.hasPrefix(start) else { return nil }
        var value = text.dropFirst(start.count)
        while !value.isEmpty {
            if value.hasSuffix(end) { return value.dropLast(end.count) }
            value.removeLast()
        }
        return nil
    }
}
