import Foundation
import Testing

/// The options of `touchtracker run`, as the program itself tells them.
struct RunOptions {
    struct Option {
        /// Its long names.
        let names: [String]
        let isFlag: Bool
        let defaultValue: String?
    }

    /// All of them, but for those that aren't about the kiosk: `--help`, `--version` and `--config`.
    let all: [Option]

    init() throws {
        let help = try Program.run(["--experimental-dump-help"])
        let tool = try JSONDecoder().decode(Tool.self, from: Data(help.output.utf8))
        let run = try #require(tool.command.subcommands?.first { $0.commandName == "run" })
        all = (run.arguments ?? []).compactMap { argument in
            let names = (argument.names ?? []).filter { $0.kind == "long" }.map(\.name)
            if names.isEmpty || names.contains(where: ["help", "version", "config"].contains) {
                return nil
            }
            return Option(
                names: names, isFlag: argument.kind == "flag", defaultValue: argument.defaultValue)
        }
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
        let names: [Name]?
        let defaultValue: String?
    }

    private struct Name: Decodable {
        let kind: String
        let name: String
    }
}
