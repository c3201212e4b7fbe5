import Glibc

/// A namespace for functions that read and write short text files, such as attributes in sysfs and
/// procfs.
enum TextFile {
    /// Returns the file's text, but at most the first 4,096 bytes and only up to the first NUL
    /// byte, or `nil` if the text is empty or the file is unreadable.
    static func read(_ path: String) -> String? {
        do throws(LinuxError) {
            let file = try OwnedDescriptor.open(regularFile: path, flags: O_RDONLY)
            let text = try FileContents.readBytes(of: file.number, count: 4_096, path: path)
                .prefix { $0 != 0 }
            return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
        } catch {
            return nil
        }
    }

    /// Returns the file's first line without the line break, or `nil` if the line is empty or the
    /// file is unreadable.
    static func readFirstLine(_ path: String) -> String? {
        read(path)?.split(separator: "\n", omittingEmptySubsequences: false).first.flatMap {
            $0.isEmpty ? nil : String($0)
        }
    }

    /// Returns the file's first line as an integer, or `nil` if the line is not an integer.
    static func readInteger(_ path: String) -> Int? {
        readFirstLine(path).flatMap { Int($0) }
    }

    /// Writes `text` and a line break to an existing file in a single call, as sysfs requires.
    ///
    /// The corresponding C function is `write(2)`.
    static func writeLine(_ text: String, to path: String) throws(LinuxError) {
        let file = try OwnedDescriptor(opening: path, flags: O_WRONLY | O_TRUNC)
        let bytes = Array((text + "\n").utf8)
        let descriptor = file.number
        try performSystemCall("write", path: path) {
            Int32(truncatingIfNeeded: Glibc.write(descriptor, bytes, bytes.count))
        }
    }
}
