import Glibc
import TouchKitGeometry

/// Asks at a local socket of another process: what it says until it hangs up.
package enum LocalQuestion {
    /// Connects, and reads all that comes.
    ///
    /// - Parameters:
    ///   - path: The socket's file.
    ///   - limit: How many bytes are read at most.
    ///   - timeoutMicroseconds: How long is waited for all of them, in microseconds.
    /// - Returns: What was said, perhaps nothing.
    /// - Throws: `LinuxError` with the path: `notFound` where no socket is, `connectionRefused` where
    ///   nobody listens any more, `permissionDenied`, `timedOut`, `messageTooLong`.
    package static func ask(
        _ path: String, atMost limit: Int, timeoutMicroseconds: Int64
    ) throws(LinuxError) -> [UInt8] {
        guard let address = LocalAddress(path: path) else {
            throw LinuxError(operation: "connect", code: Errno(rawValue: ENAMETOOLONG), path: path)
        }
        let deadline = MonotonicClock.now().advanced(byMicroseconds: timeoutMicroseconds)
        // One who waits for a place at a listener that doesn't listen isn't let go by any time-out.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let connection = OwnedDescriptor(
            owning: try checked("socket") { socket(AF_UNIX, type, 0) })
        let number = connection.number
        while true {
            do throws(LinuxError) {
                try checked("connect", path: path) { address.use { connect(number, $0, $1) } }
                break
            } catch  where error.code == .again {
                guard MonotonicClock.now() < deadline else { throw timedOut(path) }
                usleep(20_000)
            }
        }
        return try read(number, path: path, atMost: limit, until: deadline)
    }

    private static func read(
        _ number: Int32, path: String, atMost limit: Int, until deadline: Timestamp
    ) throws(LinuxError) -> [UInt8] {
        var answer: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = recv(number, &part, part.count, 0)
            if count == 0 { return answer }
            if count > 0 {
                answer += part[..<count]
                if answer.count > limit {
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
            guard MonotonicClock.now() < deadline else { throw timedOut(path) }
            Poll.waitUntilReadable(number, until: deadline)
        }
    }

    private static func timedOut(_ path: String) -> LinuxError {
        LinuxError(operation: "read", code: .timedOut, path: path)
    }
}
