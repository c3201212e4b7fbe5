import Glibc

/// A namespace for functions that read whole files and replace files atomically.
///
/// The functions access only regular files. Other kinds of files, such as FIFOs and devices, are
/// refused without waiting and remain unchanged.
package enum FileContents {
    /// The maximum number of bytes that are read from a file that reports the size 0, such as a
    /// file in procfs.
    private static let virtualFileSize = 4_096

    /// Returns the contents of a regular file.
    ///
    /// The corresponding C functions are `open(2)` and `pread(2)`.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - maximumSize: The maximum accepted size in bytes.
    ///   - followsLink: Whether `path` may be a symbolic link. Users may name links; in the kiosk's
    ///     own folders, links are refused.
    ///   - headerSize: The number of bytes at the start of the file that are passed to
    ///     `acceptsHeader`. A shorter file is rejected.
    ///   - acceptsHeader: The closure that returns whether to read the rest of a file that starts
    ///     with the given bytes.
    /// - Throws: `LinuxError` with the path. The code is `fileTooLarge` if the file is larger than
    ///   `maximumSize`, and `invalid` if its header is rejected.
    package static func read(
        _ path: String, maximumSize: Int, followsLink: Bool = false, headerSize: Int = 0,
        acceptsHeader: (UnsafeRawBufferPointer) -> Bool = { _ in true }
    ) throws(LinuxError) -> [UInt8] {
        let file = try OwnedDescriptor.open(
            regularFile: path, flags: followsLink ? O_RDONLY : O_RDONLY | O_NOFOLLOW)
        let size = Int(try file.metadata(path: path).st_size)
        guard size <= maximumSize else {
            throw LinuxError(operation: "read", code: .fileTooLarge, path: path)
        }
        let header = try readBytes(of: file.number, count: headerSize, path: path)
        guard header.count == headerSize, header.withUnsafeBytes(acceptsHeader) else {
            throw LinuxError(operation: "read", code: .invalid, path: path)
        }
        let count = size > 0 ? size : min(maximumSize, virtualFileSize)
        return try readBytes(of: file.number, count: count, path: path)
    }

    /// Returns `size` bytes of an open file from `offset` on, or fewer if the file is shorter.
    ///
    /// The corresponding C function is `pread(2)`.
    static func readBytes(
        of descriptor: Int32, count size: Int, at offset: Int = 0, path: String
    ) throws(LinuxError) -> [UInt8] {
        // An uninitialized array of no elements writes its count to storage that all empty arrays
        // share, which is a data race.
        guard size > 0 else { return [] }
        var failure: Errno?
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { memory, count in
            count = 0
            while count < size, let base = memory.baseAddress {
                let readCount = pread(
                    descriptor, base + count, size - count, off_t(offset + count))
                if readCount > 0 {
                    count += readCount
                } else if readCount == 0 {
                    break
                } else if Errno.last != .interrupted {
                    failure = Errno.last
                    break
                }
            }
        }
        if let failure { throw LinuxError(operation: "read", code: failure, path: path) }
        return bytes
    }

    /// Writes all elements of `bytes` to an open file from `offset` on, or at the file's current
    /// position if `offset` is `nil`.
    ///
    /// The corresponding C functions are `pwrite(2)` and `write(2)`.
    package static func writeBytes(
        _ bytes: [UInt8], to descriptor: Int32, at offset: Int? = nil, path: String? = nil
    ) throws(LinuxError) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { rest -> Int in
                guard let offset else {
                    return Glibc.write(descriptor, rest.baseAddress, rest.count)
                }
                return pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + written))
            }
            if count > 0 {
                written += count
            } else if count == 0 || Errno.last != .interrupted {
                throw LinuxError(operation: "write", code: Errno.last, path: path)
            }
        }
    }

    /// Returns the size of the regular file at `path` in bytes, or `nil` if `path` is not a regular
    /// file.
    ///
    /// The corresponding C function is `stat(2)`.
    package static func size(of path: String) -> Int? {
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int(information.st_size)
    }

    /// Creates the file at `path`, or replaces the file atomically.
    ///
    /// Writes a temporary file in the same folder and renames the file, so that a full disk, a
    /// crash or a power cut leaves the previous contents intact. Also removes temporary files that
    /// exited processes have left in the folder. The corresponding C functions are `fsync(2)` and
    /// `rename(2)`.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - bytes: The new contents.
    ///   - isSynchronized: Whether to wait until the contents are durable. If `false`, a power cut
    ///     shortly after the call can leave undefined contents.
    ///   - mode: The file's permissions (chmod(2)), or `nil` for 0666 without the bits in the
    ///     process's umask.
    ///   - followsLink: Whether the target of a symbolic link at `path` is replaced. If `false`, a
    ///     symbolic link is refused. A link whose target is missing is refused in either case.
    /// - Throws: `LinuxError` with the path. The previous contents are intact, except if only the
    ///   synchronization of the folder has failed.
    package static func replace(
        _ path: String, with bytes: [UInt8], isSynchronized: Bool = true, mode: UInt32? = nil,
        followsLink: Bool = false
    ) throws(LinuxError) {
        try replace(path, isSynchronized: isSynchronized, mode: mode, followsLink: followsLink) {
            file throws(LinuxError) in
            try file.write(bytes)
            return true
        }
    }

    /// Creates the file at `path`, or replaces the file atomically, with contents that a closure
    /// writes part by part. The other parameters are those of `replace(_:with:)`.
    ///
    /// - Parameter writeContents: A closure that writes the new contents. If the closure returns
    ///   `false`, the previous contents remain.
    /// - Throws: `LinuxError` with the path. The previous contents are intact, except if only the
    ///   synchronization of the folder has failed.
    package static func replace(
        _ path: String, isSynchronized: Bool = true, mode: UInt32? = nil,
        followsLink: Bool = false, _ writeContents: (NewFile) throws(LinuxError) -> Bool
    ) throws(LinuxError) {
        let (folder, name) = split(path, followsLink: followsLink)
        do throws(LinuxError) {
            try FolderDescriptor(folder).replace(
                name, isSynchronized: isSynchronized, mode: mode, writeContents)
        } catch {
            throw LinuxError(operation: error.operation, code: error.code, path: path)
        }
    }

    /// Checks that `replace` can create or replace the file at `path`.
    ///
    /// The corresponding C functions are `fstatat(2)` and `access(2)`.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - followsLink: Whether the target of a symbolic link at `path` is checked.
    /// - Throws: `LinuxError` with the path.
    package static func verifyReplaceable(
        _ path: String, followsLink: Bool = false
    ) throws(LinuxError) {
        let (folder, name) = split(path, followsLink: followsLink)
        do throws(LinuxError) {
            try FolderDescriptor(folder).verifyReplaceable(name)
            try performSystemCall("access") { access(folder, W_OK) }
        } catch {
            throw LinuxError(operation: error.operation, code: error.code, path: path)
        }
    }

    /// Returns the path of the folder that contains `path`, and the name in the folder, after
    /// resolving a symbolic link at `path` if `followsLink` is `true`.
    private static func split(
        _ path: String, followsLink: Bool
    ) -> (folder: String, name: String) {
        FileSystem.split(followsLink ? FileSystem.resolve(path) ?? path : path)
    }
}
