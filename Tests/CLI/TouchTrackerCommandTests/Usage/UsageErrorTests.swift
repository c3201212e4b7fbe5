import Foundation
import Testing
import TouchTrackerTestSupport
import touchtracker

/// Tests the messages for wrong command lines against `Goldens/usage-errors.txt`, which
/// `UPDATE_GOLDENS=1` writes.
@Suite("Usage errors")
struct UsageErrorTests {
    private let description: ProgramDescription

    init() throws {
        description = try ProgramDescription()
    }

    private static func row(_ arguments: [String], _ message: String) -> String {
        let words = arguments.map { argument in
            let isPlain = argument.allSatisfy { $0.isASCII && !$0.isWhitespace && $0 != "\"" }
            return isPlain && !argument.isEmpty
                ? String(argument.prefix(100)) : argument.debugDescription
        }
        return "touchtracker \(words.joined(separator: " "))\n    \(message)\n"
    }

    @Test("Each option has five wrong uses, whose messages are known and name the help command")
    func table() throws {
        var text = ""
        // Options with one name and one meaning are tested with the first command that has them.
        var tested: Set<[[String]]> = []
        for parameter in description.parameters {
            let name = (parameter.command + [parameter.name]).joined(separator: " ")
            let uses = try #require(BadUses.uses(of: parameter), "\(name) has no row in BadUses")
            #expect(uses.count == 5, "\(name)")
            guard tested.insert([[parameter.name]] + uses).inserted else { continue }
            for arguments in uses.map({ parameter.command + $0 }) {
                let message = UsageError.parsing(arguments)?.message ?? "accepted"
                let help = "touchtracker \(parameter.command.joined(separator: " ")) --help"
                #expect(message.hasSuffix("; see \(help)"), "\(arguments)")
                #expect(!message.contains("\n") && message.unicodeScalars.count < 600)
                text += Self.row(arguments, message)
            }
        }
        #expect(tested.count > 50)
        for arguments in BadUses.combinations {
            text += Self.row(arguments, UsageError.parsing(arguments)?.message ?? "accepted")
        }
        try expectText(text, matches: "usage-errors.txt")
    }

    @Test("A message contains no control characters and no long value")
    func hostile() throws {
        for value in [
            "a\nb", "\u{1B}[2J", "' is invalid for '--x'", String(repeating: "x", count: 9_000),
        ] {
            for arguments in [["--scene", value], ["--\(value)"], [value], ["--scale", value]] {
                let message = try #require(UsageError.parsing(arguments)).message
                #expect(message.unicodeScalars.count < 1_200)
                #expect(
                    !message.unicodeScalars.contains { $0.properties.generalCategory == .control })
            }
        }
    }
}

/// Records an issue for each line in which a text differs from a file in `Goldens`.
func expectText(
    _ text: String, matches name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let file = Repository.root.appendingPathComponent(
        "Tests/CLI/TouchTrackerCommandTests/Usage/Goldens/\(name)")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    for (line, golden) in zip(text.split(separator: "\n"), expected.split(separator: "\n")) {
        #expect(line == golden, sourceLocation: sourceLocation)
    }
    let suite = sourceLocation.fileName.dropLast(".swift".count)
    #expect(
        text == expected, "UPDATE_GOLDENS=1 with --filter \(suite) writes it anew",
        sourceLocation: sourceLocation)
}
