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
        let metadata = try opened.metadata(path: path)
        descriptor = opened
        self.path = path
        owner = metadata.st_uid
        group = metadata.st_gid
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
    /// - Throws: `LinuxError`: `notFound` if the file does not exist, `symbolicLink`,
    ///   `notRegularFile` or `isFolder` if `name` is not a regular file.
    package func read(_ name: String, maximumSize: Int) throws(LinuxError) -> [UInt8] {
        let file = try open(name, O_RDONLY)
        return try FileContents.readBytes(
            of: file.number, count: maximumSize + 1, path: path(of: name))
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
    /// - Throws: `LinuxError`: `notFound` if the file does not exist, `symbolicLink`,
    ///   `notRegularFile` or `isFolder` if `name` is not a regular file, `invalid` if the file has
    ///   another size or other hard links.
    package func overwrite(
        _ name: String, expectedSize: Int, at offset: Int, with bytes: [UInt8]
    ) throws(LinuxError) {
        let file = try open(name, O_WRONLY)
        let fileDescriptor = file.number
        let metadata = try file.metadata(path: path(of: name))
        // A second hard link may be the name of another user's file.
        guard metadata.st_nlink == 1, metadata.st_size == expectedSize else {
            throw LinuxError(operation: "open", code: .invalid, path: path(of: name))
        }
        try FileContents.writeBytes(bytes, to: fileDescriptor, at: offset, path: path(of: name))
        try performSystemCall("fdatasync", path: path(of: name)) { fdatasync(fileDescriptor) }
    }

    /// Creates the file `name`, or replaces the file atomically. The new file has permissions 0600
    /// and the folder's owner. A symbolic link at `name` is replaced, not followed.
    ///
    /// The method writes a new temporary file, sets the file's owner, and then renames the file.
    /// The method therefore never writes to an existing file or changes the owner of an existing
    /// file. The corresponding C functions are `openat(2)`, `fchown(2)` and `renameat(2)`.
    ///
    /// - Throws: `LinuxError` with the path. The previous contents are intact, except if only the
    ///   synchronization of the folder has failed.
    package func replacePrivately(_ name: String, with bytes: [UInt8]) throws(LinuxError) {
        try replace(name, mode: 0o600, isPrivate: true) { file throws(LinuxError) in
            try file.write(bytes)
            return true
        }
    }

    /// Creates the file `name`, or replaces the file atomically, with contents that a closure
    /// writes part by part. Refuses to replace anything but a regular file.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - isSynchronized: Whether to wait until the contents are durable.
    ///   - mode: The file's permissions, or `nil` for 0666 without the bits in the process's umask.
    ///   - isPrivate: Whether the new file gets the folder's owner, and a symbolic link may be
    ///     replaced.
    ///   - writeContents: A closure that writes the new contents. If the closure returns `false`,
    ///     the previous contents remain.
    /// - Throws: `LinuxError` with the path.
    func replace(
        _ name: String, isSynchronized: Bool = true, mode: UInt32? = nil, isPrivate: Bool = false,
        _ writeContents: (NewFile) throws(LinuxError) -> Bool
    ) throws(LinuxError) {
        let folder = descriptor.number
        let temporary = "\(name).part-\(getpid())"
        do throws(LinuxError) {
            try verifyReplaceable(name, acceptsLink: isPrivate)
            removeAbandonedParts(of: name)
            // An earlier process with the same process ID may have left this file behind.
            unlinkat(folder, temporary, 0)
            let file = try OwnedDescriptor.open(
                regularFile: temporary, in: folder, flags: O_WRONLY | O_CREAT | O_EXCL,
                mode: mode ?? 0o666)
            let number = file.number
            // The process's umask may have removed permissions.
            if let mode { try performSystemCall("chmod") { fchmod(number, mode) } }
            if isPrivate, geteuid() == 0, owner != 0 || group != getegid() {
                let (owner, group) = (owner, group)
                try performSystemCall("chown") { fchown(number, owner, group) }
            }
            guard try writeContents(NewFile(descriptor: number)) else {
                unlinkat(folder, temporary, 0)
                return
            }
            if isSynchronized { try performSystemCall("fsync") { fsync(number) } }
            try performSystemCall("rename") { renameat(folder, temporary, folder, name) }
            if isSynchronized { try synchronize() }
        } catch {
            unlinkat(folder, temporary, 0)
            throw LinuxError(operation: error.operation, code: error.code, path: path(of: name))
        }
    }

    /// Throws an error unless `name` is missing, a regular file, or, with `acceptsLink`, a symbolic
    /// link.
    func verifyReplaceable(_ name: String, acceptsLink: Bool = false) throws(LinuxError) {
        do throws(LinuxError) {
            _ = try FileSystem.hasRegularFile(at: name, in: descriptor.number)
        } catch {
            if error.code == .symbolicLink, acceptsLink { return }
            throw LinuxError(operation: "rename", code: error.code)
        }
    }

    /// Removes temporary files that exited processes have left while they wrote the file `name`.
    private func removeAbandonedParts(of name: String) {
        let prefix = "\(name).part-"
        for part in FileSystem.names(in: path) where part.hasPrefix(prefix) {
            guard let process = pid_t(part.dropFirst(prefix.count)), process > 0,
                kill(process, 0) != 0, Errno.last == Errno(rawValue: ESRCH)
            else { continue }
            unlinkat(descriptor.number, part, 0)
        }
    }

    /// Waits until the folder's entries are durable, so that a power cut does not revert an earlier
    /// rename. Has no effect if the file system does not support synchronizing folders.
    ///
    /// The corresponding C function is `fsync(2)`.
    package func synchronize() throws(LinuxError) {
        let folder = descriptor.number
        do throws(LinuxError) {
            try performSystemCall("fsync", path: path) { fsync(folder) }
        } catch  where error.code == .invalid {
            return
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
        try synchronize()
    }

    /// Returns the path of the entry `name`, for error messages.
    private func path(of name: String) -> String { "\(path)/\(name)" }

    /// Opens the regular file `name` without blocking on a FIFO and without following a symbolic
    /// link.
    private func open(_ name: String, _ flags: Int32) throws(LinuxError) -> OwnedDescriptor {
        try OwnedDescriptor.open(
            regularFile: name, in: descriptor.number, path: path(of: name),
            flags: flags | O_NOFOLLOW)
    }
}

/// A file that is being written and that replaces another file when it is complete.
package struct NewFile {
    /// The file descriptor of the temporary file. Valid while the file is being written.
    fileprivate let descriptor: Int32

    /// Appends bytes to the file.
    ///
    /// The corresponding C function is `write(2)`.
    ///
    /// - Throws: `LinuxError` without a path.
    package func write(_ bytes: [UInt8]) throws(LinuxError) {
        try FileContents.writeBytes(bytes, to: descriptor)
    }
}

extension NewFile {
    /// Appends the contents of the regular file at `path`, which may be a symbolic link.
    ///
    /// The corresponding C functions are `open(2)`, `read(2)` and `write(2)`.
    ///
    /// - Throws: `LinuxError`; with the path if the file cannot be opened or read.
    package func append(contentsOf path: String) throws(LinuxError) {
        let source = try OwnedDescriptor.open(regularFile: path, flags: O_RDONLY)
        var offset = 0
        while true {
            let part = try FileContents.readBytes(
                of: source.number, count: 65_536, at: offset, path: path)
            if part.isEmpty { return }
            try write(part)
            offset += part.count
        }
    }
}
