import Glibc

/// Files that are there whole or not at all.
public enum WholeFile {
    /// Puts bytes in the place of a file, or makes it: they are written beside it and synchronised
    /// first, so that a full disk, a crash or a power cut leaves the file as it was. A link is
    /// followed.
    ///
    /// - Throws: `LinuxError` with the path; the file is as before then.
    public static func replace(_ path: String, with bytes: [UInt8]) throws(LinuxError) {
        let target = Folder.resolve(path) ?? path
        let part = "\(target).part-\(getpid())"
        do throws(LinuxError) {
            try write(bytes, toNew: part)
            try checked("rename", path: path) { rename(part, target) }
        } catch {
            unlink(part)
            throw LinuxError(operation: error.operation, code: error.code, path: path)
        }
    }

    private static func write(_ bytes: [UInt8], toNew path: String) throws(LinuxError) {
        // One that a former process of this number left.
        unlink(path)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let file = OwnedDescriptor(
            owning: try checked("open", path: path) { open(path, flags, 0o666) })
        let number = file.number
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
        try checked("fsync", path: path) { fsync(number) }
    }
}
