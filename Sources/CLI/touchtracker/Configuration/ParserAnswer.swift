import ArgumentParser

/// What the argument parser says to a command's arguments. It alone knows which options there are and what
/// they may be: the configuration has no list of its own.
enum ParserAnswer: Equatable {
    /// They make sense.
    case accepted
    /// There is no such option; perhaps another one was meant.
    case unknown(meant: String?)
    /// They make no sense: why, and what to do about it, as far as the parser knows.
    case refused(cause: String, remedy: String?)

    /// Asks.
    init<Command: ParsableCommand>(to arguments: [String], of command: Command.Type) {
        do {
            _ = try Command.parse(arguments)
            self = .accepted
        } catch {
            // A request for help or the like: that is nothing to be configured.
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
                cause: String(message.prefix { $0 != "\n" }.prefix(Self.longestCause)),
                remedy: choice.map { "write \(Self.withoutStop($0))" }
                    ?? help.map { "it takes this: \($0)" })
        }
    }

    /// A cause may hold what somebody has written.
    private static let longestCause = 200

    /// What the option is for, down to the first semicolon: the parser adds its line of the help.
    private static func help(in message: String) -> String? {
        guard
            let line = message.split(separator: "\n").first(where: { $0.hasPrefix("Help:") }),
            let synopsis = line.firstIndex(of: ">")
        else { return nil }
        let words = line[line.index(after: synopsis)...].drop { $0 == " " }
        let text = withoutStop(String(words.prefix { $0 != ";" && $0 != "(" }))
        return text.isEmpty ? nil : text
    }

    private static func withoutStop(_ text: String) -> String {
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
