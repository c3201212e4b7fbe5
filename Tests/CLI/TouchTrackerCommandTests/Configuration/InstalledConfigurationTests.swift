import Foundation
import KioskYAML
import LabFieldTest
import Testing
import TouchTrackerTestSupport
import touchtracker

/// Tests the configuration file of the package, which lists all keys and sets none.
@Suite("Installed configuration")
struct InstalledConfigurationTests {
    /// The lines of the file.
    private let lines: [String]

    init() throws {
        lines = try String(
            contentsOf: Repository.root.appendingPathComponent("board/package/touchtracker.yaml"),
            encoding: .utf8
        ).components(separatedBy: "\n")
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

    @Test("Each option of run is in the file once, with a sentence before it")
    func complete() throws {
        let options = try RunOptions().all
        let names = options.map { option in
            option.names.first { !$0.hasPrefix("no-") } ?? option.names[0]
        }
        #expect(keys.sorted() == (names + ["field-test"]).sorted())
        for (index, line) in lines.enumerated() where key(of: line) != nil {
            let sentence = lines[index - 1]
            #expect(sentence.hasPrefix("# ") && sentence.hasSuffix("."), "\(line)")
            #expect(lines[index - 2].isEmpty, "\(line)")
        }
    }

    @Test("The file is valid with every line enabled, and its values are the defaults")
    func inForce() throws {
        let first = try #require(lines.firstIndex { key(of: $0) != nil })
        // The lines below the first key that are not sentences.
        let text = lines[first...].filter { !$0.hasSuffix(".") }
            .map { $0.hasPrefix("# ") ? String($0.dropFirst(2)) : $0 }
            .joined(separator: "\n")
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
