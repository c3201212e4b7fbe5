import Glibc

/// A Unix socket server that sends one response to each client and then closes the connection
/// without reading from it.
///
/// Only processes of root and of the server's own user receive a response, regardless of the
/// folder's permissions.
package final class UnixSocketServer {
    /// The result of serving one pending connection.
    package enum Outcome: Hashable, Sendable {
        /// No client was waiting to be accepted.
        case noClient
        /// The response was sent, except for bytes that exceed the socket's buffer.
        case responded
        /// The connection was closed without a response, because the client's user is not
        /// authorized.
        case refused
    }

    /// The path of the socket's file.
    package let path: String
    private let ownedDescriptor: OwnedDescriptor
    /// The device and inode numbers of the socket's file, or `nil` if they are unknown. They
    /// identify the file, because another process may replace the file at `path`.
    private let file: (device: dev_t, inode: ino_t)?

    /// Creates the socket's file and listens for clients.
    ///
    /// Replaces a socket that a killed process has left behind. Fails if another process listens on
    /// the socket, or if the file at `path` is not a socket. The corresponding C functions are
    /// `socket(2)`, `bind(2)` and `listen(2)`.
    ///
    /// - Parameters:
    ///   - path: The path of the socket's file, in an existing folder. `deinit` removes the file.
    ///   - backlog: The maximum number of clients that wait to be accepted. The kernel rejects
    ///     further clients.
    /// - Throws: `LinuxError` with the path.
    package init(path: String, backlog: Int32 = 4) throws(LinuxError) {
        guard let address = UnixSocketAddress(path: path) else {
            throw LinuxError(operation: "bind", code: Errno(rawValue: ENAMETOOLONG), path: path)
        }
        try Self.removeAbandonedSocket(path, address)
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let ownedDescriptor = OwnedDescriptor(
            owning: try performSystemCall("socket") { socket(AF_UNIX, type, 0) })
        let listener = ownedDescriptor.number
        try performSystemCall("bind", path: path) {
            address.withSocketAddress { bind(listener, $0, $1) }
        }
        self.ownedDescriptor = ownedDescriptor
        self.path = path
        file = Self.identity(ofSocketAt: path)
        // The socket's permissions must not depend on the process's umask.
        try performSystemCall("chmod", path: path) { chmod(path, 0o600) }
        try performSystemCall("listen", path: path) { listen(listener, backlog) }
    }

    deinit {
        guard let file, let current = Self.identity(ofSocketAt: path), current == file else {
            return
        }
        unlink(path)
    }

    /// The file descriptor that is readable while a client is waiting to be accepted.
    package var descriptor: Int32 { ownedDescriptor.number }

    /// Accepts one waiting client, sends the response, and closes the connection. The call never
    /// blocks.
    ///
    /// The corresponding C functions are `accept(2)` and `send(2)`.
    ///
    /// - Parameter response: The closure that returns the response. It is called only for an
    ///   authorized client. Bytes that exceed the socket's buffer (about 200 KB) are discarded.
    /// - Throws: `LinuxError` if a waiting client cannot be accepted, for example because the
    ///   process has too many open files.
    package func serveClient(_ response: () -> [UInt8]) throws(LinuxError) -> Outcome {
        let accepted: Int32
        do throws(LinuxError) {
            let listener = ownedDescriptor.number
            accepted = try performSystemCall("accept", path: path) { accept(listener, nil, nil) }
        } catch {
            // A client may close its connection before the server accepts it.
            if error.code == .again || error.code == Errno(rawValue: ECONNABORTED) {
                return .noClient
            }
            throw error
        }
        let client = OwnedDescriptor(owning: accepted)
        guard Self.isAuthorized(client.number) else { return .refused }
        let bytes = response()
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        _ = send(client.number, bytes, bytes.count, flags)
        return .responded
    }

    /// Returns whether the client's process belongs to root or to the server's user.
    ///
    /// The corresponding C function is `getsockopt(2)` with `SO_PEERCRED`.
    private static func isAuthorized(_ client: Int32) -> Bool {
        // The array has the layout of `struct ucred` (process, user, group), which the headers
        // declare only with _GNU_SOURCE.
        var peer = [UInt32](repeating: .max, count: 3)
        var size = socklen_t(peer.count * MemoryLayout<UInt32>.size)
        guard getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else {
            return false
        }
        let user = peer[1]
        return user == 0 || user == geteuid()
    }

    /// Returns the device and inode numbers of the socket's file at `path`, or `nil` if the file is
    /// missing or not a socket.
    private static func identity(ofSocketAt path: String) -> (device: dev_t, inode: ino_t)? {
        var information = stat()
        guard lstat(path, &information) == 0, information.st_mode & S_IFMT == S_IFSOCK else {
            return nil
        }
        return (information.st_dev, information.st_ino)
    }

    /// Removes the socket at `path` if no process listens on it.
    ///
    /// - Throws: `LinuxError`, with the code `EADDRINUSE` if a process listens on the socket.
    private static func removeAbandonedSocket(
        _ path: String, _ address: UnixSocketAddress
    ) throws(LinuxError) {
        guard identity(ofSocketAt: path) != nil else { return }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let probe = OwnedDescriptor(
            owning: try performSystemCall("socket") { socket(AF_UNIX, type, 0) })
        let probeDescriptor = probe.number
        do throws(LinuxError) {
            try performSystemCall("connect", path: path) {
                address.withSocketAddress { connect(probeDescriptor, $0, $1) }
            }
        } catch  where error.code == .connectionRefused {
            unlink(path)
            return
        } catch  where error.code != .again {
            throw error
        }
        throw LinuxError(operation: "bind", code: Errno(rawValue: EADDRINUSE), path: path)
    }
}
