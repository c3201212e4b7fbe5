import KioskSystem
import TouchKitGeometry

/// A service that provides a kiosk's status to the clients of a Unix socket and in a metrics file.
/// Errors are logged, and the kiosk continues to run without the socket or the file.
@MainActor
final class StatusService {
    private let options: StatusOptions
    private let log: Log
    private var server: StatusServer?
    private var metrics: MetricsWriter?
    private let starts: Int
    /// Whether a client has connected since `serve(_:)` was last called.
    private var hasClients = false

    /// Creates the status socket and the metrics timer, and registers both with the event loop.
    ///
    /// - Parameters:
    ///   - options: The options of the status socket and the metrics file.
    ///   - log: The log for errors.
    ///   - events: The event loop with which the socket and the timer are registered.
    ///   - requestSource: The source number for connecting clients.
    ///   - metricsSource: The source number for the metrics timer.
    init(
        _ options: StatusOptions, log: Log, events: EventLoop, requestSource: UInt32,
        metricsSource: UInt32
    ) {
        self.options = options
        self.log = log
        var starts = 1
        if let folder = options.folder {
            do throws(LinuxError) {
                starts = try StartCount.increment(in: folder)
                server = try StatusServer(
                    folder: folder, events: events, source: requestSource, log: log)
            } catch {
                log.warning(
                    "status socket: cannot start: \(error); the service user must own \(folder), and no other kiosk may use it"
                )
            }
        }
        self.starts = starts
        guard let file = options.metrics else { return }
        do throws(LinuxError) {
            metrics = try MetricsWriter(file, events: events, source: metricsSource, log: log)
        } catch {
            log.warning("\(file.path): cannot write metrics: \(error)")
        }
    }

    /// The number of times that the metrics timer woke the main loop.
    var metricsWakeUps: UInt64 { metrics?.wakeUps ?? 0 }

    /// The time at which the main loop must call `resumeIfDue(at:)`, or `nil` while the socket
    /// accepts clients.
    var nextDeadline: Timestamp? { server?.resumeAt }

    /// Accepts clients of the status socket again if the server paused because of its rate limit or
    /// an error, and the pause has ended at `now`.
    func resumeIfDue(at now: Timestamp) throws(LinuxError) {
        try server?.resumeIfDue(at: now)
    }

    /// Records that a client has connected. The main loop then calls `serve(_:)` at the end of its
    /// current turn.
    func recordClientConnection() {
        hasClients = true
    }

    /// Sends the status to clients that have connected, if there are any.
    ///
    /// - Parameter status: The closure that returns the current status.
    func serve(_ status: () -> KioskStatus) throws(LinuxError) {
        guard hasClients else { return }
        hasClients = false
        try server?.serve(at: MonotonicClock.now()) { options.makeResponse(complete(status())) }
    }

    /// Submits the metrics to the background thread that writes the metrics file. Called when the
    /// metrics timer has fired.
    ///
    /// - Parameter status: The closure that returns the current status.
    func writeMetrics(_ status: () -> KioskStatus) throws(LinuxError) {
        try metrics?.timerFired { complete(status()) }
    }

    /// Closes the status socket and waits until no write of the metrics file is in progress.
    func close() {
        server = nil
        metrics?.finish()
    }

    private func complete(_ status: KioskStatus) -> KioskStatus {
        var status = status
        status.starts = starts
        status.uptimeMicroseconds = MonotonicClock.now().microseconds(
            since: options.logHistory.startTime)
        status.machineUptimeMicroseconds = BootTimeClock.microsecondsSinceBoot
        status.log = options.logHistory.snapshot
        return status
    }
}
