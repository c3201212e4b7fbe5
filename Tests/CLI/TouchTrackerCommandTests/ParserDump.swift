import Foundation
import Testing

/// The argument parser's own description of the program, printed with `--dump-help`.
struct ParserDump: Decodable {
    /// A command with its arguments and subcommands.
    struct Command: Decodable {
        let commandName: String
        let abstract: String?
        let discussion: String?
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

        /// A sentence with the accepted values, or `nil` if the help text or the placeholder of the
        /// value lists them, or if they cannot be enumerated.
        var valueSentence: String? {
            let listed = "\(abstract ?? "") \(valueName ?? "")"
            guard let values = allValues, !values.allSatisfy({ listed.contains($0) }) else {
                return nil
            }
            return "One of: \(values.joined(separator: ", "))."
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
        let program = try Program.run(["--dump-help"])
        try #require(program.status == 0)
        return try JSONDecoder().decode(ParserDump.self, from: Data(program.output.utf8))
    }
}
