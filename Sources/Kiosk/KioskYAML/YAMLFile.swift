import KioskSystem

/// A namespace for reading the bytes of YAML files.
package enum YAMLFile {
    /// The maximum accepted size of a file in bytes. A one-day recording is much smaller.
    package static let maximumSize = 512 * 1_024 * 1_024

    /// Returns the contents of the file at `path`.
    ///
    /// - Parameters:
    ///   - path: The file's path, which may be a symbolic link.
    ///   - maximumSize: The maximum accepted size in bytes. No more bytes are read.
    /// - Throws: `YAMLError` if the file cannot be opened or read, is not a regular file, or is
    ///   larger than `maximumSize`.
    /// - Complexity: O(*n*), where *n* is the size of the file.
    package static func bytes(
        of path: String, maximumSize: Int = YAMLFile.maximumSize
    ) throws(YAMLError) -> [UInt8] {
        do throws(LinuxError) {
            return try read(path, maximumSize: maximumSize, followsLink: true)
        } catch {
            throw failure(path, error.code, maximumSize: maximumSize)
        }
    }

    /// Returns the contents of the kiosk's own file at `path`, which must not be a symbolic link,
    /// or `nil` if the file is missing.
    ///
    /// - Throws: `YAMLError` if the file cannot be opened or read, is not a regular file, or is
    ///   larger than `maximumSize`.
    static func bytes(ofOwnFile path: String) throws(YAMLError) -> [UInt8]? {
        do throws(LinuxError) {
            return try read(path, maximumSize: maximumSize, followsLink: false)
        } catch {
            if error.code == .notFound { return nil }
            throw failure(path, error.code, maximumSize: maximumSize)
        }
    }

    private static func read(
        _ path: String, maximumSize: Int, followsLink: Bool
    ) throws(LinuxError) -> [UInt8] {
        if path.utf8.contains(0) {
            throw LinuxError(operation: "open", code: .invalid, path: path)
        }
        return try FileContents.read(path, maximumSize: maximumSize, followsLink: followsLink)
    }

    /// Returns the error for a file that cannot be opened or read.
    private static func failure(
        _ path: String, _ code: Errno, maximumSize: Int
    ) -> YAMLError {
        // The path of a C function ends at a NUL byte.
        if path.utf8.contains(0) {
            return YAMLError(
                file: path, line: nil, cause: "the path contains a NUL byte",
                remedy: "use another path")
        }
        if code == .fileTooLarge {
            let (mebibytes, kibibytes) = (maximumSize >> 20, maximumSize >> 10)
            return YAMLError(
                file: path, line: nil,
                cause: "is larger than \(mebibytes > 0 ? "\(mebibytes) MiB" : "\(kibibytes) KiB")",
                remedy: "use a smaller file")
        }
        let remedy =
            switch code {
            case .notFound: "check the path"
            case .permissionDenied, .notPermitted:
                "make the file readable by this user, or run as root"
            case .isFolder: "use a file, not a folder"
            case .notRegularFile, .symbolicLink: "replace it with a regular file"
            default: "check the file and its storage device"
            }
        return YAMLError(file: path, line: nil, cause: "cannot read: \(code)", remedy: remedy)
    }
}
