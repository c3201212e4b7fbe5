import Foundation
import KioskYAML
import Testing

@Suite("YAML documents")
struct YAMLDocumentTests {
    func document(_ text: String) throws -> YAMLDocument {
        try YAMLDocument(bytes: Array(text.utf8), name: "a.yaml")
    }

    func complaint(_ bytes: [UInt8]) -> String {
        do throws(YAMLError) {
            _ = try YAMLDocument(bytes: bytes, name: "a.yaml")
            return "no complaint"
        } catch {
            return error.description
        }
    }

    func complaint(_ text: String) -> String { complaint(Array(text.utf8)) }

    @Test("Scalars, lists and keys keep their order, their lines and whether they were quoted.")
    func nodes() throws {
        let root = try document("name: \"a\\x41\"\nlist: [1, 2,\n  3]\nblock:\n- x: 1\n  y:\n").root
        #expect(root.kind == .mapping)
        #expect(try root.pairs().map { try $0.key.string() } == ["name", "list", "block"])
        #expect(try root.value(of: "name").string() == "aA")
        #expect(root["name"]?.kind == .scalar(isPlain: false))
        let list = try root.value(of: "list").elements()
        #expect(list.count == 3)
        #expect(try list.map { try $0.integer() } == [1, 2, 3])
        #expect(list.map(\.line) == [2, 2, 3])
        let item = try #require(try root.value(of: "block").elements().first { _ in true })
        #expect(item.line == 5)
        #expect(item["x"]?.kind == .scalar(isPlain: true))
        #expect(item["y"]?.isNull == true)
        #expect(item["z"] == nil)
    }

    @Test(
        "An explicit end marker is noticed, and so is its absence.",
        arguments: [
            ("a: 1\n...\n", true), ("a: 1\n...", true), ("---\na: 1\n...\n# end\n", true),
            ("a: 1\n", false), ("a: 1\n..", false), ("a: ...\n", false), ("a: '...'\n", false),
        ])
    func endMarker(text: String, isThere: Bool) throws {
        let found = try? document(text)
        #expect((found?.hasEndMarker ?? false) == isThere)
    }

    @Test("A byte-order mark and the line ends of Windows change nothing, lines are still counted.")
    func windows() throws {
        let root = try document("\u{FEFF}a: 1\r\nb: text\r\n").root
        #expect(try root.value(of: "a").integer() == 1)
        #expect(try root.value(of: "b").string() == "text")
        #expect(root["b"]?.line == 2)
        #expect(complaint("\u{FEFF}a: 1\r\nb: &x 1\r\n").hasPrefix("a.yaml:2:"))
    }

    @Test(
        "Numbers are plain and decimal.",
        arguments: [
            ("0", 0), ("-0", 0), ("+7", 7), ("-12", -12), ("9223372036854775807", Int64.max),
            ("-9223372036854775808", Int64.min),
        ])
    func numbers(text: String, value: Int64) throws {
        #expect(try document(text).root.integer() == value)
    }

    @Test(
        "What isn't quite a number is none.",
        arguments: [
            "010", "1.0", "0x10", "1_000", "12a", "-", "+", "'1'", "~", "[1]", "{1: 2}", "１",
            "9223372036854775808", "-9223372036854775809", "99999999999999999999999999",
        ])
    func noNumbers(text: String) throws {
        let root = try document(text).root
        #expect(throws: YAMLError.self) { try root.integer() }
    }

