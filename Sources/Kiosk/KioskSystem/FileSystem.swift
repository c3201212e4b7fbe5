import Glibc

/// A namespace for functions that query or synchronize paths in the file system.
package enum FileSystem {
    /// Returns the names of the entries in the folder at `path`, except `.` and `..`, in no
    /// particular order. Returns an empty array if the folder cannot be read.
    ///
    /// The corresponding C function is `readdir(3)`.
    package static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    /// Returns whether `path` is a folder or a symbolic link to a folder.
    ///
    /// The corresponding C function is `stat(2)`.
    package static func isFolder(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    }

    /// Waits until the entries in the folder at `path` are durable, so that a power cut does not
    /// revert an earlier rename.
    ///
    /// The corresponding C function is `fsync(2)`.
    ///
    /// - Throws: `LinuxError` with the path.
    package static func synchronizeFolder(_ path: String) throws(LinuxError) {
        let folder = try OwnedDescriptor(opening: path, flags: O_RDONLY | O_DIRECTORY)
        try performSystemCall("fsync", path: path) { fsync(folder.number) }
    }

    /// Returns the absolute form of `path` with all symbolic links resolved, or `nil` if the file
    /// does not exist.
    ///
    /// The corresponding C function is `realpath(3)`.
    package static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns the name of the group that owns the file at `path`, or `nil` if the file or the
    /// group's name is unknown.
    ///
    /// The corresponding C functions are `stat(2)` and `getgrgid(3)`.
    package static func groupName(of path: String) -> String? {
        var information = stat()
        guard stat(path, &information) == 0, let group = getgrgid(information.st_gid) else {
            return nil
        }
        return String(cString: group.pointee.gr_name)
    }
}
