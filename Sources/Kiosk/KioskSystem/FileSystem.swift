import Glibc

/// A namespace for functions that query paths in the file system.
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

    /// Returns whether the regular file at `path` exists.
    ///
    /// The corresponding C function is `fstatat(2)`.
    ///
    /// - Parameters:
    ///   - name: The file's path, or its name in `folder`.
    ///   - folder: The file descriptor of an open folder, or `AT_FDCWD`.
    /// - Throws: `LinuxError` with the path if `name` is another kind of file, such as a symbolic
    ///   link, or if the folder cannot be searched.
    package static func hasRegularFile(
        at name: String, in folder: Int32 = AT_FDCWD
    ) throws(LinuxError) -> Bool {
        var metadata = stat()
        do throws(LinuxError) {
            try performSystemCall("stat", path: name) {
                fstatat(folder, name, &metadata, AT_SYMLINK_NOFOLLOW)
            }
        } catch {
            if error.code == .notFound { return false }
            throw error
        }
        if let code = Errno(kindOf: metadata) {
            throw LinuxError(operation: "open", code: code, path: name)
        }
        return true
    }

    /// Returns whether `path` exists, even if it is a broken symbolic link.
    ///
    /// The corresponding C function is `lstat(2)`.
    package static func exists(_ path: String) -> Bool {
        var metadata = stat()
        return lstat(path, &metadata) == 0
    }

    /// Returns the path of the folder that contains `path`, and the name in the folder.
    package static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (
            slash == path.startIndex ? "/" : String(path[..<slash]),
            String(path[path.index(after: slash)...])
        )
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
