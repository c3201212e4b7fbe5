/// A writer of archives in the POSIX format `ustar`, for a few small files.
///
/// All files belong to root and have the same time, so that an archive names no user.
package struct TarArchive: Sendable {
    private static let blockSize = 512

    /// The contents of the archive without its end.
    private var blocks: [UInt8] = []

    /// Creates an archive without files.
    package init() {}

    /// Appends a file.
    ///
    /// - Parameters:
    ///   - name: The path in the archive, at most 100 bytes.
    ///   - text: The contents.
    ///   - secondsSince1970: The modification time.
    package mutating func append(_ name: String, _ text: String, secondsSince1970: Int) {
        let contents = Array(text.utf8)
        var header = [UInt8](repeating: 0, count: Self.blockSize)
        func set(_ text: String, at offset: Int, limit: Int) {
            for (index, byte) in text.utf8.prefix(limit).enumerated() {
                header[offset + index] = byte
            }
        }
        func set(octal value: Int, at offset: Int, width: Int) {
            let digits = String(max(0, value), radix: 8)
            set(
                String(repeating: "0", count: max(0, width - digits.count)) + digits, at: offset,
                limit: width)
        }
        set(name, at: 0, limit: 100)
        set(octal: 0o644, at: 100, width: 7)
        set(octal: 0, at: 108, width: 7)
        set(octal: 0, at: 116, width: 7)
        set(octal: contents.count, at: 124, width: 11)
        set(octal: secondsSince1970, at: 136, width: 11)
        set("0", at: 156, limit: 1)
        set("ustar", at: 257, limit: 5)
        set("00", at: 263, limit: 2)
        set("root", at: 265, limit: 4)
        set("root", at: 297, limit: 4)
        // The checksum is the sum of all bytes with spaces in its own field.
        set("        ", at: 148, limit: 8)
        let sum = header.reduce(0) { $0 + Int($1) }
        set(octal: sum, at: 148, width: 6)
        header[154] = 0
        blocks += header + contents
        let rest = contents.count % Self.blockSize
        if rest > 0 { blocks += [UInt8](repeating: 0, count: Self.blockSize - rest) }
    }

    /// The bytes of the archive's file.
    package var bytes: [UInt8] { blocks + [UInt8](repeating: 0, count: 2 * Self.blockSize) }
}
