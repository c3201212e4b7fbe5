import Glibc

/// The address of a local socket (unix(7)).
package struct LocalAddress: Sendable {
    private var address = sockaddr_un()
    private let length: socklen_t

    /// - Parameter path: A file, or an abstract name that begins with `@`; nil is made of one that is
    ///   empty or too long.
    package init?(path: String) {
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

    /// Makes a system call that takes an address.
    package func use<Result>(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, length) }
        }
    }
}
