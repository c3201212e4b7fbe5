import Glibc
import KioskSystem
import Synchronization
import TouchKitContacts
import TouchKitGeometry

/// An open recording whose lines are read in parts.
final class RecordedLineFile: Sendable {
    private let descriptor: OwnedDescriptor
    private let path: String
    private let lockedError = Mutex<RecordingError?>(nil)
    /// The size of the file in bytes.
    let size: Int

    /// Opens the regular file at `path`, which may be a symbolic link.
    ///
    /// - Throws: `LinuxError` with the path.
    init(path: String) throws(LinuxError) {
        let opened = try OwnedDescriptor.open(regularFile: path, flags: O_RDONLY)
        let number = opened.number
        var metadata = stat()
        try performSystemCall("fstat", path: path) { fstat(number, &metadata) }
        size = Int(metadata.st_size)
        descriptor = opened
        self.path = path
    }

    /// The error of the first read that appended no bytes, or `nil`.
    var error: RecordingError? { lockedError.withLock { $0 } }

    /// Appends at most `count` bytes from `offset` on to `bytes`. The file must have had these
    /// bytes when it was opened.
    ///
    /// - Returns: Whether bytes were appended. Otherwise `error` is set.
    func read(at offset: Int, count: Int, appendingTo bytes: inout [UInt8]) -> Bool {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: max(count, 0)))
        let number = descriptor.number
        var readCount = -1
        repeat {
            readCount = bytes.withUnsafeMutableBytes {
                pread(number, $0.baseAddress.map { $0 + start }, count, off_t(offset))
            }
        } while readCount < 0 && Errno.last == .interrupted
        let code = Errno.last
        bytes.removeLast(bytes.count - start - max(readCount, 0))
        if readCount > 0 { return true }
        if readCount < 0 {
            record(cause: "\(code)", remedy: "check the disk")
        } else {
            record(
                cause: "the file has become shorter",
                remedy: "do not change the file while it is played")
        }
        return false
    }

    /// Sets `error` if no error has occurred before.
    private func record(cause: String, remedy: String) {
        let error = RecordingError(
            .unreadable, file: path, line: nil, "cannot read: \(cause)", remedy: remedy)
        lockedError.withLock { if $0 == nil { $0 = error } }
    }
}

/// The lines in a part of a recording. A copy reads the lines again from its position.
struct RecordedLines: Sendable {
    /// The number of buffered bytes without a newline from which on no more bytes of a line are
    /// read. The lines end there.
    private static let maximumLength = 16_384
    /// The beginning of a line with an event, as `RecordingWriter` and `libinput record` write it.
    private static let eventStart = Array("    - [".utf8)

    private let file: RecordedLineFile
    /// The offset in the file at which the lines end.
    private let end: Int
    /// The bytes of the file from `bufferOffset` on.
    private var buffer: [UInt8] = []
    private var bufferOffset: Int
    /// The index in `buffer` of the first byte after the current line.
    private var next: Int = 0
    /// The bytes of the current line without its newline, as indices in `buffer`.
    private var current = 0..<0

    /// Creates the lines in the bytes `range` of `file`.
    init(_ file: RecordedLineFile, in range: Range<Int>) {
        self.file = file
        bufferOffset = range.lowerBound
        end = range.upperBound
    }

    /// The offset in the file after the current line.
    var offset: Int { bufferOffset + next }

    /// The offset in the file of the current line.
    var lineOffset: Int { bufferOffset + current.lowerBound }

    /// The current line without its newline.
    var line: ArraySlice<UInt8> { buffer[current] }

    /// Whether the current line contains a zero byte.
    var lineContainsZero: Bool {
        RecordingText.first(0, in: line) < line.endIndex
    }

    /// The first error while the file was read, or `nil`.
    var error: RecordingError? { file.error }

    /// The bytes after the current line that were read.
    var remainder: ArraySlice<UInt8> { buffer[next...] }

    /// Whether `remainder` reaches to the end.
    var remainderIsComplete: Bool { bufferOffset + buffer.count == end }

    /// Advances to the next complete line.
    ///
    /// - Returns: `false` at the end, if the rest has no newline, if the next line is too long, and
    ///   if the file cannot be read.
    mutating func advance() -> Bool {
        while true {
            if let newline = indexOfNewline() {
                current = next..<newline
                next = newline + 1
                return true
            }
            buffer.removeFirst(next)
            bufferOffset += next
            next = 0
            current = 0..<0
            let unread = bufferOffset + buffer.count
            let count = min(4 * Self.maximumLength, end - unread)
            guard buffer.count < Self.maximumLength, count > 0,
                file.read(at: unread, count: count, appendingTo: &buffer)
            else { return false }
        }
    }

    /// Returns the index in `buffer` of the first newline from `next` on, or `nil`.
    private func indexOfNewline() -> Int? {
        buffer.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress,
                let found = memchr(start + next, 0x0A, bytes.count - next)
            else { return nil }
            return UnsafeRawPointer(found) - start
        }
    }

    /// Advances to the next line with an event.
    ///
    /// - Returns: The event, or `nil` at the end.
    mutating func nextEvent() -> EvdevEvent? {
        while advance() {
            if let event { return event }
        }
        return nil
    }

    /// The event in the current line, or `nil` if the line is not in the form of the writers, such
    /// as `    - [  2, 100000,   3,  57,       0] # EV_ABS`.
    var event: EvdevEvent? {
        guard line.starts(with: Self.eventStart) else { return nil }
        return buffer.withUnsafeBufferPointer { buffer in
            var row = EventRow(
                UnsafeBufferPointer(rebasing: buffer[current]), at: Self.eventStart.count)
            guard let second = row.number(in: 0...RecordingReader.maximumSeconds), row.skip(","),
                let microsecond = row.number(in: 0...999_999), row.skip(","),
                let type = row.number(in: 0...EventNames.largestType), row.skip(","),
                let code = row.number(in: 0...EventNames.largestCode), row.skip(","),
                let value = row.number(in: Int64(Int32.min)...Int64(Int32.max)), row.skip("]"),
                row.isEnd
            else { return nil }
            return EvdevEvent(
                time: Timestamp(microseconds: second * 1_000_000 + microsecond),
                type: UInt16(type), code: UInt16(code), value: Int32(value))
        }
    }
}

/// A parser for the numbers in a line with an event.
private struct EventRow {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) {
        self.bytes = bytes
        self.index = index
    }

    /// Skips spaces and parses a decimal number without leading zeros.
    mutating func number(in range: ClosedRange<Int64>) -> Int64? {
        while index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
        let isNegative = index < bytes.count && bytes[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        let first = index
        var number: Int64 = 0
        while index < bytes.count, case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 {
            // No number has more than ten digits.
            guard index < first + 10 else { return nil }
            number = number * 10 + Int64(digit)
            index += 1
        }
        guard index > first, index == first + 1 || bytes[first] != UInt8(ascii: "0") else {
            return nil
        }
        let result = isNegative ? -number : number
        return range.contains(result) ? result : nil
    }

    /// Skips the character `character`. Returns whether it was next.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// Whether nothing or only a comment in ASCII follows.
    var isEnd: Bool {
        if index == bytes.count { return true }
        guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: " "),
            bytes[index + 1] == UInt8(ascii: "#")
        else { return false }
        return bytes[index...].allSatisfy { (0x20..<0x7F).contains($0) }
    }
}
