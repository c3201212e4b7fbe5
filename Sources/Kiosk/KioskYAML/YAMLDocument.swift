/// A parsed YAML document, such as a configuration file or a recording.
///
/// The parser rejects anchors, aliases, tags, multiple documents in a file, duplicate keys, and
/// more than `maximumNesting` levels, because a small file with such features can describe a very
/// large document. The parser accepts a byte order mark and Windows line endings.
package struct YAMLDocument: Sendable {
    /// The maximum nesting level of sequences and mappings.
    package static let maximumNesting = 64

    /// The root node.
    package let root: YAMLNode
    /// Whether the document ends with an explicit end marker (`...`).
    package let hasEndMarker: Bool

    /// Parses a document.
    ///
    /// - Parameters:
    ///   - bytes: The file's contents in UTF-8.
    ///   - name: The file's name for error messages.
    /// - Throws: `YAMLError` if the document is empty, is not YAML, or uses a rejected feature.
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    package init(bytes: [UInt8], name: String) throws(YAMLError) {
        guard let document = try Self.document(in: bytes, name: name) else {
            throw YAMLError(
                file: name, line: nil, cause: "the file contains no data",
                remedy: "choose another file")
        }
        self = document
    }

    private init(_ builder: YAMLBuilder, name: String) {
        let tape = YAMLTape(name: name, cells: builder.cells, text: builder.text)
        root = YAMLNode(tape: tape, index: 0)
        hasEndMarker = builder.hasEndMarker
    }

    /// Parses a document that may be empty or contain only comments, such as a configuration file.
    ///
    /// - Parameters:
    ///   - bytes: The file's contents in UTF-8.
    ///   - name: The file's name for error messages.
    /// - Returns: The document, or `nil` if the document is empty.
    /// - Throws: `YAMLError` if the document is not YAML, or uses a rejected feature.
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    package static func document(
        in bytes: [UInt8], name: String
    ) throws(YAMLError) -> YAMLDocument? {
        guard bytes.count <= YAMLFile.maximumSize else {
            throw YAMLError(
                file: name, line: nil,
                cause: "is larger than \(YAMLFile.maximumSize / 1_024 / 1_024) MiB",
                remedy: "use a smaller file")
        }
        var builder = YAMLBuilder(name: name)
        let result = bytes.withUnsafeBufferPointer { buffer -> Result<Void, YAMLError> in
            do throws(YAMLError) {
                let parser = try YAMLParser(buffer, name: name)
                while true {
                    switch try parser.next() {
                    case .event(let event, let line): try builder.append(event, line: line)
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

    /// Reads and parses the document in the file at `path`.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - maximumSize: The maximum accepted size in bytes. No more bytes are read.
    /// - Throws: `YAMLError` if the file cannot be read or is larger than `maximumSize`, or if the
    ///   document is empty, is not YAML, or uses a rejected feature.
    package static func read(
        path: String, maximumSize: Int = YAMLFile.maximumSize
    ) throws(YAMLError) -> YAMLDocument {
        try YAMLDocument(
            bytes: YAMLFile.bytes(of: path, maximumSize: maximumSize), name: path)
    }

    /// Reads and parses the document in the kiosk's own file at `path`, which must not be a
    /// symbolic link. Returns `nil` if the file is missing.
    ///
    /// - Throws: `YAMLError` if the file cannot be read, the document is empty, is not YAML, or
    ///   uses a rejected feature.
    package static func read(ownFile path: String) throws(YAMLError) -> YAMLDocument? {
        guard let bytes = try YAMLFile.bytes(ofOwnFile: path) else { return nil }
        return try YAMLDocument(bytes: bytes, name: path)
    }
}
