import Glibc

/// A file descriptor that is closed at the end of this value's lifetime.
package struct OwnedDescriptor: ~Copyable, Sendable {
    /// The number of the file descriptor, which is open during this value's lifetime.
    package let number: Int32

    /// Creates a value that owns the open file descriptor `number` and will close it.
    package init(owning number: Int32) {
        precondition(number >= 0, "the descriptor must be open")
        self.number = number
    }

    /// Opens the file or device at `path` with `flags`, `O_CLOEXEC`, `O_NOCTTY` and `O_NONBLOCK`.
    /// Opening a FIFO therefore never waits for the process at its other end.
    ///
    /// The corresponding C function is `open(2)`.
    ///
    /// - Throws: `LinuxError` with the path.
    package init(opening path: String, flags: Int32) throws(LinuxError) {
        number = try performSystemCall("open", path: path) {
            Glibc.open(path, flags | Self.commonFlags)
        }
    }

    deinit {
        close(number)
    }

    /// The flags with which all files are opened.
    private static let commonFlags = O_CLOEXEC | O_NOCTTY | O_NONBLOCK

    /// Opens a regular file, and refuses every other kind of file without waiting.
    ///
    /// The corresponding C functions are `openat(2)` and `fstat(2)`.
    ///
    /// - Parameters:
    ///   - name: The file's path, or its name in `folder`.
    ///   - folder: The file descriptor of an open folder, or `AT_FDCWD`.
    ///   - path: The path for the error message, or `nil` if `name` is the path.
    ///   - flags: The access mode and other flags. With `O_NOFOLLOW`, a symbolic link is refused.
    ///   - mode: The permissions of a file that the call creates.
    /// - Throws: `LinuxError` with the path; for an unsuitable kind of file, its code is
    ///   `symbolicLink`, `notRegularFile` or `isFolder`.
    package static func open(
        regularFile name: String, in folder: Int32 = AT_FDCWD, path: String? = nil,
        flags: Int32 = O_RDONLY | O_NOFOLLOW, mode: mode_t = 0o666
    ) throws(LinuxError) -> OwnedDescriptor {
        let path = path ?? name
        do throws(LinuxError) {
            let file = OwnedDescriptor(
                owning: try performSystemCall("open", path: path) {
                    openat(folder, name, flags | commonFlags, mode)
                })
            let metadata = try file.metadata(path: path)
            if let code = Errno(kindOf: metadata) {
                throw LinuxError(operation: "open", code: code, path: path)
            }
            return file
        } catch {
            let code: Errno
            switch error.code {
            case .tooManyLinks where flags & O_NOFOLLOW != 0: code = .symbolicLink
            // The file is a socket, or a FIFO that no process reads.
            case .noSuchDeviceOrAddress: code = .notRegularFile
            default: throw error
            }
            throw LinuxError(operation: "open", code: code, path: path)
        }
    }

    /// Returns the metadata of the open file.
    ///
    /// The corresponding C function is `fstat(2)`.
    ///
    /// - Parameter path: The path for the error message.
    func metadata(path: String) throws(LinuxError) -> stat {
        var metadata = stat()
        let number = number
        try performSystemCall("stat", path: path) { fstat(number, &metadata) }
        return metadata
    }
}
