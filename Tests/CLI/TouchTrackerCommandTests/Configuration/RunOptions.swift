import Testing

/// The options of `touchtracker run`, from the program's own description.
struct RunOptions {
    struct Option {
        /// The long names; the opposite of a switch is last.
        let names: [String]
        let isFlag: Bool
        let defaultValue: String?
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
                names: names, isFlag: argument.kind == "flag", defaultValue: argument.defaultValue)
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
                defaultValue: option.defaultValue)
        }
    }
}
