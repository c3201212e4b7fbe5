import Foundation
import KioskYAML
import LabFieldTest
import Testing
import TouchTrackerTestSupport
import touchtracker

/// Tests the configuration file of the package, which lists all keys and sets none. The file is
/// generated from the program's own description; `UPDATE_GOLDENS=1` writes it.
@Suite("Installed configuration")
struct InstalledConfigurationTests {
    private static let file = Repository.root.appendingPathComponent(
        "board/package/touchtracker.yaml")

    /// The lines of the file.
    private let lines: [String]

    init() throws {
        lines = try String(contentsOf: Self.file, encoding: .utf8).components(separatedBy: "\n")
    }

    /// Returns the key that a line would set.
    private func key(of line: String) -> String? {
        let words = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard line.hasPrefix("# "), words.count == 2, words[1].isEmpty || words[1].first == " ",
            let key = words.first?.dropFirst(2),
            key.allSatisfy({ $0.isLowercase || $0 == "-" })
        else { return nil }
        return String(key)
    }

    private var keys: [String] { lines.compactMap(key) }

    @Test("The file sets nothing")
    func nothing() throws {
        let text = lines.joined(separator: "\n")
        let file = try ConfigurationFile(bytes: Array(text.utf8), name: "installed")
        #expect(file.arguments.isEmpty)
        var limits = FieldTestLimits()
        try file.applyLimits(to: &limits)
        #expect(limits == FieldTestLimits())
    }

    @Test("The file is the one that the options of run describe")
    func isCurrent() throws {
        let text = InstalledConfiguration(options: try RunOptions().all).text
        if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
            try text.write(to: Self.file, atomically: true, encoding: .utf8)
            return
        }
        #expect(
            lines.joined(separator: "\n") == text,
            "UPDATE_GOLDENS=1 with --filter InstalledConfigurationTests writes the file anew")
    }

    @Test("The file is valid with every line enabled, and its values are the defaults")
    func inForce() throws {
        let first = try #require(lines.firstIndex { key(of: $0) != nil })
        // The keys, and the lines of a mapping, which are indented.
        let text = lines[first...].filter { key(of: $0) != nil || $0.hasPrefix("#   ") }
            .map { $0.dropFirst(2) }.joined(separator: "\n")
        let file = try ConfigurationFile(bytes: Array(text.utf8), name: "installed")
        #expect(file.arguments.count == keys.count - 1)
        var limits = FieldTestLimits()
        try file.applyLimits(to: &limits)
        limits.jitter.source = FieldTestLimits().jitter.source
        #expect(limits == FieldTestLimits())
        for option in try RunOptions().all {
            let standing = file.arguments.filter { argument in
                option.names.contains { argument == "--\($0)" || argument.hasPrefix("--\($0)=") }
            }
            #expect(standing.count == 1, "\(option.names)")
            guard let usual = option.defaultValue else { continue }
            let expected = option.isFlag ? usual : "--\(option.names[0])=\(usual)"
            #expect(standing == [expected])
        }
    }

    @Test(
        "The examples in docs/installation.md and the manual page are valid",
        arguments: [
            ("docs/installation.md", "```yaml\n", "```"),
            ("board/package/man/touchtracker.yaml.5", ".Bd -literal -offset indent\n", ".Ed"),
            ("board/package/man/touchtracker.yaml.5", ".Bd -literal\n", ".Ed"),
        ])
    func examples(page: String, start: String, end: String) throws {
        let text = try String(
            contentsOf: Repository.root.appendingPathComponent(page), encoding: .utf8)
        let examples = text.components(separatedBy: start).dropFirst()
            .map { $0.components(separatedBy: end)[0] }
        #expect(!examples.isEmpty)
        for example in examples {
            _ = try ConfigurationFile(bytes: Array(example.utf8), name: page)
        }
    }
}
