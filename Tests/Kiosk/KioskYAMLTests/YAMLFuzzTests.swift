import KioskYAML
import Testing
import TouchTrackerTestSupport

@Suite("YAML at random")
struct YAMLFuzzTests {
    static let pieces = [
        "a", "b: ", "1", "- ", "? ", ": ", "[", "]", "{", "}", ", ", "\n", "\n  ", "\n    ", "\"",
        "'", "# ", "&x ", "*x", "!!t ", "|\n", ">-\n", "---\n", "...\n", "\r\n", "\t", "\\x41", "~",
        "%TAG ! t\n", "é", "\u{85}", "\u{2028}", "\u{FEFF}", "\0", "<<: ",
    ]

    /// Touches every node; gives their number.
    static func walk(_ node: YAMLNode) throws(YAMLError) -> Int {
        switch node.kind {
        case .scalar:
            _ = try node.string()
            return 1
        case .sequence:
            var count = 1
            for element in try node.elements() { count += try walk(element) }
            return count
        case .mapping:
            var count = 1
            for pair in try node.pairs() {
                #expect(node[try pair.key.string()] != nil)
                count += try walk(pair.key) + walk(pair.value)
            }
            return count
        }
    }

    @Test("Whatever the text: a document, or one line that says why not.")
    func pieces() throws {
        var random = SeededRandom(seed: 7)
        var nodes = 0
        var refused = 0
        for _ in 0..<6_000 {
            let text = (0..<random.next(below: 24)).map { _ in
                Self.pieces[random.next(below: Self.pieces.count)]
            }.joined()
            do throws(YAMLError) {
                nodes += try Self.walk(YAMLDocument(bytes: Array(text.utf8), name: "a").root)
            } catch {
                refused += 1
                #expect(!error.description.contains("\n") && error.description.hasPrefix("a"))
            }
        }
        #expect(nodes > 500)
        #expect(refused > 500)
    }
}
