import Glibc

/// What a service tells systemd (sd_notify(3)); without systemd nothing is said.
///
/// Reads the environment: the protocol hands its socket over there.
public struct ServiceManager: Sendable {
    private let address: String?

    /// Speaks to the manager that started this process, if there is one.
    public init() {
        address = getenv("NOTIFY_SOCKET").map { String(cString: $0) }
    }

    /// Speaks to a socket; an address that begins with `@` is an abstract one.
    public init(address: String?) {
        self.address = address
    }

    /// The service is up: its first frame is on the screen.
    public func notifyReady(status: String) {
        send("READY=1\nSTATUS=\(status)")
    }

    /// The service is going down.
    public func notifyStopping() {
        send("STOPPING=1")
    }

    /// Says one state; a manager that isn't there any more is no reason to stop.
    private func send(_ state: String) {
        guard let address, let target = SocketAddress(path: address) else { return }
        let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { return }
        let descriptor = OwnedDescriptor(owning: number)
        target.send(state, over: descriptor.number)
    }
}

/// The address of a local socket.
private struct SocketAddress {
    private var address = sockaddr_un()
    private let length: socklen_t

    init?(path: String) {
        let bytes = Array(path.utf8)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard !bytes.isEmpty, bytes.count < capacity else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { target in
            target.copyBytes(from: bytes)
            // An abstract address begins with a zero byte, written as @.
            if bytes[0] == UInt8(ascii: "@") { target[0] = 0 }
        }
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        length = socklen_t(offset + bytes.count)
    }

    func send(_ text: String, over descriptor: Int32) {
        var address = address
        let bytes = Array(text.utf8)
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                _ = sendto(
                    descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), generic, length)
            }
        }
    }
}
