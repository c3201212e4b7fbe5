import KioskSystem
import TouchKitGeometry

/// Serves status requests on a Unix socket.
///
/// The server sends one response to each client without reading from it. The rate is limited:
/// further clients wait in the kernel's queue or are refused by it.
@MainActor
final class StatusServer {
    /// The largest number of responses per second.
    static let maximumResponsesPerSecond = 10
    private static let secondMicroseconds: Int64 = 1_000_000

    private let listener: UnixSocketServer
    private let events: EventLoop
    private let source: UInt32
    private let log: Log
    /// The start of the current one-second interval of the rate limit.
    private var secondBegan = Timestamp.zero
    /// The number of clients served in the current interval.
    private var servedCount = 0
    private var isErrorLogged = false
    /// The time at which clients are accepted again, or `nil` while they are accepted.
    private(set) var resumeAt: Timestamp?

    /// Creates the socket and registers it with the event loop.
    ///
    /// - Throws: `LinuxError` with the path of the socket.
    init(folder: String, events: EventLoop, source: UInt32, log: Log) throws(LinuxError) {
        listener = try UnixSocketServer(path: "\(folder)/\(StatusOptions.socketName)")
        self.events = events
        self.source = source
        self.log = log
        try events.watch(listener.descriptor, as: source)
    }

    /// Serves the waiting clients.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - makeResponse: Returns the response; called at most once.
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

    /// Accepts clients again if the rate limit has expired.
    func resumeIfDue(at now: Timestamp) throws(LinuxError) {
        guard let time = resumeAt, time <= now else { return }
        resumeAt = nil
        try events.resume(listener.descriptor, as: source)
    }
}
