import KioskSystem
import TouchKitGeometry

/// Provides the status of a kiosk to clients of a Unix socket and in a metrics file. Errors are
/// logged; the kiosk works without either.
@MainActor
final class StatusService {
    private let options: StatusOptions
    private let log: Log
    private var server: StatusServer?
    private var metrics: MetricsWriter?
    private let starts: Int
    /// Whether clients connected since the last response.
    private var hasClients = false

    /// Creates the socket and the metrics timer and registers both with the event loop.
    ///
    /// - Parameters:
    ///   - options: The options of the socket and the metrics file.
    ///   - log: Receives errors.
    ///   - events: The event loop.
    ///   - requests: The source number for connecting clients.
    ///   - metricsDue: The source number for the metrics timer.
    init(
        _ options: StatusOptions, log: Log, events: EventLoop, requests: UInt32, metricsDue: UInt32
    ) {
        self.options = options
        self.log = log
        var starts = 1
        if let folder = options.folder {
            do throws(LinuxError) {
                starts = try StartCount.next(in: folder)
                server = try StatusServer(
                    folder: folder, events: events, source: requests, log: log)
            } catch {
                log.warning(
                    "status socket: \(error); the service user must own \(folder), and no other kiosk may use it"
                )
            }
        }
        self.starts = starts
        guard let file = options.metrics else { return }
        do throws(LinuxError) {
            metrics = try MetricsWriter(file, events: events, source: metricsDue, log: log)
        } catch {
            log.warning("\(file.path): cannot write metrics: \(error)")
        }
    }

    /// The number of wake-ups of the main loop for writing metrics.
    var metricsWakeUps: UInt64 { metrics?.wakeUps ?? 0 }

    /// The time at which the main loop must call `resumeIfDue(at:)`, or `nil` while clients are
    /// accepted.
    var nextDeadline: Timestamp? { server?.resumeAt }

    /// Accepts clients again if the rate limit has expired.
    func resumeIfDue(at now: Timestamp) throws(LinuxError) {
        try server?.resumeIfDue(at: now)
    }

    /// Records that a client connected. The main loop serves clients at the end of its turn.
    func clientConnected() {
        hasClients = true
    }

    /// Sends the status to the clients that have connected, if any.
    ///
    /// - Parameter status: Returns the current status.
    func serve(_ status: () -> KioskStatus) throws(LinuxError) {
        guard hasClients else { return }
        hasClients = false
        try server?.serve(at: MonotonicClock.now()) { options.makeResponse(complete(status())) }
    }

    /// Starts to write the metrics after their timer has fired.
    ///
    /// - Parameter status: Returns the current status.
    func writeMetrics(_ status: () -> KioskStatus) throws(LinuxError) {
        try metrics?.timerFired { complete(status()) }
    }

    /// Closes the socket and waits until no write is in progress.
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
