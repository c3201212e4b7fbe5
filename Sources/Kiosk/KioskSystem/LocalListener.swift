import Glibc

/// A local socket at which others of this machine ask: root, and processes of the same user, whatever the
/// folder's permissions let in.
///
/// Whoever comes is given bytes at once and let go: he isn't listened to, and isn't waited for.
package final class LocalListener {
    /// What became of somebody who came.
    package enum Visit: Hashable, Sendable {
        /// Nobody is there.
        case nobody
        /// He has what there was for him, or as much as he could take at once.
        case answered
        /// He may not ask.
        case refused
    }

    /// The socket's file.
    package let path: String
    private let owned: OwnedDescriptor
    /// Which file is ours: another process may have put its own there meanwhile.
    private let file: (device: dev_t, inode: ino_t)?

    /// Listens. What a killed process has left there is removed; what lives there, or is no socket, isn't.
    ///
    /// Wraps `socket(2)`, `bind(2)`, `listen(2)`.
    ///
    /// - Parameters:
    ///   - path: The socket's file, which goes with this object. Its folder has to be there.
    ///   - backlog: How many may wait; more are sent away by the kernel.
    /// - Throws: `LinuxError` with the path.
    package init(path: String, backlog: Int32 = 4) throws(LinuxError) {
        guard let address = LocalAddress(path: path) else {
            throw LinuxError(operation: "bind", code: Errno(rawValue: ENAMETOOLONG), path: path)
        }
        try Self.removeAbandoned(path, address)
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let owned = OwnedDescriptor(
            owning: try checked("socket") { socket(AF_UNIX, type, 0) })
        let number = owned.number
        try checked("bind", path: path) { address.use { bind(number, $0, $1) } }
        self.owned = owned
        self.path = path
        file = Self.file(at: path)
        // For the folder's owner and root alone, whatever mask this process has.
        try checked("chmod", path: path) { chmod(path, 0o600) }
        try checked("listen", path: path) { listen(number, backlog) }
    }

    deinit {
        guard let file, let now = Self.file(at: path), now == file else { return }
        unlink(path)
    }

    /// What a loop watches: readable while somebody waits.
    package var descriptor: Int32 { owned.number }

    /// Serves one that waits, and lets him go. Never waits for anybody.
    ///
    /// - Parameter answer: What he is told; asked for only if he may ask. More than a socket holds
    ///   (some 200 KB) doesn't reach him.
    /// - Throws: `LinuxError` where nobody can be let in: too many files are open.
    package func serve(_ answer: () -> [UInt8]) throws(LinuxError) -> Visit {
        let number: Int32
        do throws(LinuxError) {
            let listener = owned.number
            number = try checked("accept", path: path) { accept(listener, nil, nil) }
        } catch {
            // He may have gone again.
            if error.code == .again || error.code == Errno(rawValue: ECONNABORTED) {
                return .nobody
            }
            throw error
        }
        let visitor = OwnedDescriptor(owning: number)
        guard Self.mayAsk(visitor.number) else { return .refused }
        let bytes = answer()
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        _ = send(visitor.number, bytes, bytes.count, flags)
        return .answered
    }

    /// Whether a process is root's or of our user. Wraps `getsockopt(SO_PEERCRED)`.
    private static func mayAsk(_ visitor: Int32) -> Bool {
        // The structure is `ucred`: process, user, group. The headers tell it only with _GNU_SOURCE.
        var peer = [UInt32](repeating: .max, count: 3)
        var size = socklen_t(peer.count * MemoryLayout<UInt32>.size)
        guard getsockopt(visitor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else {
            return false
        }
        let user = peer[1]
        return user == 0 || user == geteuid()
    }

    private static func file(at path: String) -> (device: dev_t, inode: ino_t)? {
        var information = stat()
        guard lstat(path, &information) == 0, information.st_mode & S_IFMT == S_IFSOCK else {
            return nil
        }
        return (information.st_dev, information.st_ino)
    }

    /// Removes a socket that nobody listens at.
    private static func removeAbandoned(
        _ path: String, _ address: LocalAddress
    ) throws(LinuxError) {
        guard file(at: path) != nil else { return }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let probe = OwnedDescriptor(
            owning: try checked("socket") { socket(AF_UNIX, type, 0) })
        let number = probe.number
        do throws(LinuxError) {
            try checked("connect", path: path) { address.use { connect(number, $0, $1) } }
        } catch  where error.code == .connectionRefused {
            unlink(path)
            return
        } catch  where error.code != .again {
            throw error
        }
        throw LinuxError(operation: "bind", code: Errno(rawValue: EADDRINUSE), path: path)
    }
}
