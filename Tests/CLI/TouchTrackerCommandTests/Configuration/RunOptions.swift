import Testing

/// The options of `touchtracker run`, from the program's own description.
struct RunOptions {
    struct Option {
        /// The long names; the opposite of a switch is last.
        let names: [String]
        let isFlag: Bool
        let isRepeatable: Bool
        /// The help text, with the accepted values.
        let description: String
        let defaultValue: String?
        /// The value in the installed configuration file if there is no default.
        let example: String?
    }

    /// All options related to the kiosk, without `--help`, `--version` and `--config`.
    let all: [Option]

    init() throws {
        let root = try ParserDump.read().command
        let run = try #require(root.subcommands?.first { $0.commandName == "run" })
        let arguments = (run.arguments ?? []).compactMap { argument -> Option? in
            let names = argument.longNames
            if names.isEmpty || names.contains(where: ["help", "version", "config"].contains) {
                return nil
            }
            return Option(
                names: names, isFlag: argument.kind == "flag",
                isRepeatable: argument.isRepeatable ?? false,
                description: [argument.abstract, argument.valueSentence].compactMap { $0 }
                    .joined(separator: " "),
                defaultValue: argument.defaultValue, example: argument.example)
        }
        // Both names of a switch follow each other.
        all = arguments.compactMap { option in
            if let name = option.names.first, name.hasPrefix("no-"),
                arguments.contains(where: { $0.names.contains(String(name.dropFirst(3))) })
            {
                return nil
            }
            let opposites = arguments.filter { $0.names == ["no-\(option.names[0])"] }
            return Option(
                names: option.names + opposites.flatMap(\.names), isFlag: option.isFlag,
                isRepeatable: option.isRepeatable, description: option.description,
                defaultValue: option.defaultValue, example: option.example)
        }
    }
}
