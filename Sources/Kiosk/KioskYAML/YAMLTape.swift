// A tree would allocate an array for each list. A recording has hundreds of thousands of short
// lists, so a document is stored as one flat array of cells and one array of text.

/// A node in the flat representation of a document.
struct YAMLCell {
    /// The kind of a node.
    enum Kind: UInt8 {
        /// An unquoted text, which may be a number or null.
        case plainScalar
        /// A quoted text.
        case quotedScalar
        /// A list of nodes.
        case sequence
        /// A list of keys and values.
        case mapping
    }

    /// The kind of the node.
    var kind: Kind
    /// The line number, from 1.
    var line: UInt32
    /// For a scalar: the offset of its text in the text of all scalars, in bytes. For a sequence:
    /// the number of elements. For a mapping: the number of keys and values together.
    var first: UInt32
    /// For a scalar: the length of its text in bytes. For a sequence or mapping: the index of the
    /// cell after its last descendant.
    var second: UInt32
}

/// The flat representation of a document: all nodes in the order of the file, and the text of all
/// scalars.
final class YAMLTape: Sendable {
    /// The file's name.
    let name: String
    /// All nodes in the order of the file.
    let cells: [YAMLCell]
    /// The concatenated UTF-8 text of all scalars.
    let text: [UInt8]

    /// Creates a tape from the cells and the text of a document.
    init(name: String, cells: [YAMLCell], text: [UInt8]) {
        self.name = name
        self.cells = cells
        self.text = text
    }

    /// Returns the index of the first cell after the node at `index` and its descendants.
    func end(of index: Int) -> Int {
        switch cells[index].kind {
        case .plainScalar, .quotedScalar: index + 1
        case .sequence, .mapping: Int(cells[index].second)
        }
    }

    /// Returns the UTF-8 text of the scalar whose cell has the index `index`.
    func text(of index: Int) -> ArraySlice<UInt8> {
        let start = Int(cells[index].first)
        return text[start..<start + Int(cells[index].second)]
    }
}
