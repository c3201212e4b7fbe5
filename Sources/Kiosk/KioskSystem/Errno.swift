import Glibc

/// An error number from the kernel or the C library.
package struct Errno: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number, as defined in `errno.h`.
    package let rawValue: Int32

    /// Creates an error from its number.
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The error number of the calling thread's last failed call.
    ///
    /// The corresponding C variable is `errno(3)`.
    package static var last: Errno { Errno(rawValue: errno) }

    /// The C library's message for the error number, or this module's message for one of its own
    /// numbers.
    ///
    /// The corresponding C function is `strerror(3)`.
    package var description: String {
        switch self {
        case .notRegularFile: "not a regular file"
        case .symbolicLink: "symbolic links are not followed"
        default: String(cString: strerror(rawValue))
        }
    }

    /// The module's own error number for a FIFO, a socket or a device in the place of a file.
    package static let notRegularFile = Errno(rawValue: -1)
    /// The module's own error number for a symbolic link in the place of a file.
    package static let symbolicLink = Errno(rawValue: -2)

    /// Whether the error means that an existing file has an unsuitable kind.
    package var isUnsuitableKind: Bool {
        self == .notRegularFile || self == .symbolicLink || self == .isFolder
    }

    /// Creates the error for a file with `metadata` that is not a regular file. Returns `nil` for a
    /// regular file.
    init?(kindOf metadata: stat) {
        switch metadata.st_mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFDIR: self = .isFolder
        case S_IFLNK: self = .symbolicLink
        default: self = .notRegularFile
        }
    }

    /// `EACCES`: The file's permissions deny access.
    package static let permissionDenied = Errno(rawValue: EACCES)
    /// `EPERM`: The operation requires a privilege.
    package static let notPermitted = Errno(rawValue: EPERM)
    /// `EBUSY`: The resource is in use.
    package static let busy = Errno(rawValue: EBUSY)
    /// `EINVAL`: An argument is invalid.
    package static let invalid = Errno(rawValue: EINVAL)
    /// `ENOENT`: The file does not exist.
    package static let notFound = Errno(rawValue: ENOENT)
    /// `EISDIR`: The file is a folder.
    package static let isFolder = Errno(rawValue: EISDIR)
    /// `EFBIG`: The file is too large.
    package static let fileTooLarge = Errno(rawValue: EFBIG)
    /// `ENXIO`: The file is a socket, or a FIFO without a reader.
    package static let noSuchDeviceOrAddress = Errno(rawValue: ENXIO)
    /// `ENODEV`: The device does not exist.
    package static let noDevice = Errno(rawValue: ENODEV)
    /// `ENOTTY`: The operation does not apply to the kind of device.
    package static let notTerminal = Errno(rawValue: ENOTTY)
    /// `ENOSYS`: The kernel or driver does not implement the operation.
    package static let notImplemented = Errno(rawValue: ENOSYS)
    /// `EOPNOTSUPP`: The driver does not support the operation.
    package static let notSupported = Errno(rawValue: EOPNOTSUPP)
    /// `EAGAIN`: The operation would block.
    package static let again = Errno(rawValue: EAGAIN)
    /// `ELOOP`: The path contains too many symbolic links, or a symbolic link where none is
    /// allowed.
    package static let tooManyLinks = Errno(rawValue: ELOOP)
    /// `ENOSPC`: The file system is full, or a framebuffer is too small for its mode.
    package static let noSpace = Errno(rawValue: ENOSPC)
    /// `EDQUOT`: The user's disk quota is exhausted.
    package static let quotaExceeded = Errno(rawValue: EDQUOT)
    /// `EROFS`: The file system is mounted read-only.
    package static let readOnlyFileSystem = Errno(rawValue: EROFS)
    /// `ECONNREFUSED`: No process listens at the address.
    package static let connectionRefused = Errno(rawValue: ECONNREFUSED)
    /// `ETIMEDOUT`: The operation timed out.
    package static let timedOut = Errno(rawValue: ETIMEDOUT)
    /// `EINTR`: A signal interrupted the call.
    package static let interrupted = Errno(rawValue: EINTR)
}

/// The error of a failed system call.
public struct LinuxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the system call or operation that failed.
    package let operation: String
    /// The error number that the failed call returned.
    package let code: Errno
    /// The path of the file on which the call operated, or `nil` if the call did not operate on a
    /// path.
    package let path: String?

    /// Creates an error for a failed call.
    package init(operation: String, code: Errno, path: String? = nil) {
        self.operation = operation
        self.code = code
        self.path = path
    }

    /// A one-line message with the operation, the path and the cause.
    public var description: String {
        path.map { "\(operation) \($0): \(code)" } ?? "\(operation): \(code)"
    }
}

/// Performs a system call, repeats the call if a signal interrupts it, and throws an error if the
/// call fails.
///
/// - Parameters:
///   - operation: The name of the call, for the error message.
///   - path: The path of the file on which the call operates, for the error message, or `nil` for
///     no path.
///   - call: The closure that performs the call. On failure, it must return -1 and set `errno`.
/// - Returns: The result of `call`.
/// - Throws: `LinuxError` if `call` returns -1 with an error other than `EINTR`.
@discardableResult
package func performSystemCall(
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
