import Glibc

/// An error number of the kernel or the C library.
public struct Errno: Hashable, Sendable, CustomStringConvertible {
    /// The number, as in `errno.h`.
    public let rawValue: Int32

    /// Makes an error from its number.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The calling thread's last error: the one place that reads `errno`.
    public static var last: Errno { Errno(rawValue: errno) }

    /// The system's words for it, as `strerror` gives them.
    public var description: String { String(cString: strerror(rawValue)) }

    /// `EACCES`: the node's permissions forbid it.
    public static let permissionDenied = Errno(rawValue: EACCES)
    /// `EPERM`: only somebody privileged may.
    public static let notPermitted = Errno(rawValue: EPERM)
    /// `EBUSY`: somebody else has it.
    public static let busy = Errno(rawValue: EBUSY)
    /// `EINVAL`: the arguments don't fit.
    public static let invalid = Errno(rawValue: EINVAL)
    /// `ENOENT`: there is no such thing.
    public static let notFound = Errno(rawValue: ENOENT)
    /// `ENODEV`: there is no such device.
    public static let noDevice = Errno(rawValue: ENODEV)
    /// `EAGAIN`: nothing is there yet.
    public static let again = Errno(rawValue: EAGAIN)
    /// `ELOOP`: a link is in the way, or too many are.
    public static let tooManyLinks = Errno(rawValue: ELOOP)
    /// `ENOSPC`: the file system is full.
    public static let noSpace = Errno(rawValue: ENOSPC)
    /// `EDQUOT`: the user has no more room.
    public static let quotaExceeded = Errno(rawValue: EDQUOT)
    /// `EROFS`: the file system is mounted for reading alone.
    public static let readOnlyFileSystem = Errno(rawValue: EROFS)
    /// `ECONNREFUSED`: nobody listens there.
    public static let connectionRefused = Errno(rawValue: ECONNREFUSED)
    /// `ETIMEDOUT`: it took too long.
    public static let timedOut = Errno(rawValue: ETIMEDOUT)
    /// `EINTR`: a signal came between.
    public static let interrupted = Errno(rawValue: EINTR)
}

/// A system call that failed.
public struct LinuxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call or what it was for.
    public let operation: String
    /// Why it failed.
    public let code: Errno
    /// The file it was about, if any.
    public let path: String?

    /// Makes an error.
    public init(operation: String, code: Errno, path: String? = nil) {
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
