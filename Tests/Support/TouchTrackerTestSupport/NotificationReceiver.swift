import Glibc
import KioskSystem

/// A datagram socket that receives a service's notifications to systemd.
package final class NotificationReceiver {
    private let descriptor: OwnedDescriptor

    /// Creates a socket at `path`, or an abstract socket if `path` begins with `@`.
    ///
    /// - Throws: The error of socket(2) or bind(2).
    package init(_ path: String) throws(LinuxError) {
        guard let address = UnixSocketAddress(path: path) else {
            throw LinuxError(operation: "bind", code: Errno(rawValue: ENAMETOOLONG), path: path)
        }
        descriptor = OwnedDescriptor(
            owning: try performSystemCall("socket") {
                socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            })
        let number = descriptor.number
        try performSystemCall("bind", path: path) {
            address.withSocketAddress { bind(number, $0, $1) }
        }
    }

    /// Removes and returns the oldest message, or returns an empty string if there is none.
    package func next() -> String {
        var bytes = [UInt8](repeating: 0, count: 512)
        let count = recv(descriptor.number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }

    /// Removes and returns all messages, oldest first.
    package func removeAll() -> [String] {
        var messages: [String] = []
        while true {
            let message = next()
            if message.isEmpty { return messages }
            messages.append(message)
        }
    }
}
