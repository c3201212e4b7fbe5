import KioskYAML
import Testing
import TouchTrackerTestSupport

@Suite("YAML fuzzing")
struct YAMLFuzzTests {
    static let fragments = [
        "a", "b: ", "1", "- ", "? ", ": ", "[", "]", "{", "}", ", ", "\n", "\n  ", "\n    ", "\"",
        "'", "# ", "&x ", "*x", "!!t ", "|\n", ">-\n", "---\n", "...\n", "\r\n", "\t", "\\x41", "~",
        "%TAG ! t\n", "é", "\u{85}", "\u{2028}", "\u{FEFF}", "\0", "<<: ",
    ]

    /// Reads all nodes of a tree and returns their number.
    static func countNodes(_ node: YAMLNode) throws(YAMLError) -> Int {
        switch node.kind {
        case .scalar:
            _ = try node.string()
            return 1
        case .sequence:
            var count = 1
            for element in try node.elements() { count += try countNodes(element) }
            return count
        case .mapping:
            var count = 1
            for pair in try node.pairs() {
                #expect(node[try pair.key.string()] != nil)
                count += try countNodes(pair.key) + countNodes(pair.value)
            }
            return count
        }
    }

    @Test("Random text results in a document or an error message of one line.")
    func randomText() throws {
        var random = SeededRandom(seed: 7)
        var nodeCount = 0
        var errorCount = 0
        for _ in 0..<6_000 {
            let text = (0..<random.next(below: 24)).map { _ in
                Self.fragments[random.next(below: Self.fragments.count)]
            }.joined()
            do throws(YAMLError) {
                nodeCount += try Self.countNodes(
                    YAMLDocument(bytes: Array(text.utf8), name: "a").root)
            } catch {
                errorCount += 1
                #expect(!error.description.contains("\n") && error.description.hasPrefix("a"))
            }
        }
        #expect(nodeCount > 500)
        #expect(errorCount > 500)
    }
}
