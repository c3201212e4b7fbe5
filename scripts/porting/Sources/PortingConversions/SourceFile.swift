import SwiftParser
import SwiftSyntax

/// A Swift file that is converted.
public struct SourceFile: Sendable {
    /// The path of the file, for messages and for the name of the converted file.
    public let path: String
    /// The text: of the original file before the conversion, converted afterwards.
    public var text: String

    /// Creates a file with a path and a text.
    public init(path: String, text: String) {
        self.path = path
        self.text = text
    }

    /// The parsed text.
    var syntax: SourceFileSyntax { Parser.parse(source: text) }
}
