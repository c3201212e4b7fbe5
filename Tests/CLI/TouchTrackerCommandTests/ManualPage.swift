import Foundation

/// The commands and options of `touchtracker(1)` in the format of manual pages, generated from the
/// argument parser's description.
struct ManualPage {
    /// All long options of all commands, as `--name`.
    private(set) var longOptions: Set<String> = []
    /// All commands with their parent commands, separated by spaces.
    private(set) var commands: [String] = []
    /// The generated text, without the lines around it.
    private(set) var text = ""

    /// Creates the text from the description of the root command.
    init(_ command: ParserDump.Command) {
        add(command, words: [])
    }

    private mutating func add(_ command: ParserDump.Command, words: [String]) {
        let words = words + [command.commandName]
        guard command.commandName != "help" else { return }
        let arguments = (command.arguments ?? []).filter { $0.shouldDisplay }
        commands.append(words.joined(separator: " "))
        // The program's own options are those of all commands.
        if words.count > 1, command.subcommands == nil || !arguments.isEmpty {
            line(".SS \(Self.escaped(words.joined(separator: " ")))")
            paragraph(command.abstract)
            if let discussion = command.discussion {
                line(".PP")
                paragraph(discussion)
            }
        }
        for argument in arguments where words.count > 1 {
            add(argument)
        }
        for argument in arguments {
            for name in argument.names ?? [] where name.kind == "long" {
                longOptions.insert("--\(name.name)")
            }
        }
        for subcommand in command.subcommands ?? [] {
            add(subcommand, words: words)
        }
    }

    private mutating func add(_ argument: ParserDump.Argument) {
        // Options of all commands are described by hand.
        let names = (argument.names ?? []).filter { $0.name != "h" }
        guard !names.contains(where: { ["help", "version"].contains($0.name) }) else { return }
        let value = argument.valueName.map { "\\fI\(Self.escaped($0))\\fR" } ?? ""
        line(".TP")
        if argument.kind == "positional" {
            line(value)
        } else {
            let spelled = names.map { name in
                "\\fB\(Self.escaped((name.kind == "long" ? "--" : "-") + name.name))\\fR"
            }
            let isFlag = argument.kind == "flag"
            line(spelled.joined(separator: ", ") + (isFlag ? "" : " " + value))
        }
        let usual =
            argument.kind == "flag" ? nil : argument.defaultValue.map { "If not given: \($0)." }
        paragraph(argument.abstract, argument.valueSentence, usual)
    }

    private mutating func paragraph(_ sentences: String?...) {
        let nonempty = sentences.compactMap { $0 }.filter { !$0.isEmpty }
        line(nonempty.isEmpty ? "\\&" : Self.escaped(nonempty.joined(separator: " ")))
    }

    private mutating func line(_ line: String) {
        text += line + "\n"
    }

    /// Returns text without the control characters of manual pages.
    private static func escaped(_ text: String) -> String {
        let words = text.replacingOccurrences(of: "\\", with: "\\e")
            .replacingOccurrences(of: "-", with: "\\-")
            .split(whereSeparator: \.isNewline).joined(separator: " ")
        return words.hasPrefix(".") || words.hasPrefix("'") ? "\\&" + words : words
    }
}
