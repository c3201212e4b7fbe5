import KioskSystem
import TouchKitGeometry

/// A server that responds to status requests on a Unix socket.
///
/// The server sends one response to each client without reading from the connection. Above the rate
/// limit, further connections wait in the listen backlog. While the backlog is full, the kernel
/// rejects connections.
@MainActor
final class StatusServer {
    /// The maximum number of responses per second.
    static let maximumResponsesPerSecond = 10
    private static let secondMicroseconds: Int64 = 1_000_000

    private let listener: UnixSocketServer
    private let events: EventLoop
    private let source: UInt32
    private let log: Log
    /// The start of the current one-second interval for the rate limit.
    private var secondBegan = Timestamp.zero
    /// The number of clients served in the current one-second interval.
    private var servedCount = 0
    private var isErrorLogged = false
    /// The time at which the server accepts clients again, or `nil` while the server accepts
    /// clients.
    private(set) var resumeAt: Timestamp?

    /// Creates the socket in `folder` and registers it with the event loop under the source number
    /// `source`.
    ///
    /// - Throws: `LinuxError` with the socket's path if the socket cannot be created.
    init(folder: String, events: EventLoop, source: UInt32, log: Log) throws(LinuxError) {
        listener = try UnixSocketServer(path: "\(folder)/\(StatusOptions.socketName)")
        self.events = events
        self.source = source
        self.log = log
        try events.watch(listener.descriptor, as: source)
    }

    /// Sends the response to waiting clients until no client is waiting or the rate limit is
    /// reached.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - makeResponse: The closure that returns the response. It is called at most once.
    func serve(at now: Timestamp, makeResponse: () -> String) throws(LinuxError) {
        if now.microseconds(since: secondBegan) >= Self.secondMicroseconds {
            secondBegan = now
            servedCount = 0
        }
        var bytes: [UInt8]?
        do throws(LinuxError) {
            while servedCount < Self.maximumResponsesPerSecond {
                let result = try listener.serveClient {
                    let known = bytes ?? Array(makeResponse().utf8)
                    bytes = known
                    return known
                }
                if result == .noClient { return }
                servedCount += 1
            }
        } catch {
            if !isErrorLogged { log.warning("status socket: cannot serve a client: \(error)") }
            isErrorLogged = true
        }
        try events.pause(listener.descriptor, as: source)
        resumeAt = secondBegan.advanced(byMicroseconds: Self.secondMicroseconds)
    }

    /// Accepts clients again if the time `resumeAt` has been reached at `now`.
    func resumeIfDue(at now: Timestamp) throws(LinuxError) {
        guard let time = resumeAt, time <= now else { return }
        resumeAt = nil
        try events.resume(listener.descriptor, as: source)
    }
}
