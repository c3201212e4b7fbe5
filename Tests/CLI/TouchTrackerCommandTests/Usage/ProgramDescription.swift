import Foundation

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
    /// The names of the top-level commands.
    let commands: [String]

    init() throws {
        let help = try Program.run(["--experimental-dump-help"]).output
        let tool = try JSONDecoder().decode(Tool.self, from: Data(help.utf8))
        parameters = Self.parameters(of: tool.command, parents: [])
        commands = (tool.command.subcommands ?? []).map(\.commandName).filter { $0 != "help" }
    }

    private static func parameters(of command: Command, parents: [String]) -> [Parameter] {
        if command.commandName == "help" { return [] }
        let words = parents + [command.commandName]
        let own = (command.arguments ?? []).filter(\.shouldDisplay).compactMap { argument in
            let name =
                argument.kind == "positional"
                ? "<\(argument.valueName ?? "")>"
                : argument.names?.first { $0.kind == "long" }.map { "--\($0.name)" } ?? ""
            return ["--help", "--version"].contains(name)
                ? nil
                : Parameter(
                    command: Array(words.dropFirst()), name: name, isFlag: argument.kind == "flag")
        }
        return own + (command.subcommands ?? []).flatMap { parameters(of: $0, parents: words) }
    }

    private struct Tool: Decodable {
        let command: Command
    }

    private struct Command: Decodable {
        let commandName: String
        let subcommands: [Command]?
        let arguments: [Argument]?
    }

    private struct Argument: Decodable {
        let kind: String
        let shouldDisplay: Bool
        let names: [Name]?
        let valueName: String?
    }

    private struct Name: Decodable {
        let kind: String
        let name: String
    }
}
