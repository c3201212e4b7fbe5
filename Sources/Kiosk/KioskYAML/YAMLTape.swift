// A document is kept as a tape: one flat array of nodes in the order of the file, and one of text.
// A recording has hundreds of thousands of short numbers; a tree would allocate for each list of
// five of them, the tape doesn't.

/// One node of the tape.
struct YAMLCell {
    enum Kind: UInt8 {
        case plainScalar
        case quotedScalar
        case sequence
        case mapping
    }

    var kind: Kind
    /// From 1.
    var line: UInt32
    /// Scalars: where their text begins. Collections: how many children they have; a mapping counts
    /// keys and values.
    var first: UInt32
    /// Scalars: how long their text is. Collections: the index of the cell after their last one.
    var second: UInt32
}

/// A whole document, as flat as it came.
final class YAMLTape: Sendable {
    /// The file, as the caller named it.
    let name: String
    let cells: [YAMLCell]
    /// The text of all scalars, UTF-8.
    let text: [UInt8]

    init(name: String, cells: [YAMLCell], text: [UInt8]) {
        self.name = name
        self.cells = cells
        self.text = text
    }

    /// The cell after a node and all that is in it.
    func end(of index: Int) -> Int {
        switch cells[index].kind {
        case .plainScalar, .quotedScalar: index + 1
        case .sequence, .mapping: Int(cells[index].second)
        }
    }

    /// The text of a scalar.
    func text(of index: Int) -> ArraySlice<UInt8> {
        let start = Int(cells[index].first)
        return text[start..<start + Int(cells[index].second)]
    }
}
