import Glibc

/// What the bytes of a recording tell that its YAML doesn't: where the last line ends, and comments.
struct RecordingText {
    /// The file without what a cut left over: zero bytes at its end, and a line without an end.
    let wholeLines: ArraySlice<UInt8>
    /// Whether the whole file is `wholeLines`.
    let isWhole: Bool
    /// Whether the last of `wholeLines` ends; only libinput's closing line doesn't.
    let endsWithNewline: Bool
    /// The last line, whole or not, without blanks at its ends.
    private let lastText: ArraySlice<UInt8>
    /// `wholeLines`, and the line without an end.
    private let written: ArraySlice<UInt8>

    private static let newline = UInt8(ascii: "\n")
    /// What libinput's tool writes at the end when it closes a file by itself, with the seconds that
    /// nothing happened for; it doesn't end the line.
    private static let closing = (
        start: Array("# Closing after ".utf8), end: Array("s inactivity".utf8)
    )
    private static let neutral = Array("# Touch device in neutral state".utf8)

    /// - Complexity: O(bytes).
    init(_ bytes: [UInt8]) {
        // A machine that lost its power may leave a file filled up with zeros.
        written = bytes[..<Self.first(0, in: bytes[...])]
        let end = written.last == Self.newline ? written.dropLast() : written
        let start = end.lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
        lastText = Self.trimmed(end[start...])
        let isEnded = written.last == Self.newline || Self.closingSeconds(lastText) != nil
        wholeLines = isEnded ? written : written[..<start]
        endsWithNewline = wholeLines.last == Self.newline
        isWhole = wholeLines.count == bytes.count
    }

    /// The number of the last line, whole or not, from 1.
    /// - Complexity: O(bytes).
    var lastLine: Int {
        var count = 0
        forEachLine { _, _ in count += 1 }
        return max(1, count)
    }

    /// The lines, from 1, of the comments by which libinput's tool says that no finger is down.
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

    /// Whether the file begins like a recording; one that was cut off can still be told from a
    /// picture then.
    var looksLikeRecording: Bool {
        wholeLines.prefix(4_096).split(separator: Self.newline).contains {
            $0.starts(with: "version:".utf8)
        }
    }

    /// Whether libinput's tool closed the file after so many milliseconds without an event.
    func isClosed(afterMilliseconds timeout: Int64) -> Bool {
        guard let seconds = Self.closingSeconds(lastText) else { return false }
        return seconds.elementsEqual(String(timeout / 1_000).utf8)
    }

    /// Whether the last line is this, blanks aside.
    func endsWith(_ line: String) -> Bool { lastText.elementsEqual(line.utf8) }

    /// Whether the last line is an event's.
    var endsWithEvent: Bool { lastText.starts(with: "- [".utf8) }

    private func forEachLine(_ body: (Int, ArraySlice<UInt8>) -> Void) {
        var number = 1
        var rest = written
        while !rest.isEmpty {
            let end = Self.first(Self.newline, in: rest)
            body(number, rest[..<end])
            number += 1
            rest = rest[min(end + 1, rest.endIndex)...]
        }
    }

    /// Where a byte first stands; the end where it doesn't. By `memchr`: files are large.
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
