import Foundation
import Testing
import TouchTrackerTestSupport

/// Tests the scripts that complete commands, options and values in shells.
@Suite("Completion scripts")
struct CompletionScriptTests {
    private func script(for shell: String) throws -> String {
        let program = try Program.run(["--generate-completion-script", shell])
        try #require(program.status == 0 && program.errors.isEmpty)
        return program.output
    }

    /// Returns the words that bash offers for the last of `words`.
    private func completions(_ words: [String]) throws -> [String] {
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        let commands = """
            \(try script(for: "bash"))
            COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1); _touchtracker
            echo "${COMPREPLY[@]}"
            """
        let shell = try Program.run(["-c", commands], executable: "/bin/bash")
        try #require(shell.status == 0 && shell.errors.isEmpty)
        return shell.output.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    @Test("bash offers the commands, and the options of the default command")
    func commands() throws {
        let words = try completions(["touchtracker", ""])
        for word in ["run", "field-test", "lock", "--scene", "--no-overlay", "--help"] {
            #expect(words.contains(word))
        }
        #expect(
            try completions(["touchtracker", "re"]) == ["record", "replay", "restore-console"])
    }

    @Test("bash offers the options of a nested command")
    func nestedCommand() throws {
        #expect(
            try completions(["touchtracker", "lock", ""])
                == ["set", "reset", "status", "--version", "-h", "--help"])
        #expect(
            try completions(["touchtracker", "lock", "status", "--j"]) == ["--json"])
    }

    @Test("bash offers the values of an option, and none for an option with any value")
    func values() throws {
        #expect(try completions(["touchtracker", "run", "--scene", "dr"]) == ["draw", "drag"])
        #expect(try completions(["touchtracker", "--rotate", ""]) == ["0", "90", "180", "270"])
        #expect(try completions(["touchtracker", "run", "--card", ""]) == [])
    }

    @Test("The scripts for zsh and fish contain every option", arguments: ["zsh", "fish"])
    func otherShells(shell: String) throws {
        let script = try script(for: shell)
        let commands = try #require(try ParserDump.read().command.subcommands)
        let options = commands.flatMap { $0.arguments ?? [] }.filter(\.shouldDisplay)
            .flatMap(\.longNames)
        #expect(options.count > 30)
        for option in options {
            #expect(script.contains(shell == "fish" ? "-l \(option) " : "--\(option)"))
        }
    }

    @Test("An unknown shell is refused with the shells that are accepted")
    func unknownShell() throws {
        let program = try Program.run(["--generate-completion-script", "csh"])
        #expect(program.status == 64)
        #expect(program.errors.contains("'csh' is not valid; "))
        #expect(program.errors.contains("use bash, zsh or fish"))
    }
}
