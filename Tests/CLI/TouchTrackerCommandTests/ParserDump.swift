import Foundation

/// The argument parser's own description of the program, printed with `--dump-help`.
struct ParserDump: Decodable {
    /// A command with its arguments and subcommands.
    struct Command: Decodable {
        let commandName: String
        let subcommands: [Command]?
        let arguments: [Argument]?
    }

    /// An option, flag or positional argument of a command.
    struct Argument: Decodable {
        let kind: String
        let shouldDisplay: Bool
        let names: [Name]?
        let valueName: String?
        let abstract: String?
        let isRepeatable: Bool?
        let defaultValue: String?
        let example: String?
        let allValues: [String]?

        /// The names with two hyphens, without the hyphens.
        var longNames: [String] {
            (names ?? []).filter { $0.kind == "long" }.map(\.name)
        }
    }

    /// A name of an option, without hyphens.
    struct Name: Decodable {
        let kind: String
        let name: String
    }

    /// The root command.
    let command: Command

    /// Returns the description of the program that was built with the tests.
    static func read() throws -> ParserDump {
        let help = try Program.run(["--dump-help"]).output
        return try JSONDecoder().decode(ParserDump.self, from: Data(help.utf8))
    }
}
