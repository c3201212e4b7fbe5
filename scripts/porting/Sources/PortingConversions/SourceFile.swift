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

    /// The name of the file, without the folder.
    public var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Returns the paths of the first two files with the same name, or no path if all names differ.
    public static func pathsWithSameName(in files: [SourceFile]) -> [String] {
        var paths: [String: String] = [:]
        for file in files {
            if let other = paths.updateValue(file.path, forKey: file.name) {
                return [other, file.path]
            }
        }
        return []
    }

    /// The parsed text.
    var syntax: SourceFileSyntax { Parser.parse(source: text) }
}
