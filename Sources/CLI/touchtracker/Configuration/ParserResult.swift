import KioskRuntime

/// The argument parser's result for a list of arguments. Configuration files are checked with the
/// parser, so that option names and value ranges are defined only in the commands.
enum ParserResult: Equatable {
    /// The arguments are valid.
    case accepted
    /// An option is unknown. `suggestion` is the name of a similar option without hyphens, or `nil`
    /// if there is none.
    case unknown(suggestion: String?)
    /// The arguments are invalid. `cause` is a one-line message. `remedy` is the description of
    /// valid values, or `nil` if there is none.
    case rejected(cause: String, remedy: String?)

    /// Parses `arguments` as the arguments of `command`.
    init<Command: ParsableCommand>(parsing arguments: [String], for command: Command.Type) {
        do throws(ParsingError) {
            _ = try Command.parse(arguments)
            self = .accepted
        } catch {
            let expectation = error.expectation.map { "expected: \($0)" }
            switch error.problem {
            // `--help` and `--version` end parsing, but are not settings.
            case .request: self = .unknown(suggestion: nil)
            case .unknownOption(let suggestion):
                self = .unknown(
                    suggestion: suggestion.map { String($0.drop { $0 == "-" }) })
            case .invalidValue(_, let accepted) where !accepted.isEmpty:
                self = .rejected(
                    cause: error.text, remedy: "write \(Similarity.list(accepted))")
            case .invalidValue, .missingValue, .missingArgument, .other:
                self = .rejected(cause: error.text, remedy: expectation)
            }
        }
    }
}
