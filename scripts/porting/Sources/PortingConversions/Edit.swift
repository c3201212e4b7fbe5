import SwiftSyntax

/// A replacement of a range of a source text.
struct Edit {
    /// The replaced bytes, as UTF-8 offsets from the start of the text.
    let range: Range<Int>
    /// The text that replaces the range.
    let replacement: String

    /// Creates an edit that replaces a node without the whitespace and comments around the node.
    init(replacing node: some SyntaxProtocol, with replacement: String) {
        range =
            node.positionAfterSkippingLeadingTrivia
            .utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
        self.replacement = replacement
    }

    /// Creates an edit that removes a node and the whitespace after the node.
    init(removing node: some SyntaxProtocol) {
        range = node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPosition.utf8Offset
        replacement = ""
    }

    /// Creates an edit that inserts `text` before the first token of a node.
    init(inserting text: String, before node: some SyntaxProtocol) {
        let offset = node.positionAfterSkippingLeadingTrivia.utf8Offset
        range = offset..<offset
        replacement = text
    }

    /// Creates an edit that inserts `text` at an offset in UTF-8 bytes from the start of the text.
    init(inserting text: String, at offset: Int) {
        range = offset..<offset
        replacement = text
    }

    /// Creates an edit that inserts `text` after the last token of a node.
    init(inserting text: String, after node: some SyntaxProtocol) {
        let offset = node.endPositionBeforeTrailingTrivia.utf8Offset
        range = offset..<offset
        replacement = text
    }

    /// Returns `text` with all edits applied. Of two edits that overlap, the first one applies.
    static func apply(_ edits: [Edit], to text: String) -> String {
        if edits.isEmpty { return text }
        let bytes = Array(text.utf8)
        let ordered = edits.enumerated().sorted {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }
        var result: [UInt8] = []
        var position = 0
        for (_, edit) in ordered where edit.range.lowerBound >= position {
            result += bytes[position..<edit.range.lowerBound]
            result += Array(edit.replacement.utf8)
            position = edit.range.upperBound
        }
        result += bytes[position...]
        return String(decoding: result, as: UTF8.self)
    }
}
