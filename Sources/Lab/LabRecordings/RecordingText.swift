import Glibc

/// The text of a recording file in memory.
struct RecordingText {
    /// The file's complete lines, without an incomplete last line and trailing zero bytes.
    let wholeLines: ArraySlice<UInt8>
    /// The end of the file.
    let end: RecordingEnd

    private static let newline = UInt8(ascii: "\n")

    /// Creates the text of a file from its bytes, and finds the complete lines.
    ///
    /// - Complexity: O(bytes).
    init(_ bytes: [UInt8]) {
        // After a power loss, a file system may leave zero bytes at the end of a file.
        let written = bytes[..<Self.first(0, in: bytes[...])]
        var count = 0
        var neutralLine = 0
        var line = written[..<0]
        var rest = written
        while case let index = Self.first(Self.newline, in: rest), index < rest.endIndex {
            line = rest[..<index]
            rest = rest[(index + 1)...]
            count += 1
            if RecordingEnd.isNeutralComment(line) { neutralLine = count }
        }
        end = RecordingEnd(
            lineCount: count, line: line, rest: rest, lastNeutralLine: neutralLine,
            isCut: written.count < bytes.count)
        wholeLines = end.lastLineIsComplete ? written : written[..<rest.startIndex]
    }

    /// Whether the file has a `version:` line near the start, which distinguishes a truncated
    /// recording from another kind of file.
    var looksLikeRecording: Bool {
        wholeLines.prefix(4_096).split(separator: Self.newline).contains {
            $0.starts(with: "version:".utf8)
        }
    }

    /// Returns the index of the first occurrence of `byte`, or the end index.
    ///
    /// The implementation uses `memchr`, because recordings are large.
    static func first(_ byte: UInt8, in bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress,
                let found = memchr(start, Int32(byte), buffer.count)
            else { return bytes.endIndex }
            return bytes.startIndex + (UnsafeRawPointer(found) - start)
        }
    }
}
