import KioskSystem

/// Why a lock can't be used, or be set.
package struct LockError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is in the way.
    package enum Cause: Hashable, Sendable {
        /// The state folder isn't there.
        case noFolder
        /// There is no pattern.
        case notSet
        /// What is there is no pattern's hash.
        case malformed
        /// A file can't be read.
        case unreadable(Errno)
        /// A file can't be written.
        case unwritable(Errno)
        /// There is no memory or no randomness for the hash.
        case incomputable(Errno)
    }

    /// What is in the way.
    package let cause: Cause
    /// The file or folder it is about.
    package let path: String

    /// Makes an error.
    package init(cause: Cause, path: String) {
        self.cause = cause
        self.path = path
    }

    /// One line: which file, what is wrong, what to do.
    package var description: String {
        switch cause {
        case .noFolder:
            "\(path): there is no such folder; make it, or choose another with --state"
        case .notSet:
            "\(path): no pattern is set; set one with 'touchtracker lock set'"
        case .malformed:
            "\(path): it isn't a pattern's file; set the pattern anew with 'touchtracker lock set'"
        case .unreadable(let code):
            "\(path): it can't be read: \(code); only its owner, who runs the kiosk, and root may"
        case .unwritable(let code):
            "\(path): it can't be written: \(code); \(Self.remedy(for: code))"
        case .incomputable(let code):
            "\(path): the pattern's hash can't be computed: \(code); make room in memory"
        }
    }

    /// What helps where nothing can be written.
    private static func remedy(for code: Errno) -> String {
        switch code {
        case .noSpace, .quotaExceeded: "make room, or choose another folder with --state"
        case .permissionDenied, .notPermitted: "only its owner, who runs the kiosk, and root may"
        case .readOnlyFileSystem:
            "mount the file system for writing, or choose another folder with --state"
        default: "look at the disk, or choose another folder with --state"
        }
    }
}
