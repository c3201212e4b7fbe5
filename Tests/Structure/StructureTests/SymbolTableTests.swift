import Foundation
import Testing

/// Compares the table of UIKit's touch symbols with the sources.
@Suite("The table of UIKit's symbols")
struct SymbolTableTests {
    struct Row: CustomStringConvertible {
        var type: String
        /// The name of the member, or an empty string in the row of the type itself.
        var member: String
        var answer: String
        var note: String
        /// The whole cell.
        var description: String
    }

    static func rows() throws -> [Row] {
        let article = Manifest.root.appendingPathComponent(
            "Sources/TouchKit/TouchKit/TouchKit.docc/FromIOSToABoard.md")
        return try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("| UI") && !$0.hasPrefix("| UIKit ") }
            .map { line in
                let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                    .dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
                let parts = cells[0].split(separator: ".", maxSplits: 1)
                let member = parts.count > 1 ? parts[1].prefix { $0 != "(" } : ""
                return Row(
                    type: String(parts[0]), member: String(member), answer: cells[1],
                    note: cells[2], description: cells[0])
            }
    }

    /// The names that TouchKit's sources declare: types, and members of any type.
    static func declarations() throws -> Set<String> {
        var names: Set<String> = []
        for file in try SourceFile.all(in: "Sources") where file.target == "TouchKit" {
            for line in file.lines {
                let words = line.utf8.split { !Self.isPartOfWord($0) }.map { String($0) ?? "" }
                for (word, name) in zip(words, words.dropFirst())
                where Self.keywords.contains(word) {
                    names.insert(name)
                }
                if words.contains("init") { names.insert("init") }
            }
        }
        return names
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    static let keywords: Set<String> = [
        "class", "struct", "enum", "protocol", "var", "let", "func", "case", "typealias",
    ]

    @Test("Each row has an answer, and a partly supported symbol has a note about what is missing")
    func answers() throws {
        let rows = try Self.rows()
        #expect(rows.count > 150)
        for row in rows {
            #expect(["yes", "partly", "no"].contains(row.answer), "\(row)")
            if row.answer == "partly" { #expect(!row.note.isEmpty, "\(row)") }
        }
        #expect(Set(rows.map(\.description)).count == rows.count)
    }

    @Test("Symbols marked as supported are declared, and symbols marked as missing are not")
    func declared() throws {
        let declarations = try Self.declarations()
        for row in try Self.rows() {
            let name = row.member.isEmpty ? row.type : row.member
            let isDeclared = declarations.contains(name)
            let isTypeDeclared = declarations.contains(row.type)
            if row.answer == "no" {
                #expect(!isDeclared || Self.sharedNames.contains(name), "\(row) is declared")
            } else {
                #expect(isDeclared && isTypeDeclared, "\(row) is not declared")
            }
        }
    }

    /// Missing members whose names other declarations have: `UITouch.type` shares its name with
    /// `UIEvent.type`.
    static let sharedNames: Set<String> = ["type"]

    @Test("The table of UIKit's classes has one row for each class, and is right about TouchKit's")
    func classes() throws {
        let article = Manifest.root.appendingPathComponent(
            "Sources/TouchKit/TouchKit/TouchKit.docc/EveryClassOfUIKit.md")
        let declarations = try Self.declarations()
        var listed: Set<String> = []
        for line in try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
        where line.hasPrefix("| UI") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            try #require(["yes", "partly", "no"].contains(cells[1]), "\(line)")
            for name in cells[0].components(separatedBy: ", ") {
                #expect(listed.insert(name).inserted, "\(name) is listed twice")
                #expect(declarations.contains(name) == (cells[1] != "no"), "\(name)")
            }
        }
        let classes = try SourceFile.all(in: "Sources").filter { $0.target == "TouchKit" }
            .flatMap(\.lines).compactMap { $0.firstMatch(of: /^(open|public final) class (UI\w+)/) }
        #expect(classes.count > 30)
        // UIKit's notifications are Foundation's.
        for name in classes.map({ String($0.2) }) where name != "UINotificationCenter" {
            #expect(listed.contains(name), "\(name) is missing")
        }
    }
}
