import ArgumentParser

/// The argument parser's result for a list of arguments. Configuration files are checked with the
/// parser, so that option names and value ranges are defined only in the commands.
enum ParserResult: Equatable {
    /// The arguments are valid.
    case accepted
    /// An option is unknown. `suggestion` is the name of a similar option without hyphens, or `nil`
    /// if there is none.
    case unknown(suggestion: String?)
    /// The arguments are invalid. `cause` is the parser's message. `remedy` is the parser's
    /// description of valid values, or `nil` if there is none.
    case rejected(cause: String, remedy: String?)

    /// Parses `arguments` as the arguments of `command`.
    init<Command: ParsableCommand>(parsing arguments: [String], for command: Command.Type) {
        do {
            _ = try Command.parse(arguments)
            self = .accepted
        } catch {
            // `--help` and `--version` end the parser successfully, but are not settings.
            if Command.exitCode(for: error).isSuccess {
                self = .unknown(suggestion: nil)
                return
            }
            let message = Command.message(for: error)
            if message.hasPrefix("Unknown option") {
                self = .unknown(
                    suggestion: Self.text(after: "Did you mean '--", before: "'", in: message))
                return
            }
            let validValues = Self.text(after: "Please provide ", before: "\n", in: message + "\n")
            let help = Self.help(in: Command.fullMessage(for: error))
            self = .rejected(
                cause: String(message.prefix { $0 != "\n" }.prefix(Self.maximumCauseLength)),
                remedy: validValues.map { "write \(Self.withoutPeriod($0))" }
                    ?? help.map { "the option is: \($0)" })
        }
    }

    /// The maximum length of the cause in characters. The length is limited, because the cause can
    /// contain user input.
    private static let maximumCauseLength = 200

    /// Returns the option's help text up to the first semicolon or parenthesis, from the line
    /// `Help:` of the parser's message, or `nil` if there is no such line.
    private static func help(in message: String) -> String? {
        guard
            let line = message.split(separator: "\n").first(where: { $0.hasPrefix("Help:") }),
            let synopsis = line.firstIndex(of: ">")
        else { return nil }
        let helpText = line[line.index(after: synopsis)...].drop { $0 == " " }
        let text = withoutPeriod(String(helpText.prefix { $0 != ";" && $0 != "(" }))
        return text.isEmpty ? nil : text
    }

    private static func withoutPeriod(_ text: String) -> String {
        var text = text[...]
        while let last = text.last, last == "." || last == " " { text.removeLast() }
        return String(text)
    }

    private static func text(after start: String, before end: Character, in text: String) -> String?
    {
        var rest = text[...]
        while !rest.isEmpty {
            if rest.hasPrefix(start) {
                return String(rest.dropFirst(start.count).prefix { $0 != end })
            }
            rest.removeFirst()
        }
        return nil
    }
}
