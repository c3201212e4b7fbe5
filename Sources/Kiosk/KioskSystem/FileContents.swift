import Glibc

/// A namespace for functions that read whole files and replace files atomically.
package enum FileContents {
    /// Returns the contents of a regular file, or `nil` if the file is missing, unreadable, not a
    /// regular file, larger than `maximumSize`, or rejected by `acceptsHeader`.
    ///
    /// The corresponding C functions are `open(2)` and `pread(2)`.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - maximumSize: The maximum accepted size in bytes.
    ///   - headerSize: The number of bytes at the start of the file that are passed to
    ///     `acceptsHeader`. A shorter file is rejected.
    ///   - acceptsHeader: The closure that returns whether to read the rest of a file that starts
    ///     with the given bytes.
    package static func read(
        _ path: String, maximumSize: Int, headerSize: Int = 0,
        acceptsHeader: (UnsafeRawBufferPointer) -> Bool = { _ in true }
    ) -> [UInt8]? {
        // O_NONBLOCK prevents blocking if the path is a FIFO without a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 { return nil }
        let file = OwnedDescriptor(owning: descriptor)
        var information = stat()
        guard fstat(file.number, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
            information.st_size <= maximumSize
        else { return nil }
        let header = readBytes(of: file.number, count: headerSize)
        guard header.count == headerSize, header.withUnsafeBytes(acceptsHeader) else { return nil }
        return readBytes(of: file.number, count: Int(information.st_size))
    }

    /// Returns the first `size` bytes of an open file, or fewer if the file is shorter or cannot be
    /// read.
    private static func readBytes(of descriptor: Int32, count size: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: size) { memory, count in
            count = 0
            while count < size, let base = memory.baseAddress {
                let readCount = pread(descriptor, base + count, size - count, off_t(count))
                if readCount > 0 {
                    count += readCount
                } else if readCount == 0 || Errno.last != .interrupted {
                    break
                }
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

    /// Creates the file at `path`, or replaces the file atomically. Follows a symbolic link.
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
    /// - Throws: `LinuxError` with the path. The previous contents are intact, except if only the
    ///   synchronization of the folder has failed.
    package static func replace(
        _ path: String, with bytes: [UInt8], isSynchronized: Bool = true, mode: UInt32? = nil
    ) throws(LinuxError) {
        let target = FileSystem.resolve(path) ?? path
        let slash = target.lastIndex(of: "/")
        let folder = slash.map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
        let name = slash.map { String(target[target.index(after: $0)...]) } ?? target
        removeAbandonedParts(of: name, in: folder)
        let temporary = "\(target).part-\(getpid())"
        do throws(LinuxError) {
            try write(bytes, toNew: temporary, isSynchronized: isSynchronized, mode: mode)
            try performSystemCall("rename", path: path) { rename(temporary, target) }
        } catch {
            unlink(temporary)
            throw LinuxError(operation: error.operation, code: error.code, path: path)
        }
        if isSynchronized { try synchronizeIfSupported(folder) }
    }

    /// Waits until the folder's entries are durable, if the file system supports synchronizing
    /// folders.
    private static func synchronizeIfSupported(_ folder: String) throws(LinuxError) {
        do throws(LinuxError) {
            try FileSystem.synchronizeFolder(folder)
        } catch  where error.code == Errno(rawValue: EINVAL) {
            return
        }
    }

    /// Removes temporary files that exited processes have left in `folder` while they wrote the
    /// file `name`.
    private static func removeAbandonedParts(of name: String, in folder: String) {
        let prefix = "\(name).part-"
        for part in FileSystem.names(in: folder) where part.hasPrefix(prefix) {
            guard let process = pid_t(part.dropFirst(prefix.count)), process > 0,
                kill(process, 0) != 0, Errno.last == Errno(rawValue: ESRCH)
            else { continue }
            unlink("\(folder)/\(part)")
        }
    }

    /// Creates the temporary file at `path` and writes `bytes` to the file.
    private static func write(
        _ bytes: [UInt8], toNew path: String, isSynchronized: Bool, mode: UInt32?
    ) throws(LinuxError) {
        // An earlier process with the same process ID may have left this file behind.
        unlink(path)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let file = OwnedDescriptor(
            owning: try performSystemCall("open", path: path) { open(path, flags, 0o666) })
        let descriptor = file.number
        if let mode { try performSystemCall("chmod", path: path) { fchmod(descriptor, mode) } }
        try write(bytes, to: descriptor, path: path, isSynchronized: isSynchronized)
    }

    /// Writes `bytes` to an open file and optionally waits until they are durable.
    ///
    /// The corresponding C functions are `write(2)` and `fsync(2)`.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to write.
    ///   - descriptor: The file descriptor to write to.
    ///   - path: The file's path, for the error message.
    ///   - isSynchronized: Whether to wait until the contents are durable.
    static func write(
        _ bytes: [UInt8], to descriptor: Int32, path: String, isSynchronized: Bool = true
    ) throws(LinuxError) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                written += count
            } else if Errno.last != .interrupted {
                throw LinuxError(operation: "write", code: Errno.last, path: path)
            }
        }
        if isSynchronized { try performSystemCall("fsync", path: path) { fsync(descriptor) } }
    }
}
