/// A script that completes the program's commands, options and values in a shell.
struct CompletionScript {
    /// A shell for which a script can be generated.
    enum Shell: String, CaseIterable {
        case bash
        case zsh
        case fish
    }

    /// A command with the words that lead to it.
    private struct Entry {
        /// The words after the program's name, each with a leading space: ` lock set`.
        let words: String
        let subcommands: [any ParsableCommand.Type]
        let parameters: [Parameter]
    }

    private static var program: String { TouchTracker.configuration.commandName }

    /// The script's text, without a newline at the end.
    let text: String

    /// Creates the script for a shell.
    init(for shell: Shell) {
        var entries = Self.entries(of: TouchTracker.self, words: "")
        // Without a command, the options of the default command apply.
        if let command = TouchTracker.configuration.defaultSubcommand {
            entries[0] = Entry(
                words: "", subcommands: entries[0].subcommands,
                parameters: Self.visibleParameters(of: command))
        }
        let lines: [String] =
            switch shell {
            case .bash:
                ["_\(Self.program)() {", "local current=${COMP_WORDS[COMP_CWORD]}"]
                    + Self.selection(
                        entries, previousWords: "\"${COMP_WORDS[@]:1:COMP_CWORD-1}\"",
                        previousWord: "${COMP_WORDS[COMP_CWORD-1]}"
                    ) { "COMPREPLY=($(compgen -W '\($0)' -- \"$current\"))" }
                    + ["}", "complete -o default -F _\(Self.program) \(Self.program)"]
            case .zsh:
                ["#compdef \(Self.program)"]
                    + Self.selection(
                        entries, previousWords: "${words[2,CURRENT-1]}",
                        previousWord: "${words[CURRENT-1]}", files: "_files"
                    ) { "compadd -- \($0)" }
            case .fish:
                ["complete -c \(Self.program) -f"] + entries.flatMap(Self.fishLines)
            }
        text = lines.joined(separator: "\n")
    }

    private static func entries(of command: any ParsableCommand.Type, words: String) -> [Entry] {
        let subcommands = command.configuration.subcommands
        return [
            Entry(
                words: words, subcommands: subcommands, parameters: visibleParameters(of: command))
        ]
            + subcommands.flatMap {
                entries(of: $0, words: "\(words) \($0.configuration.commandName)")
            }
    }

    private static func visibleParameters(of command: any ParsableCommand.Type) -> [Parameter] {
        HelpText.parameters(of: command).filter { !$0.help.isHidden }
    }

    // MARK: bash and zsh

    /// Returns the lines that find the command in the previous words and offer its words, or the
    /// values of an option.
    ///
    /// - Parameters:
    ///   - files: The shell's command that offers files, or `:` if the shell offers files when
    ///     nothing else is offered.
    ///   - offer: The closure that returns the shell's command that offers words.
    private static func selection(
        _ entries: [Entry], previousWords: String, previousWord: String, files: String = ":",
        offer: (_ words: String) -> String
    ) -> [String] {
        let commands = entries.dropFirst().map { "'\($0.words)'" }.joined(separator: "|")
        var lines = [
            "local command= word", "for word in \(previousWords); do",
            "case \"$command $word\" in \(commands)) command=\"$command $word\" ;; esac", "done",
            "case \"$command \(previousWord)\" in",
        ]
        for entry in entries {
            for option in entry.parameters where option.kind == .option {
                let values = option.acceptedValues.joined(separator: " ")
                lines.append(
                    "'\(entry.words) --\(option.name)') \(values.isEmpty ? files : offer(values))"
                        + "; return ;;")
            }
        }
        lines += ["esac", "case $command in"]
        for entry in entries {
            let offersFiles = entry.parameters.contains { $0.kind == .positional }
            let words =
                entry.subcommands.map { $0.configuration.commandName }
                + entry.parameters.flatMap(\.spellings) + HelpText.commonOptions.flatMap(\.names)
            lines.append(
                "'\(entry.words)') \(offer(words.joined(separator: " ")))"
                    + (offersFiles ? "; \(files)" : "") + " ;;")
        }
        return lines + ["esac"]
    }

    // MARK: fish

    private static func fishLines(_ entry: Entry) -> [String] {
        let seen = entry.words.split(separator: " ").map { "__fish_seen_subcommand_from \($0)" }
        let names = entry.subcommands.map { $0.configuration.commandName }
        let unseen =
            names.isEmpty
            ? [] : ["not __fish_seen_subcommand_from \(names.joined(separator: " "))"]
        let condition = (seen + unseen).joined(separator: "; and ")
        let start = "complete -c \(program) -n '\(condition)'"
        var lines = entry.subcommands.map {
            "\(start) -a \($0.configuration.commandName)"
                + " -d \(quoted($0.configuration.abstract))"
        }
        for parameter in entry.parameters {
            let description = "-d \(quoted(parameter.help.abstract))"
            let values = parameter.acceptedValues.joined(separator: " ")
            switch parameter.kind {
            case .positional: lines.append("\(start) -F")
            case .flag:
                lines += parameter.spellings.map {
                    "\(start) -l \($0.dropFirst(2)) \(description)"
                }
            case .option:
                let value = values.isEmpty ? "-r -F" : "-x -a '\(values)'"
                lines.append("\(start) -l \(parameter.name) \(value) \(description)")
            }
        }
        lines += HelpText.commonOptions.map { option in
            let spellings = option.names.map {
                $0.hasPrefix("--") ? " -l \($0.dropFirst(2))" : " -s \($0.dropFirst(1))"
            }
            return "\(start)\(spellings.joined()) -d \(quoted(option.abstract))"
        }
        return lines
    }

    /// Returns a text in single quotes of fish.
    private static func quoted(_ text: String) -> String {
        var quoted = "'"
        for character in text {
            if character == "'" || character == "\\" { quoted.append("\\") }
            quoted.append(character)
        }
        return quoted + "'"
    }
}
