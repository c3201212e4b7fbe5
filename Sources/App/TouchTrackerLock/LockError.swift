import KioskSystem

/// An error that prevents the lock of the maintenance menu from checking or storing an unlock
/// pattern.
package struct LockError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The cause of a `LockError`.
    package enum Cause: Hashable, Sendable {
        /// The state folder does not exist.
        case noFolder
        /// No unlock pattern is set.
        case notSet
        /// The contents of the pattern file are invalid.
        case malformed
        /// A file cannot be read. The value is the error code of the system.
        case unreadable(Errno)
        /// A file cannot be written. The value is the error code of the system.
        case unwritable(Errno)
        /// The hash of a pattern cannot be computed, because memory or random bytes are not
        /// available. The value is the error code of the system.
        case incomputable(Errno)
    }

    /// The cause of the error.
    package let cause: Cause
    /// The path of the file or folder that the error concerns.
    package let path: String

    /// Creates an error that concerns the file or folder at `path`.
    package init(cause: Cause, path: String) {
        self.cause = cause
        self.path = path
    }

    /// A message in one line with the path, the cause and a remedy.
    package var description: String {
        switch cause {
        case .noFolder:
            "\(path): folder does not exist; create it or choose another with --state"
        case .notSet:
            "\(path): no pattern is set; set one with 'touchtracker lock set'"
        case .malformed:
            "\(path): not a valid pattern file; set the pattern again with 'touchtracker lock set'"
        case .unreadable(let code):
            "\(path): cannot read: \(code); run as its owner, the kiosk's user, or as root"
        case .unwritable(let code):
            "\(path): cannot write: \(code); \(Self.remedy(for: code))"
        case .incomputable(let code):
            "\(path): cannot compute the pattern's hash: \(code); free some memory"
        }
    }

    /// Returns the remedy for a write error with the error code `code`.
    private static func remedy(for code: Errno) -> String {
        switch code {
        case .noSpace, .quotaExceeded: "free some space, or choose another folder with --state"
        case .permissionDenied, .notPermitted: "run as its owner, the kiosk's user, or as root"
        case .readOnlyFileSystem:
            "mount the file system for writing, or choose another folder with --state"
        default: "check the disk, or choose another folder with --state"
        }
    }
}
