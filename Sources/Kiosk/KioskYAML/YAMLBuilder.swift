/// Lays events down on a tape.
struct YAMLBuilder {
    private let name: String
    /// The cells of the collections that are open, outermost first.
    private var open: [Int] = []
    private var documentCount = 0

    private(set) var cells: [YAMLCell] = []
    private(set) var text: [UInt8] = []
    private(set) var hasEndMarker = false

    init(name: String) {
        self.name = name
    }

    /// Takes the next event, which stands in a line from 1.
    mutating func take(_ event: YAMLEvent, line: Int) throws(YAMLError) {
        switch event {
        case .documentStart:
            documentCount += 1
            guard documentCount == 1 else {
                throw error("a second document begins here", line, remedy: "put it in another file")
            }
        case .documentEnd(let isExplicit):
            hasEndMarker = isExplicit
        case .scalar(let bytes, let isPlain):
            try append(
                isPlain ? .plainScalar : .quotedScalar, line, first: text.count,
                second: bytes.count)
            text.append(contentsOf: bytes)
        case .sequenceStart:
            try openCollection(.sequence, line)
        case .mappingStart:
            try openCollection(.mapping, line)
        case .collectionEnd:
            guard let index = open.popLast() else { return }
            cells[index].second = UInt32(cells.count)
            if cells[index].kind == .mapping { try refuseDuplicateKeys(of: index) }
        }
    }

    private mutating func openCollection(_ kind: YAMLCell.Kind, _ line: Int) throws(YAMLError) {
        guard open.count < YAMLDocument.deepestNesting else {
            throw error(
                "lists and keys are nested more than \(YAMLDocument.deepestNesting) deep", line,
                remedy: "nest them less")
        }
        try append(kind, line, first: 0, second: 0)
        open.append(cells.count - 1)
    }

    private mutating func append(
        _ kind: YAMLCell.Kind, _ line: Int, first: Int, second: Int
    ) throws(YAMLError) {
        if let parent = open.last {
            let isKey = cells[parent].kind == .mapping && cells[parent].first % 2 == 0
            if isKey, kind == .sequence || kind == .mapping {
                throw error("a key is a list or has keys itself", line, remedy: "use a text as key")
            }
            cells[parent].first += 1
        }
        // A file of 512 MB has neither so many lines nor so much text that 32 bits overflow.
        cells.append(
            YAMLCell(
                kind: kind, line: UInt32(clamping: line), first: UInt32(clamping: first),
                second: UInt32(clamping: second)))
    }

    private func refuseDuplicateKeys(of mapping: Int) throws(YAMLError) {
        // Most mappings of a recording have one key: no set for them.
        guard cells[mapping].first > 2 else { return }
        var seen: Set<ArraySlice<UInt8>> = []
        var index = mapping + 1
        while index < cells.count {
            let start = Int(cells[index].first)
            let key = text[start..<start + Int(cells[index].second)]
            guard seen.insert(key).inserted else {
                throw error(
                    "\(YAMLError.quoted(String(decoding: key, as: UTF8.self))) stands here a second time",
                    Int(cells[index].line), remedy: "keep one of the two")
            }
            let value = index + 1
            switch cells[value].kind {
            case .plainScalar, .quotedScalar: index = value + 1
            case .sequence, .mapping: index = Int(cells[value].second)
            }
        }
    }

    private func error(_ cause: String, _ line: Int, remedy: String) -> YAMLError {
        YAMLError(file: name, line: line, cause: cause, remedy: remedy)
    }
}
