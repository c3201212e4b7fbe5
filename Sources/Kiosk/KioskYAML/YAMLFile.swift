import Glibc

/// Reads whole files, for documents.
package enum YAMLFile {
    /// The largest file that is read, in bytes: far more than a day of touching.
    package static let largestSize = 512 * 1_024 * 1_024

    /// The bytes of a file; a pipe is read to its end.
    ///
    /// - Throws: `YAMLError` where it can't be opened or read, or is larger than `largestSize`.
    /// - Complexity: O(size).
    package static func bytes(of path: String) throws(YAMLError) -> [UInt8] {
        guard !path.utf8.contains(0) else {
            throw YAMLError(
                file: path, line: nil, cause: "no file has such a name",
                remedy: "name a file without a zero byte")
        }
        let input = try InputFile(path)
        var status = stat()
        guard fstat(input.descriptor, &status) == 0 else { throw failure(path, errno) }
        if status.st_mode & S_IFMT == S_IFREG, status.st_size > off_t(largestSize) {
            throw tooLarge(path)
        }
        return try input.readToEnd(expecting: Int(status.st_size), path: path)
    }

    fileprivate static func failure(_ path: String, _ code: Int32) -> YAMLError {
        let remedy =
            switch code {
            case ENOENT: "check the path"
            case EACCES, EPERM: "make it readable for this user, or run as one who may read it"
            case EISDIR: "name a file, not a folder"
            default: "copy the file to another place and name that"
            }
        return YAMLError(
            file: path, line: nil, cause: "can't be read: \(String(cString: strerror(code)))",
            remedy: remedy)
    }

    fileprivate static func tooLarge(_ path: String) -> YAMLError {
        YAMLError(
            file: path, line: nil,
            cause: "is larger than \(largestSize / 1_024 / 1_024) MB", remedy: "use a smaller file")
    }
}

/// An open file; closed when this value goes.
private struct InputFile: ~Copyable {
    let descriptor: Int32

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

    func readToEnd(expecting size: Int, path: String) throws(YAMLError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(max(0, size), YAMLFile.largestSize))
        var chunk = [UInt8](repeating: 0, count: 64 * 1_024)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes.append(contentsOf: chunk[..<count])
                if bytes.count > YAMLFile.largestSize { throw YAMLFile.tooLarge(path) }
            } else if errno != EINTR {
                throw YAMLFile.failure(path, errno)
            }
        }
    }
}
