import Glibc

/// A Unix socket server that sends one response to each client and closes the connection without
/// reading from it.
///
/// Only root and processes of the server's own user receive a response, whatever the folder's
/// permissions allow.
package final class UnixSocketServer {
    /// The result of serving one pending connection.
    package enum Outcome: Hashable, Sendable {
        /// No client was waiting.
        case noClient
        /// The response was sent, as far as the socket's buffer could store it.
        case responded
        /// The client's user may not read the response.
        case refused
    }

    /// The path of the socket's file.
    package let path: String
    private let ownedDescriptor: OwnedDescriptor
    /// The identity of the socket's file. Another process may have replaced the file at `path`.
    private let file: (device: dev_t, inode: ino_t)?

    /// Creates the socket's file and listens for clients.
    ///
    /// Replaces a socket without a listener, which a killed process has left behind. Fails if
    /// another process listens, or if the file is not a socket. The corresponding C functions are
    /// `socket(2)`, `bind(2)` and `listen(2)`.
    ///
    /// - Parameters:
    ///   - path: The path of the socket's file, in an existing folder. `deinit` removes the file.
    ///   - backlog: The number of clients that may wait. The kernel rejects further clients.
    /// - Throws: `LinuxError` with the path.
    package init(path: String, backlog: Int32 = 4) throws(LinuxError) {
        guard let address = UnixSocketAddress(path: path) else {
            throw LinuxError(operation: "bind", code: Errno(rawValue: ENAMETOOLONG), path: path)
        }
        try Self.removeAbandonedSocket(path, address)
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let ownedDescriptor = OwnedDescriptor(
            owning: try performSystemCall("socket") { socket(AF_UNIX, type, 0) })
        let number = ownedDescriptor.number
        try performSystemCall("bind", path: path) {
            address.withSocketAddress { bind(number, $0, $1) }
        }
        self.ownedDescriptor = ownedDescriptor
        self.path = path
        file = Self.identity(ofSocketAt: path)
        // The permissions must not depend on the process's umask.
        try performSystemCall("chmod", path: path) { chmod(path, 0o600) }
        try performSystemCall("listen", path: path) { listen(number, backlog) }
    }

    deinit {
        guard let file, let current = Self.identity(ofSocketAt: path), current == file else {
            return
        }
        unlink(path)
    }

    /// The descriptor that is readable while a client waits.
    package var descriptor: Int32 { ownedDescriptor.number }

    /// Accepts one waiting client, sends the response, and closes the connection. Never blocks.
    ///
    /// The corresponding C functions are `accept(2)` and `send(2)`.
    ///
    /// - Parameter response: Returns the response. Called only for an authorized client. Bytes that
    ///   exceed the socket's buffer (about 200 KB) are lost.
    /// - Throws: `LinuxError` if no connection can be accepted, for example because the process has
    ///   too many open files.
    package func serveClient(_ response: () -> [UInt8]) throws(LinuxError) -> Outcome {
        let number: Int32
        do throws(LinuxError) {
            let listener = ownedDescriptor.number
            number = try performSystemCall("accept", path: path) { accept(listener, nil, nil) }
        } catch {
            // A client may close its connection before the server accepts it.
            if error.code == .again || error.code == Errno(rawValue: ECONNABORTED) {
                return .noClient
            }
            throw error
        }
        let client = OwnedDescriptor(owning: number)
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
        // `struct ucred`: process, user, group. The headers declare it only with _GNU_SOURCE.
        var peer = [UInt32](repeating: .max, count: 3)
        var size = socklen_t(peer.count * MemoryLayout<UInt32>.size)
        guard getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else {
            return false
        }
        let user = peer[1]
        return user == 0 || user == geteuid()
    }

    /// Returns the device and inode of the socket's file at `path`, or `nil` if there is no socket.
    private static func identity(ofSocketAt path: String) -> (device: dev_t, inode: ino_t)? {
        var information = stat()
        guard lstat(path, &information) == 0, information.st_mode & S_IFMT == S_IFSOCK else {
            return nil
        }
        return (information.st_dev, information.st_ino)
    }

    /// Removes the socket at `path` if no process listens at it.
    ///
    /// - Throws: `LinuxError`: `EADDRINUSE` if a process listens.
    private static func removeAbandonedSocket(
        _ path: String, _ address: UnixSocketAddress
    ) throws(LinuxError) {
        guard identity(ofSocketAt: path) != nil else { return }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let probe = OwnedDescriptor(
            owning: try performSystemCall("socket") { socket(AF_UNIX, type, 0) })
        let number = probe.number
        do throws(LinuxError) {
            try performSystemCall("connect", path: path) {
                address.withSocketAddress { connect(number, $0, $1) }
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
