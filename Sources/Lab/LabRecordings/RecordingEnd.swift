/// The end of a recording file: information that a YAML parser does not report, and from which the
/// reader concludes whether the file was truncated.
struct RecordingEnd {
    /// Whether the file consists of complete lines only.
    let isWhole: Bool
    /// Whether the last line is complete.
    ///
    /// Only the line that `libinput record --autorestart` writes when it closes a file has no
    /// newline and is still complete.
    let lastLineIsComplete: Bool
    /// Whether the last complete line ends with a newline.
    let endsWithNewline: Bool
    /// The number of the last line, complete or not, from 1.
    let lastLine: Int
    /// The number of the last line, from 1, that consists of libinput's comment `# Touch device in
    /// neutral state`, or 0. The comment follows each frame that leaves no contact down.
    let lastNeutralLine: Int
    /// The last line, complete or not, without leading and trailing spaces.
    private let lastText: [UInt8]

    /// The beginning and the end of the line that `libinput record --autorestart` writes when it
    /// closes a file. The number of seconds without an event is between both.
    private static let closing = (
        start: Array("# Closing after ".utf8), end: Array("s inactivity".utf8)
    )
    private static let neutral = Array("# Touch device in neutral state".utf8)

    /// Creates the end of a file.
    ///
    /// - Parameters:
    ///   - lineCount: The number of lines that end with a newline.
    ///   - line: The last of these lines, without its newline.
    ///   - rest: The bytes after these lines.
    ///   - lastNeutralLine: The number of the last of these lines with libinput's comment, or 0.
    ///   - isCut: Whether further bytes follow that are no text.
    init(
        lineCount: Int, line: ArraySlice<UInt8>, rest: ArraySlice<UInt8>, lastNeutralLine: Int,
        isCut: Bool
    ) {
        lastText = Array(Self.trimmed(rest.isEmpty ? line : rest))
        lastLineIsComplete = rest.isEmpty || Self.closingSeconds(lastText[...]) != nil
        isWhole = lastLineIsComplete && !isCut
        endsWithNewline = lineCount > 0 && (rest.isEmpty || !lastLineIsComplete)
        lastLine = max(1, lineCount + (rest.isEmpty ? 0 : 1))
        self.lastNeutralLine = Self.isNeutralComment(rest) ? lineCount + 1 : lastNeutralLine
    }

    /// Returns whether `line` consists of libinput's comment for a frame that leaves no contact
    /// down.
    static func isNeutralComment(_ line: ArraySlice<UInt8>) -> Bool {
        line.count >= neutral.count && trimmed(line).elementsEqual(neutral)
    }

    /// Returns whether `libinput record` closed the file after `timeout` milliseconds without an
    /// event.
    func isClosed(afterMilliseconds timeout: Int64) -> Bool {
        guard let seconds = Self.closingSeconds(lastText[...]) else { return false }
        return seconds.elementsEqual(String(timeout / 1_000).utf8)
    }

    /// Returns whether the last line, without surrounding spaces, equals `line`.
    func endsWith(_ line: String) -> Bool { lastText.elementsEqual(line.utf8) }

    /// Whether the last line contains an event.
    var endsWithEvent: Bool { lastText.starts(with: "- [".utf8) }

    private static func closingSeconds(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard text.starts(with: closing.start),
            text.count > closing.start.count + closing.end.count,
            text.suffix(closing.end.count).elementsEqual(closing.end)
        else { return nil }
        return text.dropFirst(closing.start.count).dropLast(closing.end.count)
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r") }
        guard let first = line.firstIndex(where: { !isBlank($0) }),
            let last = line.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return line[first...last]
    }
}
