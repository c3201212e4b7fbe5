import CTouchTrackerYAML

/// What libyaml found next.
enum YAMLEvent {
    case documentStart
    case documentEnd(isExplicit: Bool)
    case scalar(UnsafeBufferPointer<UInt8>, isPlain: Bool)
    case sequenceStart
    case mappingStart
    case collectionEnd
}

/// Owns libyaml's parser over bytes that somebody else keeps alive.
struct YAMLParser: ~Copyable {
    enum Step {
        /// An event and its line, from 1; its text lives until the next step.
        case event(YAMLEvent, line: Int)
        case end
    }

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let event: UnsafeMutablePointer<yaml_event_t>
    private let bytes: UnsafeBufferPointer<UInt8>
    private let name: String

    init(_ input: UnsafeBufferPointer<UInt8>, name: String) throws(YAMLError) {
        // libyaml skips a byte-order mark only while it guesses the encoding, and it would guess
        // UTF-16 too.
        let hasMark = input.starts(with: [0xEF, 0xBB, 0xBF])
        bytes = hasMark ? UnsafeBufferPointer(rebasing: input[3...]) : input
        self.name = name
        parser = .allocate(capacity: 1)
        event = .allocate(capacity: 1)
        event.initialize(to: yaml_event_t())
        guard yaml_parser_initialize(parser) == 1 else {
            // Nothing to delete: an empty parser takes the place of the one that didn't come up.
            parser.initialize(to: yaml_parser_t())
            throw YAMLError(
                file: name, line: nil, cause: "there is no memory to read it",
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

    /// The next event. Wraps `yaml_parser_parse`.
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
                try refuse(anchor: scalar.anchor, tag: scalar.tag, line)
                let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
                return .event(
                    .scalar(text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE), line: line)
            case YAML_SEQUENCE_START_EVENT:
                let start = event.pointee.data.sequence_start
                try refuse(anchor: start.anchor, tag: start.tag, line)
                return .event(.sequenceStart, line: line)
            case YAML_MAPPING_START_EVENT:
                let start = event.pointee.data.mapping_start
                try refuse(anchor: start.anchor, tag: start.tag, line)
                return .event(.mappingStart, line: line)
            case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
                return .event(.collectionEnd, line: line)
            default:
                throw refusal("an alias (*) stands here", line)
            }
        }
    }

    private func refuse(
        anchor: UnsafeMutablePointer<yaml_char_t>?, tag: UnsafeMutablePointer<yaml_char_t>?,
        _ line: Int
    ) throws(YAMLError) {
        if anchor != nil { throw refusal("an anchor (&) stands here", line) }
        if tag != nil { throw refusal("a tag (!) stands here", line) }
    }

    private func refusal(_ cause: String, _ line: Int) -> YAMLError {
        YAMLError(file: name, line: line, cause: cause, remedy: "write it out, or put it in quotes")
    }

    private func failure() -> YAMLError {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "something is wrong"
        switch parser.pointee.error {
        case YAML_MEMORY_ERROR:
            return YAMLError(
                file: name, line: nil, cause: "there is no memory to read it",
                remedy: "end other programs")
        case YAML_READER_ERROR:
            return YAMLError(
                file: name, line: line(at: parser.pointee.problem_offset),
                cause: "it isn't text in UTF-8: \(problem)", remedy: "correct that line")
        default:
            // Where a bracket is never closed, the problem is the end of the file; say where it
            // was opened.
            let context = parser.pointee.context.map { String(cString: $0) }
            let opened = Int(clamping: parser.pointee.context_mark.line) + 1
            let found = Int(clamping: parser.pointee.problem_mark.line) + 1
            let cause = context.map { "\($0) of line \(opened): \(problem)" } ?? problem
            return YAMLError(
                file: name, line: found, cause: "it isn't YAML: \(cause)",
                remedy: "correct that line")
        }
    }

    /// The line of a byte, from 1.
    private func line(at offset: Int) -> Int {
        1 + bytes.prefix(max(0, offset)).reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    }
}
