import Glibc
import KioskSystem

/// Somebody who connects to a local socket and says and reads nothing, or what a test has him say; he hangs up
/// with his last owner.
package final class LocalVisitor {
    private let descriptor: OwnedDescriptor
    /// His end of the connection; it doesn't block.
    package var number: Int32 { descriptor.number }

    /// Connects.
    ///
    /// - Parameter path: The socket's file.
    /// - Throws: Why nobody answers there; `EAGAIN` where too many wait.
    package init(_ path: String) throws(LinuxError) {
        guard let address = LocalAddress(path: path) else {
            throw LinuxError(operation: "connect", code: Errno(rawValue: ENAMETOOLONG), path: path)
        }
        descriptor = OwnedDescriptor(
            owning: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0))
        let number = descriptor.number
        guard address.use({ connect(number, $0, $1) }) == 0 else {
            throw LinuxError(operation: "connect", code: Errno.last)
        }
    }
}
