import KioskRuntime
import KioskYAML

/// The reason why parsing a command line ended without a command: an error, or a request such as
/// `--help`.
struct ParsingError: Error, Equatable {
    /// The kind of the reason.
    enum Problem: Equatable {
        /// The command line requests a text, for example the help text.
        case request(text: String)
        /// An option or argument does not accept a value. `accepted` contains all accepted values,
        /// or is empty if they cannot be enumerated.
        case invalidValue(String, accepted: [String])
        /// An option is the last argument, but requires a value.
        case missingValue
        /// A required option or argument is missing.
        case missingArgument
        /// The command has no such option. `suggestion` is a similar option, or `nil`.
        case unknownOption(suggestion: String?)
        /// Any other error, with its message.
        case other(String)
    }

    /// The kind of the reason.
    let problem: Problem
    /// The option with its hyphens, or the placeholder of an argument, such as `<file>`. Empty for
    /// other errors.
    let subject: String
    /// The option's help text up to the first semicolon or parenthesis, with a lowercase first
    /// letter and without a period, or `nil` if the error concerns no known option.
    let expectation: String?
    /// The command that prints the help for the parsed command, such as `touchtracker run --help`.
    let helpCommand: String

    /// Creates an error that concerns no known parameter.
    init(_ problem: Problem, subject: String, in path: [any ParsableCommand.Type]) {
        self.problem = problem
        self.subject = subject
        expectation = nil
        helpCommand = "\(HelpText.words(of: path)) --help"
    }

    /// Creates an error that concerns a parameter.
    init(_ problem: Problem, of parameter: Parameter, in path: [any ParsableCommand.Type]) {
        self.problem = problem
        subject = parameter.spellings.first ?? "<\(parameter.name)>"
        expectation = parameter.help.expectation
        helpCommand = "\(HelpText.words(of: path)) --help"
    }

    /// Creates the reason for a command line that requests a text.
    init(printing text: String, for path: [any ParsableCommand.Type]) {
        self.init(.request(text: text), subject: "", in: path)
    }

    /// The error in one line: the subject, the cause, and what the parser accepts instead.
    var text: String {
        let expected = expectation.map { "; expected: \($0)" } ?? ""
        switch problem {
        case .request(let text): return text
        case .invalidValue(let value, let accepted):
            let cause = "\(subject): '\(YAMLError.oneLine(value, maximumLength: 60))' is not valid"
            if accepted.isEmpty { return cause + expected }
            return "\(cause); \(Similarity.remedy(for: value, among: accepted))"
        case .missingValue: return "\(subject): the value is missing\(expected)"
        case .missingArgument: return "\(subject): missing\(expected)"
        case .unknownOption(let suggestion):
            let name = YAMLError.oneLine(subject, maximumLength: 60)
            return "\(name): unknown option" + (suggestion.map { "; did you mean \($0)?" } ?? "")
        case .other(let text): return YAMLError.oneLine(text, maximumLength: 1_000)
        }
    }
}
