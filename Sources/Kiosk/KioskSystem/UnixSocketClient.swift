import Glibc
import TouchKitGeometry

/// A Unix socket client that reads one response from another process of this machine.
package enum UnixSocketClient {
    /// Connects to the socket at `path` and returns all bytes up to the end of the stream.
    ///
    /// The corresponding C functions are `connect(2)` and `recv(2)`.
    ///
    /// - Parameters:
    ///   - path: The path of the socket's file.
    ///   - maximumSize: The largest accepted response in bytes.
    ///   - timeoutMicroseconds: The timeout for the whole response in microseconds.
    /// - Returns: The response, which may be empty.
    /// - Throws: `LinuxError` with the path: `ENOENT` if the socket does not exist, `ECONNREFUSED`
    ///   if no process listens, `EACCES` without permission, `ETIMEDOUT` after the timeout,
    ///   `EMSGSIZE` for a larger response.
    package static func readResponse(
        from path: String, maximumSize: Int, timeoutMicroseconds: Int64
    ) throws(LinuxError) -> [UInt8] {
        guard let address = UnixSocketAddress(path: path) else {
            throw LinuxError(operation: "connect", code: Errno(rawValue: ENAMETOOLONG), path: path)
        }
        let deadline = MonotonicClock.now().advanced(byMicroseconds: timeoutMicroseconds)
        // Non-blocking: a blocking connect waits without limit while the server's backlog is full.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let connection = OwnedDescriptor(
            owning: try performSystemCall("socket") { socket(AF_UNIX, type, 0) })
        let number = connection.number
        while true {
            do throws(LinuxError) {
                try performSystemCall("connect", path: path) {
                    address.withSocketAddress { connect(number, $0, $1) }
                }
                break
            } catch  where error.code == .again {
                guard MonotonicClock.now() < deadline else { throw timeoutError(path) }
                usleep(20_000)
            }
        }
        return try read(number, path: path, maximumSize: maximumSize, until: deadline)
    }

    /// Reads from a connected socket up to the end of the stream.
    private static func read(
        _ number: Int32, path: String, maximumSize: Int, until deadline: Timestamp
    ) throws(LinuxError) -> [UInt8] {
        var response: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = recv(number, &chunk, chunk.count, 0)
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
            guard MonotonicClock.now() < deadline else { throw timeoutError(path) }
            Poll.waitUntilReadable(number, until: deadline)
        }
    }

    /// Returns the error for an expired timeout.
    private static func timeoutError(_ path: String) -> LinuxError {
        LinuxError(operation: "read", code: .timedOut, path: path)
    }
}
