import Glibc

/// A folder that was opened once. Its files are reached through it, so that whoever may change the
/// path meanwhile can't lead anybody elsewhere; and no link in it is followed, so that root can use a
/// folder that belongs to somebody hostile.
package struct OpenFolder: ~Copyable {
    private let owned: OwnedDescriptor
    private let path: String
    /// Whom it belongs to.
    private let owner: uid_t
    private let group: gid_t

    /// Opens a folder; a path that leads to one over links is followed. Wraps `open(2)`.
    ///
    /// - Throws: `LinuxError` with the path.
    package init(_ path: String) throws(LinuxError) {
        let opened = try OwnedDescriptor(opening: path, flags: O_RDONLY | O_DIRECTORY)
        var information = stat()
        let number = opened.number
        try checked("stat", path: path) { fstat(number, &information) }
        owned = opened
        self.path = path
        owner = information.st_uid
        group = information.st_gid
    }

    /// Whether something of this name is there, be it a link that leads nowhere. Wraps `fstatat(2)`.
    ///
    /// - Throws: `LinuxError` where it can't be told.
    package func has(_ name: String) throws(LinuxError) -> Bool {
        var information = stat()
        let number = owned.number
        do {
            try checked("stat", path: below(name)) {
                fstatat(number, name, &information, AT_SYMLINK_NOFOLLOW)
            }
            return true
        } catch {
            if error.code == .notFound { return false }
            throw error
        }
    }

    /// Reads a small file.
    ///
    /// - Returns: Its bytes, at most `limit` and one more, by which a longer one is recognised.
    /// - Throws: `LinuxError`: `ENOENT` where there is none, `EINVAL` where it is no ordinary file,
    ///   `ELOOP` where it is a link.
    package func read(_ name: String, upTo limit: Int) throws(LinuxError) -> [UInt8] {
        let file = try open(name, O_RDONLY)
        let number = file.number
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var length = 0
        while length < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                pread($0[length...], number, off_t(length))
            }
            if count > 0 {
                length += count
            } else if count == 0 {
                break
            } else if Errno.last != .interrupted {
                throw LinuxError(operation: "read", code: Errno.last, path: below(name))
            }
        }
        bytes.removeSubrange(length...)
        return bytes
    }

    /// Writes over a part of a file, in place, and waits until it is on the disk; that needs no room
    /// on a file system that writes in place. Wraps `pwrite(2)` and `fdatasync(2)`.
    ///
    /// - Throws: `LinuxError` as for reading; `EINVAL` too where the file has other names (it may be
    ///   one of somebody else's) or another length than expected.
    package func overwrite(
        _ name: String, ofLength length: Int, at offset: Int, with bytes: [UInt8]
    ) throws(LinuxError) {
        let file = try open(name, O_WRONLY)
        let number = file.number
        var information = stat()
        try checked("stat", path: below(name)) { fstat(number, &information) }
        guard information.st_nlink == 1, information.st_size == length else {
            throw LinuxError(operation: "open", code: .invalid, path: below(name))
        }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite($0[written...], number, off_t(offset + written))
            }
            if count >= 0 {
                written += count
            } else if Errno.last != .interrupted {
                throw LinuxError(operation: "write", code: Errno.last, path: below(name))
            }
        }
        try checked("fdatasync", path: below(name)) { fdatasync(number) }
    }

    /// Puts bytes in the place of a file, or makes it, whole or not at all (`WholeFile`). Only the
    /// folder's owner may read it, whoever writes it: what root writes here belongs to the owner.
    ///
    /// The new file is made under a name that nothing has, and gets its owner before it gets its
    /// name: no file that is there, and none that a link leads to, is written to or given away.
    ///
    /// - Throws: `LinuxError` with the path; the file is as before then.
    package func replacePrivately(_ name: String, with bytes: [UInt8]) throws(LinuxError) {
        let folder = owned.number
        let part = "\(name).part-\(getpid())"
        do throws(LinuxError) {
            // One that a former process of this number left.
            unlinkat(folder, part, 0)
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            let file = OwnedDescriptor(
                owning: try checked("open", path: part) { openat(folder, part, flags, 0o600) })
            let number = file.number
            // The mask may have taken more than it should.
            try checked("chmod", path: part) { fchmod(number, 0o600) }
            if geteuid() == 0, owner != 0 || group != getegid() {
                let (owner, group) = (owner, group)
                try checked("chown", path: part) { fchown(number, owner, group) }
            }
            try WholeFile.write(bytes, to: number, path: part)
            try checked("rename", path: part) { renameat(folder, part, folder, name) }
            try checked("fsync", path: part) { fsync(folder) }
        } catch {
            unlinkat(folder, part, 0)
            throw LinuxError(operation: error.operation, code: error.code, path: below(name))
        }
    }

    /// Removes a file, and waits until it is gone from the disk too; one that isn't there is no
    /// trouble. Wraps `unlinkat(2)`.
    package func remove(_ name: String) throws(LinuxError) {
        let number = owned.number
        do {
            try checked("unlink", path: below(name)) { unlinkat(number, name, 0) }
        } catch {
            if error.code != .notFound { throw error }
        }
        try checked("fsync", path: path) { fsync(number) }
    }

    /// A path below the folder, for messages.
    private func below(_ name: String) -> String { "\(path)/\(name)" }

    /// Opens an ordinary file; a pipe in its place holds nobody up.
    private func open(_ name: String, _ flags: Int32) throws(LinuxError) -> OwnedDescriptor {
        let folder = owned.number
        let path = below(name)
        let all = flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let file = OwnedDescriptor(
            owning: try checked("open", path: path) { openat(folder, name, all) })
        let number = file.number
        var information = stat()
        try checked("stat", path: path) { fstat(number, &information) }
        guard information.st_mode & S_IFMT == S_IFREG else {
            throw LinuxError(operation: "open", code: .invalid, path: path)
        }
        return file
    }
}

/// Calls of the C library that take a buffer, on a part of one.
private func pread(_ part: Slice<UnsafeMutableRawBufferPointer>, _ file: Int32, _ at: off_t) -> Int
{
    let part = UnsafeMutableRawBufferPointer(rebasing: part)
    return Glibc.pread(file, part.baseAddress, part.count, at)
}

private func pwrite(_ part: Slice<UnsafeRawBufferPointer>, _ file: Int32, _ at: off_t) -> Int {
    let part = UnsafeRawBufferPointer(rebasing: part)
    return Glibc.pwrite(file, part.baseAddress, part.count, at)
}
