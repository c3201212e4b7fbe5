import Glibc

/// Files that are there whole or not at all.
package enum WholeFile {
    /// The bytes of a file; nil where there is none, it can't be read, is no ordinary file, or is larger
    /// than that.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limit: How many bytes it may have.
    ///   - headerCount: How many bytes are looked at first.
    ///   - isWanted: Whether a file with these first bytes is read; a shorter one isn't.
    package static func read(
        _ path: String, atMost limit: Int, headerCount: Int = 0,
        isWanted: (UnsafeRawBufferPointer) -> Bool = { _ in true }
    ) -> [UInt8]? {
        // Nobody waits for whoever may write into a pipe.
        let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if number < 0 { return nil }
        let file = OwnedDescriptor(owning: number)
        var information = stat()
        guard fstat(file.number, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
            information.st_size <= limit
        else { return nil }
        let header = bytes(of: file.number, count: headerCount, from: 0)
        guard header.count == headerCount, header.withUnsafeBytes(isWanted) else { return nil }
        return bytes(of: file.number, count: Int(information.st_size), from: 0)
    }

    /// So many bytes from a place on; fewer where there are no more.
    private static func bytes(of number: Int32, count size: Int, from place: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: size) { memory, count in
            count = 0
            while count < size, let base = memory.baseAddress {
                let got = pread(number, base + count, size - count, off_t(place + count))
                if got > 0 {
                    count += got
                } else if got == 0 || Errno.last != .interrupted {
                    break
                }
            }
        }
    }

    /// How large a file is, in bytes; nil where there is none, or it is no ordinary file.
    package static func size(_ path: String) -> Int? {
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return Int(information.st_size)
    }

    /// Puts bytes in the place of a file, or makes it: they are written beside it and synchronised
    /// first, so that a full disk, a crash or a power cut leaves the file as it was. A link is
    /// followed. What a process that was killed meanwhile has left beside it is removed.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: What shall be in it.
    ///   - isSynchronized: False for a file that isn't worth waiting for the disk: after a power cut
    ///     anything may be in it.
    ///   - mode: Who may read and write it, as `chmod(2)` counts; what the process's mask leaves of
    ///     everybody if not given.
    /// - Throws: `LinuxError` with the path; the file is as before then, unless it says that the folder
    ///   couldn't be synchronised.
    package static func replace(
        _ path: String, with bytes: [UInt8], isSynchronized: Bool = true, mode: UInt32? = nil
    ) throws(LinuxError) {
        let target = Folder.resolve(path) ?? path
        let slash = target.lastIndex(of: "/")
        let folder = slash.map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
        let name = slash.map { String(target[target.index(after: $0)...]) } ?? target
        removeParts(of: name, in: folder)
        let part = "\(target).part-\(getpid())"
        do throws(LinuxError) {
            try write(bytes, toNew: part, isSynchronized: isSynchronized, mode: mode)
            try checked("rename", path: path) { rename(part, target) }
        } catch {
            unlink(part)
            throw LinuxError(operation: error.operation, code: error.code, path: path)
        }
        if isSynchronized { try synchronize(folder) }
    }

    /// Lets a new name survive a power cut, where the file system can do that for folders.
    private static func synchronize(_ folder: String) throws(LinuxError) {
        do throws(LinuxError) {
            try Folder.synchronize(folder)
        } catch  where error.code == Errno(rawValue: EINVAL) {
            return
        }
    }

    /// Removes what processes that don't live any more have begun to write in the place of a file.
    private static func removeParts(of name: String, in folder: String) {
        let prefix = "\(name).part-"
        for part in Folder.names(in: folder) where part.hasPrefix(prefix) {
            guard let process = pid_t(part.dropFirst(prefix.count)), process > 0,
                kill(process, 0) != 0, Errno.last == Errno(rawValue: ESRCH)
            else { continue }
            unlink("\(folder)/\(part)")
        }
    }

    private static func write(
        _ bytes: [UInt8], toNew path: String, isSynchronized: Bool, mode: UInt32?
    ) throws(LinuxError) {
        // One that a former process of this number left.
        unlink(path)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let file = OwnedDescriptor(
            owning: try checked("open", path: path) { open(path, flags, 0o666) })
        let number = file.number
        if let mode { try checked("chmod", path: path) { fchmod(number, mode) } }
        try write(bytes, to: number, path: path, isSynchronized: isSynchronized)
    }

    /// Writes a new file's bytes, and waits until they are on the disk.
    static func write(
        _ bytes: [UInt8], to number: Int32, path: String, isSynchronized: Bool = true
    ) throws(LinuxError) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                Glibc.write(number, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                written += count
            } else if Errno.last != .interrupted {
                throw LinuxError(operation: "write", code: Errno.last, path: path)
            }
        }
        if isSynchronized { try checked("fsync", path: path) { fsync(number) } }
    }
}
