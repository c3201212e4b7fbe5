import Glibc

/// Files of a few bytes: what the kernel tells of itself, and what it takes.
enum SmallFile {
    /// All of a file, at most 4,096 bytes; nil where it can't be read or is empty.
    static func text(_ path: String) -> String? {
        guard let file = fopen(path, "re") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = fread(&bytes, 1, bytes.count, file)
        let text = bytes.prefix(count).prefix { $0 != 0 }
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    /// A file's first line without its end; nil where it can't be read or is empty.
    static func line(_ path: String) -> String? {
        text(path)?.split(separator: "\n", omittingEmptySubsequences: false).first.flatMap {
            $0.isEmpty ? nil : String($0)
        }
    }

    /// The whole number that a file holds; nil where it holds none.
    static func number(_ path: String) -> Int? {
        line(path).flatMap { Int($0) }
    }

    /// Writes a line into a file that is there, as the kernel's attributes want it: in one call.
    static func write(_ text: String, to path: String) throws(LinuxError) {
        let file = try OwnedDescriptor(opening: path, flags: O_WRONLY | O_TRUNC)
        let bytes = Array((text + "\n").utf8)
        let number = file.number
        try checked("write", path: path) {
            Int32(truncatingIfNeeded: Glibc.write(number, bytes, bytes.count))
        }
    }
}