    @Test("A typed accessor names the line, what stands there and what is needed.")
    func accessors() throws {
        let root = try document("a: [1]\nb: 70\nc:\nd: {x: 1}\n").root
        func line(_ body: () throws -> Void) -> String {
            do {
                try body()
                return "no complaint"
            } catch {
                return "\(error)"
            }
        }
        #expect(
            line { _ = try root.value(of: "a").string() }
                == "a.yaml:1: a list stands here; write a text there")
        #expect(
            line { _ = try root.value(of: "b").integer(in: 0...9) }
                == "a.yaml:2: 70 is out of range; write a number from 0 to 9")
        #expect(
            line { _ = try root.value(of: "b").elements() }
                == "a.yaml:2: “70” stands here; write a list there")
        #expect(
            line { _ = try root.value(of: "c").integer() }
                == "a.yaml:3: nothing stands here; write a whole number there")
        #expect(
            line { _ = try root.value(of: "d").integer() }
                == "a.yaml:4: keys with values stand here; write a whole number there")
        #expect(
            line { _ = try root.value(of: "d").value(of: "y") }
                == "a.yaml:4: “y” is missing here; add “y”")
        #expect(
            line { _ = try root.value(of: "b").pairs() }
                == "a.yaml:2: “70” stands here; write keys with values there")
    }

    @Test(
        "What makes small files mean large things is refused, with its line.",
        arguments: [
            ("a: 1\nb: &x 1\n", 2, "an anchor"), ("a: 1\nb: *x\n", 2, "an alias"),
            ("a: !!int 1\n", 1, "a tag"), ("a: !<x> [1]\n", 1, "a tag"),
            ("a: 1\n---\nb: 1\n", 2, "a second document"),
            ("a: 1\n...\n---\nb: 1\n", 3, "a second document"),
            ("a: 1\nb: 2\na: 3\n", 3, "a second time"),
            ("x: {a: 1,\n 'a': 2}\n", 2, "a second time"),
            ("? [a]\n: 1\n", 1, "a key is a list"), ("a: 1\n? {b: 1}\n: 1\n", 2, "a key is a list"),
        ])
    func refusals(text: String, line: Int, words: String) {
        let complaint = complaint(text)
        #expect(complaint.hasPrefix("a.yaml:\(line): "), "\(complaint)")
        #expect(complaint.contains(words), "\(complaint)")
    }

    @Test("Nesting is allowed 64 deep and no deeper, in brackets and by lines.")
    func nesting() {
        func brackets(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(complaint(brackets(64)) == "no complaint")
        #expect(complaint(brackets(65)).contains("more than 64 deep"))
        #expect(complaint(String(repeating: "[", count: 200_000)).contains("more than 64 deep"))
        #expect(complaint(String(repeating: "- ", count: 100_000)).contains("more than 64 deep"))
        #expect(complaint(String(repeating: "{a: ", count: 100_000)).contains("more than 64 deep"))
    }

    @Test(
        "What is no text in UTF-8 is refused with its line.",
        arguments: [
            [0x61, 0x3A, 0x20, 0x31, 0x0A, 0x62, 0x3A, 0x20, 0xFF, 0x0A],  // no such byte
            [0x61, 0x3A, 0x20, 0x31, 0x0A, 0x62, 0x3A, 0x20, 0xC3],  // cut off
            [0x61, 0x3A, 0x20, 0x31, 0x0A, 0x62, 0x3A, 0x00, 0x0A],  // NUL
            [0x61, 0x3A, 0x20, 0x31, 0x0A, 0x62, 0x3A, 0x20, 0x1B, 0x0A],  // escape
            [0x61, 0x3A, 0x20, 0x31, 0x0A, 0x62, 0x3A, 0x20, 0xED, 0xA0, 0x80],  // surrogate
            [0x61, 0x3A, 0x20, 0x31, 0x0A, 0x23, 0xC0, 0x80, 0x0A],  // overlong, in a comment
        ] as [[UInt8]])
    func encodings(bytes: [UInt8]) {
        #expect(complaint(bytes).hasPrefix("a.yaml:2: it isn't text in UTF-8"))
    }

    @Test("UTF-16 isn't guessed.")
    func utf16() {
        #expect(complaint([0xFF, 0xFE, 0x61, 0x00]).contains("it isn't text in UTF-8"))
        #expect(complaint([0xFE, 0xFF, 0x00, 0x61]).contains("it isn't text in UTF-8"))
    }

    @Test("Nothing is no document.", arguments: ["", "\n", "# only a comment\n", "\u{FEFF}"])
    func nothing(text: String) {
        #expect(complaint(text) == "a.yaml: holds nothing; check that it is the right file")
    }

    @Test("An error is one line that no terminal is steered by, however hostile the text.")
    func oneLine() {
        let long = String(repeating: "x", count: 500)
        let text = "? \"a\\e[2J\\n\(long)\"\n: 1\n? \"a\\e[2J\\n\(long)\"\n: 2\n"
        let complaint = complaint(text)
        #expect(complaint.contains("“a?[2J?xxx"))
        #expect(complaint.count < 200)
        #expect(!complaint.contains("\n"))
    }

    @Test("An unclosed bracket says where it was opened.")
    func unclosed() {
        #expect(complaint("a: 1\nb: [1,\n2\n").contains("of line 2"))
    }

    @Test("A mapping with many keys is read in reasonable time, and its duplicate is found.")
    func manyKeys() {
        let keys = (0..<20_000).map { "k\($0): 1\n" }.joined()
        #expect(complaint(keys) == "no complaint")
        #expect(complaint(keys + "k7: 1\n").hasPrefix("a.yaml:20001: “k7” stands here"))
    }
}
