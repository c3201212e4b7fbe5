/// A builder that creates the flat representation of a document (`YAMLTape`) from parser events.
struct YAMLBuilder {
    private let name: String
    /// The indices in `cells` of the sequences and mappings that have started and not yet ended,
    /// outermost first.
    private var openCollections: [Int] = []
    /// The number of documents that have started.
    private var documentCount = 0

    /// The cells, one for each node of the document, that have been built so far.
    private(set) var cells: [YAMLCell] = []
    /// The concatenated UTF-8 text of all scalars that have been processed so far.
    private(set) var text: [UInt8] = []
    /// Whether the document ended with an explicit end marker (`...`).
    private(set) var hasEndMarker = false

    /// Creates an empty builder.
    ///
    /// - Parameter name: The file's name for error messages.
    init(name: String) {
        self.name = name
    }

    /// Adds the next event of the YAML parser to the document.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - line: The line number of the event, from 1.
    /// - Throws: `YAMLError` for a second document, a duplicate key, a key that is not a scalar, or
    ///   too many nesting levels.
    mutating func append(_ event: YAMLEvent, line: Int) throws(YAMLError) {
        switch event {
        case .documentStart:
            documentCount += 1
            guard documentCount == 1 else {
                throw error("a second document begins here", line, remedy: "put it in another file")
            }
        case .documentEnd(let isExplicit):
            hasEndMarker = isExplicit
        case .scalar(let bytes, let isPlain):
            try appendCell(
                isPlain ? .plainScalar : .quotedScalar, line, first: text.count,
                second: bytes.count)
            text.append(contentsOf: bytes)
        case .sequenceStart:
            try openCollection(.sequence, line)
        case .mappingStart:
            try openCollection(.mapping, line)
        case .collectionEnd:
            guard let index = openCollections.popLast() else { return }
            cells[index].second = UInt32(cells.count)
            if cells[index].kind == .mapping { try checkForDuplicateKeys(of: index) }
        }
    }

    /// Appends the cell of a sequence or mapping that has just started. Later cells are its
    /// descendants until the collection ends.
    private mutating func openCollection(_ kind: YAMLCell.Kind, _ line: Int) throws(YAMLError) {
        guard openCollections.count < YAMLDocument.maximumNesting else {
            throw error(
                "nested more than \(YAMLDocument.maximumNesting) levels deep", line,
                remedy: "use fewer levels")
        }
        try appendCell(kind, line, first: 0, second: 0)
        openCollections.append(cells.count - 1)
    }

    /// Appends a cell and counts it as a child of the innermost sequence or mapping that has not
    /// ended yet.
    private mutating func appendCell(
        _ kind: YAMLCell.Kind, _ line: Int, first: Int, second: Int
    ) throws(YAMLError) {
        if let parent = openCollections.last {
            let isKey = cells[parent].kind == .mapping && cells[parent].first % 2 == 0
            if isKey, kind == .sequence || kind == .mapping {
                throw error("a key is a list or a mapping", line, remedy: "use a text as the key")
            }
            cells[parent].first += 1
        }
        // 32 bits are sufficient for the lines and the text of the largest accepted file, 512 MiB.
        cells.append(
            YAMLCell(
                kind: kind, line: UInt32(clamping: line), first: UInt32(clamping: first),
                second: UInt32(clamping: second)))
    }

    /// Throws an error if the mapping whose cell has the index `mapping` contains a key twice.
    private func checkForDuplicateKeys(of mapping: Int) throws(YAMLError) {
        // Most mappings in a recording have only one key and need no set.
        guard cells[mapping].first > 2 else { return }
        var seen: Set<ArraySlice<UInt8>> = []
        var index = mapping + 1
        while index < cells.count {
            let start = Int(cells[index].first)
            let key = text[start..<start + Int(cells[index].second)]
            guard seen.insert(key).inserted else {
                throw error(
                    "duplicate key \(YAMLError.quoted(String(decoding: key, as: UTF8.self)))",
                    Int(cells[index].line), remedy: "remove one of the two")
            }
            let value = index + 1
            switch cells[value].kind {
            case .plainScalar, .quotedScalar: index = value + 1
            case .sequence, .mapping: index = Int(cells[value].second)
            }
        }
    }

    /// Returns an error with the file's name and the number of a line.
    private func error(_ cause: String, _ line: Int, remedy: String) -> YAMLError {
        YAMLError(file: name, line: line, cause: cause, remedy: remedy)
    }
}
