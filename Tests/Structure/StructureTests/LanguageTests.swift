import Foundation
import Testing

/// Checks comments, documentation and messages for the language rules of CONTRIBUTING.md.
@Suite("Language")
struct LanguageTests {
    let files: [SourceFile]

    init() throws {
        files = try SourceFile.all(in: "Sources") + SourceFile.all(in: "Tests")
    }

    /// Words that a paragraph of a comment must not begin with: they refer to a neighbor.
    private static let openings = [
        "It", "Its", "As", "The same", "That", "This", "They", "These", "Those",
        "Whether anybody", "Whoever", "Who", "So", "And", "But", "Also",
    ]

    /// Pronouns that hide which object acts.
    private static let pronouns: Set<String> = [
        "who", "whoever", "whom", "nobody", "somebody", "someone", "anybody", "anyone",
        "everybody", "everyone", "he", "she", "his", "him", "hers",
    ]

    /// Texts with a forbidden word that have to stay: a field test's results, compared with
    /// reference pictures, the system's user `nobody`, and the log of a test.
    private static let exemptTexts = [
        "that nobody made", "here is who hears of it", "--reuid nobody", "nobody-800x480",
        "for nobody",
    ]

    /// All files except this one, which lists the forbidden words.
    private var checkedFiles: [SourceFile] {
        files.filter { !$0.path.hasSuffix("/LanguageTests.swift") }
    }

    @Test("Each paragraph of a comment stands alone")
    func commentOpenings() {
        for file in checkedFiles {
            for (index, line) in file.lines.enumerated() {
                guard let text = Self.comment(line),
                    index == 0 || Self.comment(file.lines[index - 1]) == nil
                else { continue }
                for opening in Self.openings where Self.text(text, beginsWith: opening) {
                    Issue.record("\(file):\(index + 1): begins with \"\(opening)\"")
                }
            }
        }
    }

    @Test("Comments and messages name the acting object instead of a pronoun")
    func pronouns() {
        for file in checkedFiles {
            for (index, line) in file.lines.enumerated() {
                if Self.exemptTexts.contains(where: line.contains) { continue }
                for word in Self.words(Self.prose(of: line)) where Self.pronouns.contains(word) {
                    Issue.record("\(file):\(index + 1): \"\(word)\"")
                }
            }
        }
    }

    /// Swift cannot break a line inside a string literal, so a line that ends with a literal, at
    /// most with closing punctuation behind it, may be longer.
    @Test("No line of code or comment is longer than 100 columns")
    func lineLength() {
        for file in checkedFiles {
            var isInMultilineString = false
            for (index, line) in file.lines.enumerated() {
                let marks = line.components(separatedBy: "\"\"\"").count - 1
                let isText = isInMultilineString || marks > 0
                if marks % 2 == 1 { isInMultilineString.toggle() }
                if !isText && !Self.endsWithLiteral(line) {
                    #expect(line.count <= 100, "\(file):\(index + 1): \(line.count) columns")
                }
            }
        }
    }

    @Test("No function is longer than 60 lines")
    func functionLength() {
        for file in checkedFiles {
            for (index, line) in file.lines.enumerated() where Self.declaresFunction(line) {
                guard let length = Self.functionLength(file.lines[index...]) else { continue }
                #expect(length <= 60, "\(file):\(index + 1): \(length) lines")
            }
        }
    }

    /// Whether a line of code ends with a string literal that begins within the first 100 columns.
    private static func endsWithLiteral(_ line: String) -> Bool {
        guard !line.trimmed.hasPrefix("//"), let quote = line.firstIndex(of: "\""),
            line.distance(from: line.startIndex, to: quote) < 100,
            let end = line.lastIndex(of: "\""), end > quote
        else { return false }
        return line[end...].dropFirst().allSatisfy { ")],;} {".contains($0) }
    }

    /// Returns the text of a line that is only a comment, or `nil` for other lines and for the
    /// empty lines between a comment's paragraphs.
    private static func comment(_ line: String) -> Substring? {
        let mark = line.trimmed.prefix { $0 == "/" }
        let text = line.trimmed.dropFirst(mark.count)
        return mark.count >= 2 && text.hasPrefix(" ") ? text.dropFirst() : nil
    }

    /// Whether `text` begins with the words of `opening`.
    private static func text(_ text: Substring, beginsWith opening: String) -> Bool {
        guard text.hasPrefix(opening) else { return false }
        let next = text.dropFirst(opening.count).first
        return next == nil || next == " " || next == "," || next == "'"
    }

    /// The comment of a line, or the string literals of a line without a comment.
    private static func prose(of line: String) -> String {
        if let comment = line.range(of: "//"), !line.contains("://") {
            return String(line[comment.upperBound...])
        }
        let parts = line.components(separatedBy: "\"")
        return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }.joined(separator: " ")
    }

    /// The lower-case words of a text, without code in backticks.
    private static func words(_ text: String) -> [String] {
        let plain = text.components(separatedBy: "`").enumerated()
            .filter { $0.offset % 2 == 0 }.map(\.element).joined(separator: " ")
        return plain.lowercased().split { !$0.isLetter && $0 != "-" && $0 != "_" }.map(String.init)
    }

    /// Whether a line begins the declaration of a function or an initializer.
    private static func declaresFunction(_ line: String) -> Bool {
        let words = line.trimmed.split(separator: " ")
        guard let first = words.first, !first.hasPrefix("//") else { return false }
        return words.contains("func") || words.contains { $0.hasPrefix("init(") }
    }

    /// Returns the number of lines of the function that begins with the first of `lines`, or `nil`
    /// if it has no body on lines of its own.
    private static func functionLength(_ lines: ArraySlice<String>) -> Int? {
        guard let first = lines.first else { return nil }
        let indentation = first.prefix { $0 == " " }
        for (offset, line) in lines.enumerated() {
            let isContinued = offset == 0 || line.hasPrefix(indentation + " ")
            guard isContinued || line.hasPrefix(indentation + ")") else { return nil }
            guard line.hasSuffix("{") else { continue }
            let rest = lines.dropFirst(offset + 1)
            return rest.firstIndex(of: indentation + "}").map { $0 - lines.startIndex + 1 }
        }
        return nil
    }
}
