import Glibc

/// Reads the contents of YAML files.
package enum YAMLFile {
    /// The maximum size of a file in bytes: far more than a recording of a day.
    package static let maximumSize = 512 * 1_024 * 1_024

    /// Returns the contents of the file at `path`. Reads a pipe to its end.
    ///
    /// - Throws: `YAMLError` if the file cannot be opened or read, or is larger than `maximumSize`.
    /// - Complexity: O(size).
    package static func bytes(of path: String) throws(YAMLError) -> [UInt8] {
        guard !path.utf8.contains(0) else {
            throw YAMLError(
                file: path, line: nil, cause: "a file name can't contain a zero byte",
                remedy: "use another name")
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
            case EACCES, EPERM: "make it readable for this user, or run as root"
            case EISDIR: "use a file, not a folder"
            default: "copy the file to another folder and use the copy"
            }
        return YAMLError(
            file: path, line: nil, cause: "can't be read: \(String(cString: strerror(code)))",
            remedy: remedy)
    }

    /// Returns the error for a file that is larger than `maximumSize`.
    fileprivate static func tooLarge(_ path: String) -> YAMLError {
        YAMLError(
            file: path, line: nil,
            cause: "is larger than \(maximumSize / 1_024 / 1_024) MB", remedy: "use a smaller file")
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
            let number = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
            if number >= 0 {
                descriptor = number
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
    ///   - size: The expected size in bytes, for allocation.
    ///   - path: The file's path, for errors.
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
