import Foundation
import KioskYAML
import Testing

@Suite("JSON")
struct JSONTests {
    /// Returns a value after writing it and reading it with Foundation.
    private func read(_ value: JSON) throws -> NSDictionary {
        let data = Data(JSON.object([("value", value)]).text.utf8)
        return try #require(try JSONSerialization.jsonObject(with: data) as? NSDictionary)
    }

    @Test("Strings and keys with any characters survive writing and reading")
    func characters() throws {
        for value in UInt32(0)...0x2100 {
            guard let scalar = UnicodeScalar(value) else { continue }
            let text = "a\(Character(scalar))b"
            #expect(try read(.string(text))["value"] as? String == text, "U+\(value)")
        }
        for text in ["", "\"\\/", "\r\n", "e\u{301}", "👩‍👧", "\u{2028}\u{FEFF}", "\u{10FFFF}"] {
            #expect(try read(.string(text))["value"] as? String == text)
            #expect(
                try read(.object([(text, .null)]))["value"] as? NSDictionary == [text: NSNull()])
        }
    }

    @Test(
        "Control characters are escaped")
    func controls() {
        let all = String(String.UnicodeScalarView((0...0x9F).compactMap { UnicodeScalar($0) }))
        #expect(!JSON.string(all).text.unicodeScalars.contains { $0.value < 32 })
        #expect(!JSON.string(all).text.unicodeScalars.contains { (0x7F...0x9F).contains($0.value) })
        #expect(JSON.string("\u{1}\u{1B}\u{7F}\u{9B}").text == #""\u0001\u001b\u007f\u009b""#)
    }

    @Test("libyaml reads the written text of all characters of the basic plane")
    func yaml() throws {
        #expect(JSON.string("\u{FFFE}\u{FFFF}").text == #""\ufffe\uffff""#)
        let all = String(String.UnicodeScalarView((0...0xFFFF).compactMap { UnicodeScalar($0) }))
        let bytes = Array(JSON.string(all).text.utf8)
        #expect(try YAMLDocument(bytes: bytes, name: "JSON").root.string() == all)
    }

    @Test("Invalid UTF-8 becomes the replacement character, and the JSON stays valid")
    func invalidBytes() throws {
        let bytes: [UInt8] = [0x41, 0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80, 0x42]
        let text = String(decoding: bytes, as: UTF8.self)
        let back = try #require(try read(.string(text))["value"] as? String)
        #expect(back == text)
        #expect(back.hasPrefix("A\u{FFFD}"))
        #expect(back.hasSuffix("B"))
    }

    @Test("Numbers, Booleans and null are written, and non-finite numbers become null")
    func numbers() throws {
        #expect(try read(.integer(.min))["value"] as? Int == .min)
        #expect(try read(.number(-0.125))["value"] as? Double == -0.125)
        #expect(try read(.number(1e300))["value"] as? Double == 1e300)
        #expect(JSON.number(.infinity).text == "null")
        #expect(JSON.number(.nan).text == "null")
        #expect(JSON.bool(true).text == "true")
        #expect(JSON(nil).text == "null")
        #expect(JSON("x").text == #""x""#)
    }

    @Test("Arrays and objects keep their order and are indented by two spaces")
    func layout() {
        let value = JSON.object([
            ("z", .array([.integer(1), .array([])])), ("a", .object([])),
        ])
        #expect(
            value.text == """
                {
                  "z": [
                    1,
                    []
                  ],
                  "a": {}
                }
                """)
    }
}
