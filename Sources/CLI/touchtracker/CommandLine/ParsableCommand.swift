import KioskRuntime

/// A group of parameters, declared with `@Option`, `@Flag`, `@Argument` and `@OptionGroup`.
protocol ParsableArguments {
    init()

    /// Checks combinations of values after the arguments are parsed.
    ///
    /// - Throws: `ValidationError` if a combination is not accepted.
    func validate() throws
}

extension ParsableArguments {
    func validate() throws {}
}

/// A combination of values that a command does not accept.
struct ValidationError: Error {
    /// The one-line error message.
    let message: String

    /// Creates an error.
    init(_ message: String) {
        self.message = message
    }
}

/// A command of the program, with its parameters.
protocol ParsableCommand: ParsableArguments {
    /// The command's name, description and subcommands.
    static var configuration: CommandConfiguration { get }

    /// Runs the command after its arguments are parsed. A command with subcommands is never run.
    @MainActor
    func perform() throws(Failure)
}

extension ParsableCommand {
    @MainActor
    func perform() throws(Failure) {}
}

/// A command's name, description and subcommands.
struct CommandConfiguration {
    /// The word for the command on the command line.
    let commandName: String
    /// A sentence that describes the command.
    let abstract: String
    /// Details for the command's own help text, or an empty string.
    let discussion: String
    /// The commands from which the next word on the command line selects.
    let subcommands: [any ParsableCommand.Type]
    /// The command that runs if no subcommand is named. Without a default, the help text is
    /// printed.
    let defaultSubcommand: (any ParsableCommand.Type)?

    /// Creates a configuration.
    init(
        commandName: String, abstract: String, discussion: String = "",
        subcommands: [any ParsableCommand.Type] = [],
        defaultSubcommand: (any ParsableCommand.Type)? = nil
    ) {
        self.commandName = commandName
        self.abstract = abstract
        self.discussion = discussion
        self.subcommands = subcommands
        self.defaultSubcommand = defaultSubcommand
    }
}

extension ParsableCommand {
    /// Parses arguments for this command.
    ///
    /// - Parameter arguments: The arguments after the command's name.
    /// - Throws: `ParsingError` if the arguments are invalid, or request help.
    static func parse(_ arguments: [String]) throws(ParsingError) -> Self {
        try CommandParser(path: [TouchTracker.self, Self.self]).parse(
            arguments[...], as: Self.self)
    }

    /// Parses the arguments of the program, which may begin with the words of a subcommand.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    /// - Throws: `ParsingError` if the arguments are invalid, or request help.
    static func parseAsRoot(
        _ arguments: [String] = Array(CommandLine.arguments.dropFirst())
    ) throws(ParsingError) -> any ParsableCommand {
        var rest = arguments[...]
        var path: [any ParsableCommand.Type] = [Self.self]
        if rest.first == HelpText.command {
            rest.removeFirst()
            let named = commandPath(of: &rest, from: path)
            guard rest.isEmpty else {
                throw ParsingError(ArgumentError("help takes the words of a command"), in: path)
            }
            throw .request(text: HelpText(of: named).text)
        }
        path = commandPath(of: &rest, from: path)
        let command = path[path.count - 1]
        let parser = CommandParser(path: path)
        if command.configuration.subcommands.isEmpty {
            return try parser.parse(rest, as: command)
        }
        try parser.checkForRequests(in: rest)
        guard let defaultCommand = command.configuration.defaultSubcommand else {
            if let word = rest.first {
                throw ParsingError(ArgumentError("'\(word)': unexpected argument"), in: path)
            }
            throw .request(text: HelpText(of: path).text)
        }
        return try CommandParser(path: path + [defaultCommand]).parse(rest, as: defaultCommand)
    }

    /// Removes the leading words that name subcommands, and returns the commands.
    private static func commandPath(
        of arguments: inout ArraySlice<String>, from root: [any ParsableCommand.Type]
    ) -> [any ParsableCommand.Type] {
        var path = root
        while let word = arguments.first,
            let next = path[path.count - 1].configuration.subcommands.first(where: {
                $0.configuration.commandName == word
            })
        {
            path.append(next)
            arguments.removeFirst()
        }
        return path
    }
}
