import Foundation
import KioskYAML
import Testing
import TouchTrackerTestSupport

@Suite("YAML document")
struct YAMLDocumentTests {
    func document(_ text: String) throws -> YAMLDocument {
        try YAMLDocument(bytes: Array(text.utf8), name: "a.yaml")
    }

    /// Returns the error message of parsing bytes, or `no error`.
    func errorMessage(_ bytes: [UInt8]) -> String {
        messageThrown { _ = try YAMLDocument(bytes: bytes, name: "a.yaml") }
    }

    /// Returns the error message of parsing text, or `no error`.
    func errorMessage(_ text: String) -> String { errorMessage(Array(text.utf8)) }

    @Test("Nodes have the order of the file, line numbers and the kind of their quotation.")
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
        "An explicit end marker is detected.",
        arguments: [
            ("a: 1\n...\n", true), ("a: 1\n...", true), ("---\na: 1\n...\n# end\n", true),
            ("a: 1\n", false), ("a\n..", false), ("a: ...\n", false), ("a: '...'\n", false),
        ])
    func endMarker(text: String, hasEndMarker: Bool) throws {
        #expect(try document(text).hasEndMarker == hasEndMarker)
    }

    @Test("A byte order mark and Windows line endings are accepted.")
    func windows() throws {
        let root = try document("\u{FEFF}a: 1\r\nb: text\r\n").root
        #expect(try root.value(of: "a").integer() == 1)
        #expect(try root.value(of: "b").string() == "text")
        #expect(root["b"]?.line == 2)
        #expect(errorMessage("\u{FEFF}a: 1\r\nb: &x 1\r\n").hasPrefix("a.yaml:2:"))
    }

    @Test(
        "Plain decimal integers are parsed.",
        arguments: [
            ("0", 0), ("-0", 0), ("+7", 7), ("-12", -12), ("9223372036854775807", Int64.max),
            ("-9223372036854775808", Int64.min),
        ])
    func numbers(text: String, value: Int64) throws {
        #expect(try document(text).root.integer() == value)
    }

    @Test(
        "Other text is not an integer.",
        arguments: [
            "010", "1.0", "0x10", "1_000", "12a", "-", "+", "'1'", "~", "[1]", "{1: 2}", "１",
            "9223372036854775808", "-9223372036854775809", "99999999999999999999999999",
        ])
    func invalidNumbers(text: String) throws {
        let root = try document(text).root
        #expect(throws: YAMLError.self) { try root.integer() }
    }

    @Test("A typed accessor throws the line number, the found node and the expected kind.")
    func accessors() throws {
        let root = try document("a: [1]\nb: 70\nc:\nd: {x: 1}\n").root
        #expect(
            messageThrown { _ = try root.value(of: "a").string() }
                == "a.yaml:1: found a list; write a text")
        #expect(
            messageThrown { _ = try root.value(of: "b").integer(in: 0...9) }
                == "a.yaml:2: 70 is out of range; write a number from 0 to 9")
        #expect(
            messageThrown { _ = try root.value(of: "b").elements() }
                == "a.yaml:2: found “70”; write a list")
        #expect(
            messageThrown { _ = try root.value(of: "c").integer() }
                == "a.yaml:3: found no value; write a whole number")
        #expect(
            messageThrown { _ = try root.value(of: "d").integer() }
                == "a.yaml:4: found keys with values; write a whole number")
        #expect(
            messageThrown { _ = try root.value(of: "d").value(of: "y") }
                == "a.yaml:4: “y” is missing; add “y”")
        #expect(
            messageThrown { _ = try root.value(of: "b").pairs() }
                == "a.yaml:2: found “70”; write keys with values")
    }

    @Test(
        "Rejected features cause an error with the line number.",
        arguments: [
            ("a: 1\nb: &x 1\n", 2, "anchors (&)"), ("a: 1\nb: *x\n", 2, "aliases (*)"),
            ("a: !!int 1\n", 1, "tags (!)"), ("a: !<x> [1]\n", 1, "tags (!)"),
            ("a: 1\n---\nb: 1\n", 2, "a second document"),
            ("a: 1\n...\n---\nb: 1\n", 3, "a second document"),
            ("a: 1\nb: 2\na: 3\n", 3, "duplicate key"),
            ("x: {a: 1,\n 'a': 2}\n", 2, "duplicate key"),
            ("? [a]\n: 1\n", 1, "a key is a list"), ("a: 1\n? {b: 1}\n: 1\n", 2, "a key is a list"),
        ])
    func rejectedFeatures(text: String, line: Int, cause: String) {
        let message = errorMessage(text)
        #expect(message.hasPrefix("a.yaml:\(line): "), "\(message)")
        #expect(message.contains(cause), "\(message)")
    }

    @Test("More than 64 nesting levels are rejected.")
    func nesting() {
        func brackets(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(errorMessage(brackets(64)) == "no error")
        #expect(errorMessage(brackets(65)).contains("more than 64 levels deep"))
        #expect(
            errorMessage(String(repeating: "[", count: 200_000)).contains(
                "more than 64 levels deep"))
        #expect(
            errorMessage(String(repeating: "- ", count: 100_000)).contains(
                "more than 64 levels deep"))
        #expect(
            errorMessage(String(repeating: "{a: ", count: 100_000)).contains(
                "more than 64 levels deep"))
    }

    @Test(
        "Invalid UTF-8 causes an error with the line number.",
        arguments: [
            [0x61, 0x3A, 0x20, 0x31, 0x0A, 0x62, 0x3A, 0x20, 0xFF, 0x0A],  // invalid byte
            [0x61, 0x3A, 0x20, 0x31, 0x0A, 0x62, 0x3A, 0x20, 0xC3],  // truncated
            [0x61, 0x3A, 0x20, 0x31, 0x0A, 0x62, 0x3A, 0x00, 0x0A],  // NUL
            [0x61, 0x3A, 0x20, 0x31, 0x0A, 0x62, 0x3A, 0x20, 0x1B, 0x0A],  // escape
            [0x61, 0x3A, 0x20, 0x31, 0x0A, 0x62, 0x3A, 0x20, 0xED, 0xA0, 0x80],  // surrogate
            [0x61, 0x3A, 0x20, 0x31, 0x0A, 0x23, 0xC0, 0x80, 0x0A],  // overlong, in a comment
        ] as [[UInt8]])
    func encodings(bytes: [UInt8]) {
        #expect(errorMessage(bytes).hasPrefix("a.yaml:2: invalid UTF-8"))
    }

    @Test("UTF-16 is rejected.")
    func utf16() {
        #expect(errorMessage([0xFF, 0xFE, 0x61, 0x00]).contains("invalid UTF-8"))
        #expect(errorMessage([0xFE, 0xFF, 0x00, 0x61]).contains("invalid UTF-8"))
    }

    @Test(
        "An empty document causes an error.",
        arguments: ["", "\n", "# only a comment\n", "\u{FEFF}"])
    func empty(text: String) {
        #expect(errorMessage(text) == "a.yaml: the file contains no data; choose another file")
    }

    @Test("An error message is one line without control characters.")
    func oneLine() {
        let long = String(repeating: "x", count: 500)
        let text = "? \"a\\e[2J\\n\(long)\"\n: 1\n? \"a\\e[2J\\n\(long)\"\n: 2\n"
        let message = errorMessage(text)
        #expect(message.contains("“a?[2J?xxx"))
        #expect(message.count < 200)
        #expect(!message.contains("\n"))
    }

    @Test("The error of an unclosed bracket contains the line of the bracket.")
    func unclosed() {
        #expect(errorMessage("a: 1\nb: [1,\n2\n").contains("in line 2"))
    }

    @Test("A duplicate key is found in a mapping with many keys.")
    func manyKeys() {
        let keys = (0..<20_000).map { "k\($0): 1\n" }.joined()
        #expect(errorMessage(keys) == "no error")
        #expect(errorMessage(keys + "k7: 1\n").hasPrefix("a.yaml:20001: duplicate key “k7”"))
    }
}
