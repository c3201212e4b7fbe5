import Glibc

/// An error number of the kernel or the C library.
package struct Errno: Hashable, Sendable, CustomStringConvertible {
    /// The number, as in `errno.h`.
    package let rawValue: Int32

    /// Makes an error from its number.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The calling thread's last error: the one place that reads `errno`.
    package static var last: Errno { Errno(rawValue: errno) }

    /// The system's words for it, as `strerror` gives them.
    package var description: String { String(cString: strerror(rawValue)) }

    /// `EACCES`: the node's permissions forbid it.
    package static let permissionDenied = Errno(rawValue: EACCES)
    /// `EPERM`: only somebody privileged may.
    package static let notPermitted = Errno(rawValue: EPERM)
    /// `EBUSY`: somebody else has it.
    package static let busy = Errno(rawValue: EBUSY)
    /// `EINVAL`: the arguments don't fit.
    package static let invalid = Errno(rawValue: EINVAL)
    /// `ENOENT`: there is no such thing.
    package static let notFound = Errno(rawValue: ENOENT)
    /// `ENODEV`: there is no such device.
    package static let noDevice = Errno(rawValue: ENODEV)
    /// `EAGAIN`: nothing is there yet.
    package static let again = Errno(rawValue: EAGAIN)
    /// `ELOOP`: a link is in the way, or too many are.
    package static let tooManyLinks = Errno(rawValue: ELOOP)
    /// `ENOSPC`: the file system is full.
    package static let noSpace = Errno(rawValue: ENOSPC)
    /// `EDQUOT`: the user has no more room.
    package static let quotaExceeded = Errno(rawValue: EDQUOT)
    /// `EROFS`: the file system is mounted for reading alone.
    package static let readOnlyFileSystem = Errno(rawValue: EROFS)
    /// `ECONNREFUSED`: nobody listens there.
    package static let connectionRefused = Errno(rawValue: ECONNREFUSED)
    /// `ETIMEDOUT`: it took too long.
    package static let timedOut = Errno(rawValue: ETIMEDOUT)
    /// `EINTR`: a signal came between.
    package static let interrupted = Errno(rawValue: EINTR)
}

/// A system call that failed.
public struct LinuxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call or what it was for.
    package let operation: String
    /// Why it failed.
    package let code: Errno
    /// The file it was about, if any.
    package let path: String?

    /// Makes an error.
    package init(operation: String, code: Errno, path: String? = nil) {
        self.operation = operation
        self.code = code
        self.path = path
    }

    /// One line: what, on what, why.
    public var description: String {
        path.map { "\(operation) \($0): \(code)" } ?? "\(operation): \(code)"
    }
}

/// Makes a system call, again where a signal came between; -1 becomes an error.
@discardableResult
package func checked(
    _ operation: String, path: String? = nil, _ call: () -> Int32
) throws(LinuxError) -> Int32 {
    while true {
        let result = call()
        if result != -1 { return result }
        let code = Errno.last
        if code != .interrupted {
            throw LinuxError(operation: operation, code: code, path: path)
        }
    }
}
