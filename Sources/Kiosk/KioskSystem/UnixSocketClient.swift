import Glibc
import TouchKitGeometry

/// A Unix socket client that reads one response from another process on this machine.
package enum UnixSocketClient {
    /// Connects to the socket at `path` and returns all bytes up to the end of the stream.
    ///
    /// The corresponding C functions are `connect(2)` and `recv(2)`.
    ///
    /// - Parameters:
    ///   - path: The path of the socket's file.
    ///   - maximumSize: The maximum accepted size of the response in bytes.
    ///   - timeoutMicroseconds: The timeout for connecting and for reading the whole response, in
    ///     microseconds.
    /// - Returns: The response, which may be empty.
    /// - Throws: `LinuxError` with the path and one of these codes: `ENAMETOOLONG` if the path does
    ///   not fit into a socket address, `ENOENT` if the socket does not exist, `ECONNREFUSED` if no
    ///   process listens on the socket, `EACCES` if the process lacks permission, `ETIMEDOUT` after
    ///   the timeout, or `EMSGSIZE` if the response is larger than `maximumSize`.
    package static func readResponse(
        from path: String, maximumSize: Int, timeoutMicroseconds: Int64
    ) throws(LinuxError) -> [UInt8] {
        guard let address = UnixSocketAddress(path: path) else {
            throw LinuxError(operation: "connect", code: Errno(rawValue: ENAMETOOLONG), path: path)
        }
        let deadline = MonotonicClock.now().advanced(byMicroseconds: timeoutMicroseconds)
        // The socket is non-blocking, because a blocking connect(2) has no timeout while the
        // server's backlog is full.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let connection = OwnedDescriptor(
            owning: try performSystemCall("socket") { socket(AF_UNIX, type, 0) })
        let descriptor = connection.number
        while true {
            do throws(LinuxError) {
                try performSystemCall("connect", path: path) {
                    address.withSocketAddress { connect(descriptor, $0, $1) }
                }
                break
            } catch  where error.code == .again {
                guard MonotonicClock.now() < deadline else { throw timeoutError("connect", path) }
                usleep(20_000)
            }
        }
        return try read(descriptor, path: path, maximumSize: maximumSize, until: deadline)
    }

    /// Returns all bytes from a connected socket up to the end of the stream.
    private static func read(
        _ descriptor: Int32, path: String, maximumSize: Int, until deadline: Timestamp
    ) throws(LinuxError) -> [UInt8] {
        var response: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count == 0 { return response }
            if count > 0 {
                response += chunk[..<count]
                if response.count > maximumSize {
                    throw LinuxError(
                        operation: "read", code: Errno(rawValue: EMSGSIZE), path: path)
                }
                continue
            }
            let code = Errno.last
            if code == .interrupted { continue }
            guard code == .again else {
                throw LinuxError(operation: "read", code: code, path: path)
            }
            guard MonotonicClock.now() < deadline else { throw timeoutError("read", path) }
            Poll.waitUntilReadable(descriptor, until: deadline)
        }
    }

    /// Returns the error for a timeout during `operation`.
    private static func timeoutError(_ operation: String, _ path: String) -> LinuxError {
        LinuxError(operation: operation, code: .timedOut, path: path)
    }
}
