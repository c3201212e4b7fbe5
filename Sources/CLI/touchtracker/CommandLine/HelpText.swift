import KioskRuntime

/// The text that `--help` prints for a command.
struct HelpText {
    /// The word that requests the help text of a command, as in `touchtracker help run`.
    static let command = "help"
    /// The parameters of all commands that the parser handles itself, with their descriptions.
    static let commonOptions = [
        (names: ["--version"], abstract: "Show the version."),
        (names: ["-h", "--help"], abstract: "Show help information."),
    ]

    /// The text, without a newline at the end.
    private(set) var text = ""

    /// Creates the help text of the last command of `path`.
    init(of path: [any ParsableCommand.Type]) {
        guard let command = path.last else { return }
        let configuration = command.configuration
        let words = Self.words(of: path)
        let parameters = Self.parameters(of: command).filter { !$0.help.isHidden }
        add(paragraph: "OVERVIEW: \(configuration.abstract)")
        if !configuration.discussion.isEmpty { add(paragraph: configuration.discussion) }
        add(paragraph: "USAGE: \(words)\(Self.usage(of: configuration, parameters))")
        addSection(
            "ARGUMENTS",
            parameters.filter { $0.kind == .positional }.map {
                ("<\($0.valueName)>", $0.help.abstract)
            })
        addSection(
            "OPTIONS",
            parameters.filter { $0.kind != .positional }.map(Self.row)
                + Self.commonOptions.map { ($0.names.joined(separator: ", "), $0.abstract) })
        addSection(
            "SUBCOMMANDS",
            configuration.subcommands.map {
                let isDefault = $0 == configuration.defaultSubcommand
                return (
                    $0.configuration.commandName + (isDefault ? " (default)" : ""),
                    $0.configuration.abstract
                )
            })
        if !configuration.subcommands.isEmpty {
            let parents = words.split(separator: " ").dropFirst().map { " \($0)" }.joined()
            text += "  See '\(TouchTracker.configuration.commandName) \(Self.command)\(parents)"
            text += " <subcommand>' for detailed help."
        }
        while text.hasSuffix("\n") { text.removeLast() }
    }

    /// Returns the parameters of a command.
    static func parameters(of command: any ParsableCommand.Type) -> [Parameter] {
        func make<Command: ParsableCommand>(_ command: Command.Type) -> [Parameter] {
            CommandParser.makeCommand(command).1.parameters
        }
        return make(command)
    }

    /// Returns the words of a command on the command line, for example `touchtracker lock set`.
    static func words(of path: [any ParsableCommand.Type]) -> String {
        path.map { $0.configuration.commandName }.joined(separator: " ")
    }

    private static func usage(
        of configuration: CommandConfiguration, _ parameters: [Parameter]
    ) -> String {
        if !configuration.subcommands.isEmpty { return " <subcommand>" }
        let required = parameters.filter { $0.isRequired && $0.kind != .positional }.map {
            " \($0.spellings[0]) <\($0.valueName)>"
        }
        let positionals = parameters.filter { $0.kind == .positional }.map {
            $0.isRequired ? " <\($0.valueName)>" : " [<\($0.valueName)>]"
        }
        return (positionals + required + [" [<options>]"]).joined()
    }

    /// Returns the help text's two columns for an option or flag.
    private static func row(_ parameter: Parameter) -> (String, String) {
        let names = parameter.spellings.joined(separator: "/")
        var details: [String] = []
        if !parameter.acceptedValues.isEmpty {
            details.append("values: \(parameter.acceptedValues.joined(separator: ", "))")
        }
        if let text = parameter.defaultText { details.append("default: \(text)") }
        let suffix = details.isEmpty ? "" : " (\(details.joined(separator: "; ")))"
        return (
            parameter.kind == .flag ? names : "\(names) <\(parameter.valueName)>",
            parameter.help.abstract + suffix
        )
    }

    // MARK: Layout

    private mutating func add(paragraph: String) {
        text += HelpLayout.lines(paragraph).joined(separator: "\n") + "\n\n"
    }

    private mutating func addSection(_ title: String, _ rows: [(String, String)]) {
        if rows.isEmpty { return }
        text += "\(title):\n" + rows.map(HelpLayout.row).joined() + "\n"
    }
}
