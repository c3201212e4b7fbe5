import Glibc

/// A namespace for reading the bytes of YAML files.
package enum YAMLFile {
    /// The maximum accepted size of a file in bytes. A one-day recording is much smaller.
    package static let maximumSize = 512 * 1_024 * 1_024

    /// Returns the contents of the file at `path`. Reads a pipe to its end.
    ///
    /// - Throws: `YAMLError` if the file cannot be opened or read, or is larger than `maximumSize`.
    /// - Complexity: O(*n*), where *n* is the size of the file.
    package static func bytes(of path: String) throws(YAMLError) -> [UInt8] {
        guard !path.utf8.contains(0) else {
            throw YAMLError(
                file: path, line: nil, cause: "the path contains a NUL byte",
                remedy: "use another path")
        }
        let input = try InputFile(path)
        var status = stat()
        guard fstat(input.descriptor, &status) == 0 else { throw failure(path, errno) }
        if status.st_mode & S_IFMT == S_IFREG, status.st_size > off_t(maximumSize) {
            throw tooLarge(path)
        }
        return try input.readToEnd(expecting: Int(status.st_size), path: path)
    }

    /// Returns the error for a file that cannot be opened or read.
    fileprivate static func failure(_ path: String, _ code: Int32) -> YAMLError {
        let remedy =
            switch code {
            case ENOENT: "check the path"
            case EACCES, EPERM: "make the file readable by this user, or run as root"
            case EISDIR: "use a file, not a folder"
            default: "check the file and its storage device"
            }
        return YAMLError(
            file: path, line: nil, cause: "cannot read: \(String(cString: strerror(code)))",
            remedy: remedy)
    }

    /// Returns the error for a file that is larger than `maximumSize`.
    fileprivate static func tooLarge(_ path: String) -> YAMLError {
        YAMLError(
            file: path, line: nil,
            cause: "is larger than \(maximumSize / 1_024 / 1_024) MiB",
            remedy: "use a smaller file")
    }
}

/// An open file that is closed at the end of this value's lifetime.
private struct InputFile: ~Copyable {
    let descriptor: Int32

    /// Opens the file at `path` for reading.
    ///
    /// The corresponding C function is `open(2)`.
    init(_ path: String) throws(YAMLError) {
        while true {
            let result = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
            if result >= 0 {
                descriptor = result
                return
            }
            if errno != EINTR { throw YAMLFile.failure(path, errno) }
        }
    }

    deinit {
        close(descriptor)
    }

    /// Returns the contents of the file up to its end.
    ///
    /// The corresponding C function is `read(2)`.
    ///
    /// - Parameters:
    ///   - size: The expected size in bytes, for which memory is reserved.
    ///   - path: The file's path for error messages.
    /// - Throws: `YAMLError` if the file cannot be read or is larger than `YAMLFile.maximumSize`.
    func readToEnd(expecting size: Int, path: String) throws(YAMLError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(max(0, size), YAMLFile.maximumSize))
        var chunk = [UInt8](repeating: 0, count: 64 * 1_024)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes.append(contentsOf: chunk[..<count])
                if bytes.count > YAMLFile.maximumSize { throw YAMLFile.tooLarge(path) }
            } else if errno != EINTR {
                throw YAMLFile.failure(path, errno)
            }
        }
    }
}
