import Foundation

/// The commands and options of `touchtracker(1)` in the format of manual pages, generated from the
/// argument parser's description.
struct ManualPage {
    /// A command in the output of `--dump-help`.
    private struct Command: Decodable {
        var commandName: String
        var abstract: String?
        var discussion: String?
        var shouldDisplay: Bool?
        var subcommands: [Command]?
        var arguments: [Argument]?
    }

    /// An argument, option or flag.
    private struct Argument: Decodable {
        struct Name: Decodable {
            var kind: String
            var name: String
        }

        var kind: String
        var shouldDisplay: Bool
        var names: [Name]?
        var preferredName: Name?
        var valueName: String?
        var abstract: String?
        var discussion: String?
        var defaultValue: String?
        var allValues: [String]?
    }

    private struct Tool: Decodable {
        var command: Command
    }

    /// All long options of all commands, as `--name`.
    private(set) var longOptions: Set<String> = []
    /// All commands with their parent commands, separated by spaces.
    private(set) var commands: [String] = []
    /// The generated text, without the lines around it.
    private(set) var text = ""

    /// Creates the text from the program's description.
    init(help: String) throws {
        let tool = try JSONDecoder().decode(Tool.self, from: Data(help.utf8))
        add(tool.command, words: [])
    }

    private mutating func add(_ command: Command, words: [String]) {
        let words = words + [command.commandName]
        guard command.shouldDisplay ?? true, command.commandName != "help" else { return }
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

    private mutating func add(_ argument: Argument) {
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
        // Values that the sentence or the value's name already lists are not repeated.
        let listed = "\(argument.abstract ?? "") \(argument.valueName ?? "")"
        let values = argument.allValues.flatMap { values in
            values.allSatisfy { listed.contains($0) }
                ? nil : "One of: \(values.joined(separator: ", "))."
        }
        let usual =
            argument.kind == "flag" ? nil : argument.defaultValue.map { "If not given: \($0)." }
        paragraph(argument.abstract, argument.discussion, values, usual)
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
