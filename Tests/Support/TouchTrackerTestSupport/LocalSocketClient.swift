import Glibc
import KioskSystem

/// A client of a Unix stream socket that neither sends nor reads by itself.
///
/// The connection closes when the object is deallocated.
package final class LocalSocketClient {
    private let descriptor: OwnedDescriptor
    /// The client's end of the connection, a non-blocking file descriptor.
    package var number: Int32 { descriptor.number }

    /// Connects to the socket at `path`.
    ///
    /// - Throws: The error of connect(2), for example `EAGAIN` if the backlog is full.
    package init(_ path: String) throws(LinuxError) {
        guard let address = UnixSocketAddress(path: path) else {
            throw LinuxError(operation: "connect", code: Errno(rawValue: ENAMETOOLONG), path: path)
        }
        descriptor = OwnedDescriptor(
            owning: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0))
        let number = descriptor.number
        guard address.withSocketAddress({ connect(number, $0, $1) }) == 0 else {
            throw LinuxError(operation: "connect", code: Errno.last)
        }
    }
}
