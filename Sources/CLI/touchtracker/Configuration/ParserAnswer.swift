import ArgumentParser

/// The argument parser's result for a list of arguments. The parser is the only source of option
/// names and value ranges.
enum ParserAnswer: Equatable {
    /// The arguments are valid.
    case accepted
    /// The option is unknown; `meant` is a similar option, or `nil`.
    case unknown(meant: String?)
    /// The arguments are invalid; `cause` and `remedy` are the parser's texts.
    case refused(cause: String, remedy: String?)

    /// Parses arguments for a command.
    init<Command: ParsableCommand>(to arguments: [String], of command: Command.Type) {
        do {
            _ = try Command.parse(arguments)
            self = .accepted
        } catch {
            // `--help` and `--version` end the parser successfully, but are not settings.
            if Command.exitCode(for: error).isSuccess {
                self = .unknown(meant: nil)
                return
            }
            let message = Command.message(for: error)
            if message.hasPrefix("Unknown option") {
                self = .unknown(
                    meant: Self.text(after: "Did you mean '--", before: "'", in: message))
                return
            }
            let choice = Self.text(after: "Please provide ", before: "\n", in: message + "\n")
            let help = Self.help(in: Command.fullMessage(for: error))
            self = .refused(
                cause: String(message.prefix { $0 != "\n" }.prefix(Self.maximumCauseLength)),
                remedy: choice.map { "write \(Self.withoutPeriod($0))" }
                    ?? help.map { "the option is: \($0)" })
        }
    }

    /// The length limit of a cause in characters, because a cause can contain the user's input.
    private static let maximumCauseLength = 200

    /// Returns the option's help text up to the first semicolon or parenthesis, from the line
    /// `Help:` of the parser's message, or `nil` without such a line.
    private static func help(in message: String) -> String? {
        guard
            let line = message.split(separator: "\n").first(where: { $0.hasPrefix("Help:") }),
            let synopsis = line.firstIndex(of: ">")
        else { return nil }
        let words = line[line.index(after: synopsis)...].drop { $0 == " " }
        let text = withoutPeriod(String(words.prefix { $0 != ";" && $0 != "(" }))
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
