/// The commands of the program with their arguments, from the parser's own description.
struct ProgramDescription {
    /// An option, flag or positional argument of a command.
    struct Parameter {
        /// The command's words without the program's name, for example `lock set`.
        let command: [String]
        /// The option with its hyphens, or the placeholder of an argument, such as `<file>`.
        let name: String
        let isFlag: Bool
    }

    /// All visible parameters of all commands, without `--help` and `--version`.
    let parameters: [Parameter]

    init() throws {
        let root = try ParserDump.read().command
        parameters = Self.parameters(of: root, parents: [])
    }

    private static func parameters(
        of command: ParserDump.Command, parents: [String]
    ) -> [Parameter] {
        if command.commandName == "help" { return [] }
        let words = parents + [command.commandName]
        let own = (command.arguments ?? []).filter(\.shouldDisplay).compactMap { argument in
            let name =
                argument.kind == "positional"
                ? "<\(argument.valueName ?? "")>"
                : argument.longNames.first.map { "--\($0)" } ?? ""
            return ["--help", "--version"].contains(name)
                ? nil
                : Parameter(
                    command: Array(words.dropFirst()), name: name, isFlag: argument.kind == "flag")
        }
        return own + (command.subcommands ?? []).flatMap { parameters(of: $0, parents: words) }
    }
}
