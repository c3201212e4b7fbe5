import KioskYAML
import LabReports

/// The description of all commands and their parameters, from which tests generate the manual page.
enum ProgramDescription {
    /// The description as JSON text.
    static var json: String {
        JSON.object([("command", description(of: TouchTracker.self))]).text
    }

    private static func description(of command: any ParsableCommand.Type) -> JSON {
        let configuration = command.configuration
        let discussion = configuration.discussion
        return .object([
            ("commandName", .string(configuration.commandName)),
            ("abstract", .string(configuration.abstract)),
            ("discussion", discussion.isEmpty ? .null : .string(discussion)),
            (
                "arguments",
                .array(HelpText.parameters(of: command).flatMap(descriptions) + commonOptions)
            ),
            ("subcommands", .array(configuration.subcommands.map(description))),
        ])
    }

    private static var commonOptions: [JSON] {
        HelpText.commonOptions.map { option in
            .object([
                ("kind", .string(Parameter.Kind.flag.rawValue)),
                ("names", .array(option.names.map(name))),
                ("valueName", .string("")),
                ("abstract", .string(option.abstract)),
                ("shouldDisplay", .bool(true)),
            ])
        }
    }

    /// Returns the description of an option's name with its hyphens.
    private static func name(_ spelling: String) -> JSON {
        let isLong = spelling.hasPrefix("--")
        return .object([
            ("kind", .string(isLong ? "long" : "short")),
            ("name", .string(String(spelling.dropFirst(isLong ? 2 : 1)))),
        ])
    }

    /// Returns the description of a parameter, or two for a flag with an opposite.
    private static func descriptions(of parameter: Parameter) -> [JSON] {
        let names =
            parameter.kind == .positional ? [[]] : parameter.spellings.map { [name($0)] }
        return names.map { names in
            .object([
                ("kind", .string(parameter.kind.rawValue)),
                ("names", .array(names)),
                ("valueName", .string(parameter.valueName)),
                ("abstract", .string(parameter.help.abstract)),
                ("shouldDisplay", .bool(!parameter.help.isHidden)),
                ("isRepeatable", .bool(parameter.isRepeatable)),
                ("defaultValue", JSON(parameter.defaultText)),
                ("example", JSON(parameter.help.example)),
                ("allValues", .array(parameter.acceptedValues.map(JSON.string))),
            ])
        }
    }
}
