import KioskRuntime

/// An invalid command line, described in one line with the cause, what is accepted, and the command
/// that prints the help.
package struct UsageError {
    /// The one-line message.
    package let message: String

    /// Creates the description of an error that parsing the command line caused.
    ///
    /// - Parameters:
    ///   - error: The error that the parser threw.
    ///   - arguments: The program's arguments, without the program's name.
    init(_ error: ParsingError, arguments: [String]) {
        // A misspelled command is parsed as an argument of the default command, which has its own
        // options. Its errors would mislead.
        if let command = Self.unknownCommand(in: arguments) {
            message = command
            return
        }
        message =
            switch error {
            case .request(let text): text
            case .invalid(let error, let help): "\(error.text); see \(help)"
            }
    }

    /// Parses a command line without running the command.
    ///
    /// - Returns: The error, or `nil` if the arguments are valid.
    package static func parsing(_ arguments: [String]) -> UsageError? {
        do throws(ParsingError) {
            _ = try TouchTracker.parseAsRoot(arguments)
            return nil
        } catch {
            return UsageError(error, arguments: arguments)
        }
    }

    /// Returns the message for the first argument that is in the place of a command without naming
    /// one, or `nil` if there is no such argument.
    private static func unknownCommand(in arguments: [String]) -> String? {
        var command: any ParsableCommand.Type = TouchTracker.self
        var words = TouchTracker.configuration.commandName
        let isHelp = arguments.first == HelpText.command
        for argument in arguments.dropFirst(isHelp ? 1 : 0) {
            let commands = command.configuration.subcommands
            let names = commands.map { $0.configuration.commandName }
            if names.isEmpty || argument.hasPrefix("-") {
                return nil
            }
            guard let next = commands.first(where: { $0.configuration.commandName == argument })
            else {
                let name = ArgumentError.oneLine(argument)
                let remedy = Similarity.remedy(for: argument, among: names)
                return "'\(name)': unknown command; \(remedy); see \(words) --help"
            }
            command = next
            words += " \(argument)"
        }
        return nil
    }
}
