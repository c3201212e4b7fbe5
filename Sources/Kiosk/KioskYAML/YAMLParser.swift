import CTouchTrackerYAML

/// An event of the libyaml parser: a scalar, or the start or end of a sequence, mapping or
/// document.
enum YAMLEvent {
    /// The start of a document.
    case documentStart
    /// The end of a document, with or without an end marker (`...`).
    case documentEnd(isExplicit: Bool)
    /// A scalar with its UTF-8 text, which is valid until the next event.
    case scalar(UnsafeBufferPointer<UInt8>, isPlain: Bool)
    /// The start of a sequence.
    case sequenceStart
    /// The start of a mapping.
    case mappingStart
    /// The end of a sequence or mapping.
    case collectionEnd
}

/// A libyaml parser for bytes that the caller must keep alive during the parser's lifetime.
struct YAMLParser: ~Copyable {
    /// The result of parsing the next event.
    enum Step {
        /// An event and its line number, from 1.
        case event(YAMLEvent, line: Int)
        /// The end of the input.
        case end
    }

    /// libyaml's parser object.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    /// The most recent event from libyaml.
    private let event: UnsafeMutablePointer<yaml_event_t>
    /// The input without the byte order mark.
    private let bytes: UnsafeBufferPointer<UInt8>
    private let name: String

    /// Creates a parser.
    ///
    /// The corresponding C function is `yaml_parser_initialize`.
    ///
    /// - Parameters:
    ///   - input: The file's contents in UTF-8, with or without a byte order mark.
    ///   - name: The file's name for error messages.
    /// - Throws: `YAMLError` if there is not enough memory.
    init(_ input: UnsafeBufferPointer<UInt8>, name: String) throws(YAMLError) {
        // libyaml skips the mark only if it detects the encoding, which would allow UTF-16 too.
        let hasMark = input.starts(with: [0xEF, 0xBB, 0xBF])
        bytes = hasMark ? UnsafeBufferPointer(rebasing: input[3...]) : input
        self.name = name
        parser = .allocate(capacity: 1)
        event = .allocate(capacity: 1)
        event.initialize(to: yaml_event_t())
        guard yaml_parser_initialize(parser) == 1 else {
            // deinit requires an initialized parser, and deleting an empty one has no effect.
            parser.initialize(to: yaml_parser_t())
            throw YAMLError(
                file: name, line: nil, cause: "not enough memory to parse the file",
                remedy: "end other programs")
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_event_delete(event)
        event.deallocate()
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// Returns the next event.
    ///
    /// The corresponding C function is `yaml_parser_parse`.
    ///
    /// - Throws: `YAMLError` if the input is not YAML, or contains an anchor, an alias or a tag.
    func next() throws(YAMLError) -> Step {
        while true {
            yaml_event_delete(event)
            guard yaml_parser_parse(parser, event) == 1 else { throw failure() }
            let line = Int(clamping: event.pointee.start_mark.line) + 1
            switch event.pointee.type {
            case YAML_NO_EVENT, YAML_STREAM_END_EVENT:
                return .end
            case YAML_STREAM_START_EVENT:
                continue
            case YAML_DOCUMENT_START_EVENT:
                return .event(.documentStart, line: line)
            case YAML_DOCUMENT_END_EVENT:
                let isExplicit = event.pointee.data.document_end.implicit == 0
                return .event(.documentEnd(isExplicit: isExplicit), line: line)
            case YAML_SCALAR_EVENT:
                let scalar = event.pointee.data.scalar
                try checkForUnsupported(anchor: scalar.anchor, tag: scalar.tag, line)
                let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
                return .event(
                    .scalar(text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE), line: line)
            case YAML_SEQUENCE_START_EVENT:
                let start = event.pointee.data.sequence_start
                try checkForUnsupported(anchor: start.anchor, tag: start.tag, line)
                return .event(.sequenceStart, line: line)
            case YAML_MAPPING_START_EVENT:
                let start = event.pointee.data.mapping_start
                try checkForUnsupported(anchor: start.anchor, tag: start.tag, line)
                return .event(.mappingStart, line: line)
            case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
                return .event(.collectionEnd, line: line)
            default:
                throw unsupported("aliases (*)", line)
            }
        }
    }

    /// Throws an error if a node has an anchor or a tag.
    private func checkForUnsupported(
        anchor: UnsafeMutablePointer<yaml_char_t>?, tag: UnsafeMutablePointer<yaml_char_t>?,
        _ line: Int
    ) throws(YAMLError) {
        if anchor != nil { throw unsupported("anchors (&)", line) }
        if tag != nil { throw unsupported("tags (!)", line) }
    }

    /// Returns the error for an unsupported feature.
    private func unsupported(_ feature: String, _ line: Int) -> YAMLError {
        YAMLError(
            file: name, line: line, cause: "\(feature) are not supported",
            remedy: "write the value itself, or put it in quotes")
    }

    /// Returns the error that libyaml has reported.
    private func failure() -> YAMLError {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "unknown error"
        switch parser.pointee.error {
        case YAML_MEMORY_ERROR:
            return YAMLError(
                file: name, line: nil, cause: "not enough memory to parse the file",
                remedy: "end other programs")
        case YAML_READER_ERROR:
            return YAMLError(
                file: name, line: line(at: parser.pointee.problem_offset),
                cause: "invalid UTF-8: \(problem)", remedy: "correct the line")
        default:
            // For an unclosed bracket, libyaml reports the end of the file as the problem's
            // position and the bracket as its context.
            let context = parser.pointee.context.map { String(cString: $0) }
            let contextLine = Int(clamping: parser.pointee.context_mark.line) + 1
            let problemLine = Int(clamping: parser.pointee.problem_mark.line) + 1
            let cause = context.map { "\($0) in line \(contextLine): \(problem)" } ?? problem
            return YAMLError(
                file: name, line: problemLine, cause: "invalid YAML: \(cause)",
                remedy: "correct the line")
        }
    }

    /// Returns the number of the line that contains the byte at `offset`, from 1.
    private func line(at offset: Int) -> Int {
        1 + bytes.prefix(max(0, offset)).reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    }
}
