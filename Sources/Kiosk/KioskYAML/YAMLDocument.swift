/// A YAML document: one that people write into a settings file, or a program into a recording.
///
/// Anchors, aliases, tags and several documents in a file are refused: nobody needs them here, and
/// they make small files mean very large things. So are duplicate keys and nesting deeper than
/// `deepestNesting`. A byte-order mark and the line ends of Windows are accepted.
package struct YAMLDocument: Sendable {
    /// The most levels of lists and mappings within each other.
    package static let deepestNesting = 64

    /// What the document says.
    package let root: YAMLNode
    /// Whether the document ends with an explicit end marker (`...`).
    package let hasEndMarker: Bool

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: The file's contents, UTF-8.
    ///   - name: The file's name, for errors.
    /// - Throws: `YAMLError` where it isn't YAML, or not of the kind that is read here.
    /// - Complexity: O(bytes).
    package init(bytes: [UInt8], name: String) throws(YAMLError) {
        guard let document = try Self.document(in: bytes, name: name) else {
            throw YAMLError(
                file: name, line: nil, cause: "holds nothing",
                remedy: "check that it is the right file")
        }
        self = document
    }

    private init(_ builder: YAMLBuilder, name: String) {
        let tape = YAMLTape(name: name, cells: builder.cells, text: builder.text)
        root = YAMLNode(tape: tape, index: 0)
        hasEndMarker = builder.hasEndMarker
    }

    /// Reads a document where there may be none: a settings file that is empty, or all comments.
    ///
    /// - Parameters:
    ///   - bytes: The file's contents, UTF-8.
    ///   - name: The file's name, for errors.
    /// - Returns: The document; nil where the file says nothing.
    /// - Throws: `YAMLError` where it isn't YAML, or not of the kind that is read here.
    /// - Complexity: O(bytes).
    package static func document(
        in bytes: [UInt8], name: String
    ) throws(YAMLError) -> YAMLDocument? {
        guard bytes.count <= YAMLFile.largestSize else {
            throw YAMLError(
                file: name, line: nil,
                cause: "is larger than \(YAMLFile.largestSize / 1_024 / 1_024) MB",
                remedy: "use a smaller file")
        }
        var builder = YAMLBuilder(name: name)
        let result = bytes.withUnsafeBufferPointer { buffer -> Result<Void, YAMLError> in
            do throws(YAMLError) {
                let parser = try YAMLParser(buffer, name: name)
                while true {
                    switch try parser.next() {
                    case .event(let event, let line): try builder.take(event, line: line)
                    case .end: return .success(())
                    }
                }
            } catch {
                return .failure(error)
            }
        }
        try result.get()
        return builder.cells.isEmpty ? nil : YAMLDocument(builder, name: name)
    }

    /// Reads a document from a file.
    ///
    /// - Throws: `YAMLError` as `init(bytes:name:)`, and where the file can't be read.
    package static func read(path: String) throws(YAMLError) -> YAMLDocument {
        try YAMLDocument(bytes: YAMLFile.bytes(of: path), name: path)
    }
}
