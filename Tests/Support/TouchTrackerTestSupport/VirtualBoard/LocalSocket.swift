import Glibc
import KioskSystem

/// A connected Unix stream socket; closed with its owner.
final class LocalSocket {
    private let descriptor: Int32
    private let path: String

    /// Connects to the socket at `path`; one that is not served yet is tried again for five seconds.
    init(path: String) throws(VirtualBoardError) {
        guard let address = LocalAddress(path: path) else {
            throw VirtualBoardError("the path of a socket is too long: \(path)")
        }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let isConnected = Deadline(afterSeconds: 5).wait(intervalSeconds: 0.05) {
            address.use { connect(descriptor, $0, $1) } == 0
        }
        self.descriptor = descriptor
        self.path = path
        guard isConnected else { throw VirtualBoardError("nobody answers at \(path)") }
    }

    deinit {
        close(descriptor)
    }

    /// Writes all of `bytes`.
    func write(_ bytes: [UInt8]) throws(VirtualBoardError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw VirtualBoardError("\(path): the board has gone") }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns what has come by the deadline: at least one byte, or nothing when it passes.
    func read(by deadline: Deadline) throws(VirtualBoardError) -> [UInt8] {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds = Int32((deadline.remainingSeconds * 1000).rounded(.up))
        guard poll(&poller, 1, milliseconds) > 0 else { return [] }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { throw VirtualBoardError("\(path): the board has gone") }
        return Array(buffer[..<count])
    }
}
