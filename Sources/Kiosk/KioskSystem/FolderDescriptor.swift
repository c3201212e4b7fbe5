import Glibc

/// An open folder whose files are accessed relative to the folder's file descriptor.
///
/// An open `FolderDescriptor` refers to the same folder even if the folder's path is renamed or
/// replaced. No method follows a symbolic link inside the folder. A process that runs as root can
/// therefore safely use a folder that belongs to an untrusted user.
package struct FolderDescriptor: ~Copyable {
    private let descriptor: OwnedDescriptor
    private let path: String
    /// The ID of the user that owns the folder.
    private let owner: uid_t
    /// The ID of the group that owns the folder.
    private let group: gid_t

    /// Opens the folder at `path`, following symbolic links in `path`.
    ///
    /// The corresponding C function is `open(2)`.
    ///
    /// - Throws: `LinuxError` with the path.
    package init(_ path: String) throws(LinuxError) {
        let opened = try OwnedDescriptor(opening: path, flags: O_RDONLY | O_DIRECTORY)
        var information = stat()
        let folder = opened.number
        try performSystemCall("stat", path: path) { fstat(folder, &information) }
        descriptor = opened
        self.path = path
        owner = information.st_uid
        group = information.st_gid
    }

    /// Returns whether the folder contains an entry named `name`, which may be a broken symbolic
    /// link.
    ///
    /// The corresponding C function is `fstatat(2)`.
    ///
    /// - Throws: `LinuxError` if the folder cannot be searched.
    package func contains(_ name: String) throws(LinuxError) -> Bool {
        var information = stat()
        let folder = descriptor.number
        do {
            try performSystemCall("stat", path: path(of: name)) {
                fstatat(folder, name, &information, AT_SYMLINK_NOFOLLOW)
            }
            return true
        } catch {
            if error.code == .notFound { return false }
            throw error
        }
    }

    /// Returns the contents of the regular file `name`, but at most the first `maximumSize` + 1
    /// bytes.
    ///
    /// The additional byte lets the caller detect a file that is larger than `maximumSize`. The
    /// corresponding C functions are `openat(2)` and `pread(2)`.
    ///
    /// - Throws: `LinuxError`: `ENOENT` if the file does not exist, `EINVAL` if `name` is not a
    ///   regular file, `ELOOP` if it is a symbolic link.
    package func read(_ name: String, maximumSize: Int) throws(LinuxError) -> [UInt8] {
        let file = try open(name, O_RDONLY)
        let fileDescriptor = file.number
        var bytes = [UInt8](repeating: 0, count: maximumSize + 1)
        var length = 0
        while length < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                pread(fileDescriptor, into: $0[length...], at: off_t(length))
            }
            if count > 0 {
                length += count
            } else if count == 0 {
                break
            } else if Errno.last != .interrupted {
                throw LinuxError(operation: "read", code: Errno.last, path: path(of: name))
            }
        }
        bytes.removeSubrange(length...)
        return bytes
    }

    /// Overwrites a part of the existing file `name` in place, and waits until the data is durable.
    ///
    /// Overwriting in place needs no free space on most file systems. The corresponding C functions
    /// are `pwrite(2)` and `fdatasync(2)`.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - expectedSize: The size that the file must have, in bytes.
    ///   - offset: The offset of the first overwritten byte in the file.
    ///   - bytes: The new bytes.
    /// - Throws: `LinuxError`: `ENOENT` if the file does not exist, `ELOOP` if `name` is a symbolic
    ///   link, `EINVAL` if it is not a regular file, has another size, or has other hard links.
    package func overwrite(
        _ name: String, expectedSize: Int, at offset: Int, with bytes: [UInt8]
    ) throws(LinuxError) {
        let file = try open(name, O_WRONLY)
        let fileDescriptor = file.number
        var information = stat()
        try performSystemCall("stat", path: path(of: name)) { fstat(fileDescriptor, &information) }
        // A second hard link may be the name of another user's file.
        guard information.st_nlink == 1, information.st_size == expectedSize else {
            throw LinuxError(operation: "open", code: .invalid, path: path(of: name))
        }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(fileDescriptor, from: $0[written...], at: off_t(offset + written))
            }
            if count >= 0 {
                written += count
            } else if Errno.last != .interrupted {
                throw LinuxError(operation: "write", code: Errno.last, path: path(of: name))
            }
        }
        try performSystemCall("fdatasync", path: path(of: name)) { fdatasync(fileDescriptor) }
    }

    /// Creates the file `name`, or replaces the file atomically. The new file has permissions 0600
    /// and the folder's owner.
    ///
    /// The method writes a new temporary file, sets the file's owner, and then renames the file.
    /// The method therefore never writes to an existing file or changes the owner of an existing
    /// file. The corresponding C functions are `openat(2)`, `fchown(2)` and `renameat(2)`.
    ///
    /// - Throws: `LinuxError` with the path. The previous contents are intact, except if only the
    ///   synchronization of the folder has failed.
    package func replacePrivately(_ name: String, with bytes: [UInt8]) throws(LinuxError) {
        let folder = descriptor.number
        let temporary = "\(name).part-\(getpid())"
        do throws(LinuxError) {
            // An earlier process with the same process ID may have left this file behind.
            unlinkat(folder, temporary, 0)
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            let file = OwnedDescriptor(
                owning: try performSystemCall("open", path: temporary) {
                    openat(folder, temporary, flags, 0o600)
                })
            let fileDescriptor = file.number
            // The process's umask may have removed the owner's permissions.
            try performSystemCall("chmod", path: temporary) { fchmod(fileDescriptor, 0o600) }
            if geteuid() == 0, owner != 0 || group != getegid() {
                let (owner, group) = (owner, group)
                try performSystemCall("chown", path: temporary) {
                    fchown(fileDescriptor, owner, group)
                }
            }
            try FileContents.write(bytes, to: fileDescriptor, path: temporary)
            try performSystemCall("rename", path: temporary) {
                renameat(folder, temporary, folder, name)
            }
            try performSystemCall("fsync", path: temporary) { fsync(folder) }
        } catch {
            unlinkat(folder, temporary, 0)
            throw LinuxError(operation: error.operation, code: error.code, path: path(of: name))
        }
    }

    /// Removes the file `name`, if the file exists, and waits until the removal is durable.
    ///
    /// The corresponding C functions are `unlinkat(2)` and `fsync(2)`.
    ///
    /// - Throws: `LinuxError` with the path.
    package func remove(_ name: String) throws(LinuxError) {
        let folder = descriptor.number
        do {
            try performSystemCall("unlink", path: path(of: name)) { unlinkat(folder, name, 0) }
        } catch {
            if error.code != .notFound { throw error }
        }
        try performSystemCall("fsync", path: path) { fsync(folder) }
    }

    /// Returns the path of the entry `name`, for error messages.
    private func path(of name: String) -> String { "\(path)/\(name)" }

    /// Opens the regular file `name` without blocking on a FIFO and without following a symbolic
    /// link.
    ///
    /// The corresponding C function is `openat(2)`.
    private func open(_ name: String, _ flags: Int32) throws(LinuxError) -> OwnedDescriptor {
        let folder = descriptor.number
        let path = path(of: name)
        let allFlags = flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let file = OwnedDescriptor(
            owning: try performSystemCall("open", path: path) { openat(folder, name, allFlags) })
        let fileDescriptor = file.number
        var information = stat()
        try performSystemCall("stat", path: path) { fstat(fileDescriptor, &information) }
        guard information.st_mode & S_IFMT == S_IFREG else {
            throw LinuxError(operation: "open", code: .invalid, path: path)
        }
        return file
    }
}

/// Reads from a file at `offset` into a slice of a buffer, and returns the byte count or -1.
///
/// The corresponding C function is `pread(2)`.
private func pread(
    _ descriptor: Int32, into slice: Slice<UnsafeMutableRawBufferPointer>, at offset: off_t
) -> Int {
    let buffer = UnsafeMutableRawBufferPointer(rebasing: slice)
    return Glibc.pread(descriptor, buffer.baseAddress, buffer.count, offset)
}

/// Writes a slice of a buffer to a file at `offset`, and returns the byte count or -1.
///
/// The corresponding C function is `pwrite(2)`.
private func pwrite(
    _ descriptor: Int32, from slice: Slice<UnsafeRawBufferPointer>, at offset: off_t
) -> Int {
    let buffer = UnsafeRawBufferPointer(rebasing: slice)
    return Glibc.pwrite(descriptor, buffer.baseAddress, buffer.count, offset)
}
