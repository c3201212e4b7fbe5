import Glibc

/// The address of a Unix domain socket (unix(7)).
package struct UnixSocketAddress: Sendable {
    private var address = sockaddr_un()
    private let length: socklen_t

    /// Creates an address from a path. Returns `nil` if the path is empty or too long.
    ///
    /// - Parameter path: The path of the socket's file, or an abstract name that starts with `@`.
    package init?(path: String) {
        let bytes = Array(path.utf8)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        guard !bytes.isEmpty, bytes.count < capacity else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { target in
            target.copyBytes(from: bytes)
            // An abstract address starts with a NUL byte, which is conventionally written as @.
            if bytes[0] == UInt8(ascii: "@") { target[0] = 0 }
        }
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        length = socklen_t(offset + bytes.count)
    }

    /// Calls `body` with a pointer to the address and with the address's length in bytes, for a
    /// system call such as `connect(2)`. Returns the result of `body`.
    package func withSocketAddress<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
