import Glibc

/// The text of a recording file, which provides information that a YAML parser does not report:
/// comments, and whether the last line is complete.
struct RecordingText {
    /// The file's complete lines, without an incomplete last line and trailing zero bytes.
    let wholeLines: ArraySlice<UInt8>
    /// Whether the file consists of `wholeLines` only.
    let isWhole: Bool
    /// Whether the last of `wholeLines` ends with a newline.
    ///
    /// Only the line that `libinput record --autorestart` writes when it closes a file has no
    /// newline and is still complete.
    let endsWithNewline: Bool
    /// The last line, complete or not, without leading and trailing spaces.
    private let lastText: ArraySlice<UInt8>
    /// All lines, including an incomplete last line.
    private let written: ArraySlice<UInt8>

    private static let newline = UInt8(ascii: "\n")
    /// The beginning and the end of the line that `libinput record --autorestart` writes when it
    /// closes a file. The number of seconds without an event is between both. The line has no
    /// newline.
    private static let closing = (
        start: Array("# Closing after ".utf8), end: Array("s inactivity".utf8)
    )
    private static let neutral = Array("# Touch device in neutral state".utf8)

    /// Creates the text of a file from its bytes, and finds the complete lines.
    ///
    /// - Complexity: O(bytes).
    init(_ bytes: [UInt8]) {
        // After a power loss, a file system may leave zero bytes at the end of a file.
        written = bytes[..<Self.first(0, in: bytes[...])]
        let end = written.last == Self.newline ? written.dropLast() : written
        let start = end.lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
        lastText = Self.trimmed(end[start...])
        let isEnded = written.last == Self.newline || Self.closingSeconds(lastText) != nil
        wholeLines = isEnded ? written : written[..<start]
        endsWithNewline = wholeLines.last == Self.newline
        isWhole = wholeLines.count == bytes.count
    }

    /// The number of the last line, complete or not, counted from 1.
    ///
    /// - Complexity: O(bytes).
    var lastLine: Int {
        var count = 0
        forEachLine { _, _ in count += 1 }
        return max(1, count)
    }

    /// The numbers, counted from 1, of the lines that consist of libinput's comment
    /// `# Touch device in neutral state`, written after a frame that leaves no contact down.
    ///
    /// - Complexity: O(bytes).
    var neutralLines: [Int] {
        var lines: [Int] = []
        forEachLine { number, line in
            if line.count >= Self.neutral.count, Self.trimmed(line).elementsEqual(Self.neutral) {
                lines.append(number)
            }
        }
        return lines
    }

    /// Whether the file has a `version:` line near the start, which distinguishes a truncated
    /// recording from another kind of file.
    var looksLikeRecording: Bool {
        wholeLines.prefix(4_096).split(separator: Self.newline).contains {
            $0.starts(with: "version:".utf8)
        }
    }

    /// Returns whether `libinput record` closed the file after `timeout` milliseconds without an
    /// event.
    func isClosed(afterMilliseconds timeout: Int64) -> Bool {
        guard let seconds = Self.closingSeconds(lastText) else { return false }
        return seconds.elementsEqual(String(timeout / 1_000).utf8)
    }

    /// Returns whether the last line, without surrounding spaces, equals `line`.
    func endsWith(_ line: String) -> Bool { lastText.elementsEqual(line.utf8) }

    /// Whether the last line contains an event.
    var endsWithEvent: Bool { lastText.starts(with: "- [".utf8) }

    private func forEachLine(_ body: (Int, ArraySlice<UInt8>) -> Void) {
        var number = 1
        var remaining = written
        while !remaining.isEmpty {
            let end = Self.first(Self.newline, in: remaining)
            body(number, remaining[..<end])
            number += 1
            remaining = remaining[min(end + 1, remaining.endIndex)...]
        }
    }

    /// Returns the index of the first occurrence of `byte`, or the end index.
    ///
    /// The implementation uses `memchr`, because recordings are large.
    private static func first(_ byte: UInt8, in bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress,
                let found = memchr(start, Int32(byte), buffer.count)
            else { return bytes.endIndex }
            return bytes.startIndex + (UnsafeRawPointer(found) - start)
        }
    }

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
