import Glibc

/// Looks at the file system.
package enum Folder {
    /// The names in a folder, without `.` and `..`, in no order; none where it can't be read.
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

    /// Whether a path is a folder, or leads to one.
    package static func isFolder(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    }

    /// Waits until the names in a folder are on the disk as they are now: a power cut doesn't undo what
    /// was renamed in it. Wraps `fsync(2)`.
    ///
    /// - Throws: `LinuxError` with the path.
    package static func synchronize(_ path: String) throws(LinuxError) {
        let folder = try OwnedDescriptor(opening: path, flags: O_RDONLY | O_DIRECTORY)
        try checked("fsync", path: path) { fsync(folder.number) }
    }

    /// The path without links; nil where nothing is there. Wraps `realpath(3)`.
    package static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The name of the group that a file belongs to; nil where it can't be told.
    package static func group(of path: String) -> String? {
        var information = stat()
        guard stat(path, &information) == 0, let group = getgrgid(information.st_gid) else {
            return nil
        }
        return String(cString: group.pointee.gr_name)
    }
}
