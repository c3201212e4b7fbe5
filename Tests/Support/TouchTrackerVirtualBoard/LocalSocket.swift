import Foundation
import KioskSystem
import TouchTrackerTestSupport

/// A connected Unix stream socket, closed when the object is deallocated.
final class LocalSocket {
    private let descriptor: Int32
    private let path: String

    /// Connects to the socket at `path`, retrying until a deadline while no process listens.
    init(path: String, by deadline: Deadline) throws(VirtualBoardError) {
        guard let address = UnixSocketAddress(path: path) else {
            throw VirtualBoardError("\(path): the path is too long for a socket")
        }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let isConnected = deadline.wait {
            address.withSocketAddress { connect(descriptor, $0, $1) } == 0
        }
        self.descriptor = descriptor
        self.path = path
        guard isConnected else {
            throw VirtualBoardError("\(path): cannot connect: no process listens")
        }
    }

    deinit {
        close(descriptor)
    }

    /// Returns an error with the last lines of the board's logs, whose folder also contains the
    /// socket and is removed after a test.
    func error(_ message: String) -> VirtualBoardError {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        let logs = ["qemu.log", "console.log"].map { name in
            let data = try? Data(contentsOf: folder.appendingPathComponent(name))
            let lines = String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n")
            return "\(name): \(lines.suffix(5).joined(separator: "\n"))"
        }
        return VirtualBoardError(([message] + logs).joined(separator: "\n"))
    }

    /// Sends all bytes.
    func write(_ bytes: [UInt8]) throws(VirtualBoardError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else {
                throw error("\(path): the board has closed the connection")
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Waits for data, and returns it, or an empty array if the deadline passes.
    func read(by deadline: Deadline) throws(VirtualBoardError) -> [UInt8] {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&poller, 1, 100) <= 0 {
            if deadline.hasPassed { return [] }
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        guard count > 0 else {
            throw error("\(path): the board has closed the connection")
        }
        return Array(buffer[..<count])
    }
}
