import KioskSystem
import TouchKitGeometry

/// Tells how the kiosk is: to whoever asks, and to a file. What of it can't be done is a line in the log:
/// a kiosk of which nobody hears draws all the same.
@MainActor
final class StatusDesk {
    private let options: StatusOptions
    private let log: Log
    private var server: StatusServer?
    private var metrics: MetricsWriter?
    private let starts: Int
    /// Whether somebody has come since the last answer.
    private var isAsked = false

    /// Has the loop watch for those who ask, and for the metrics' timer.
    init(
        _ options: StatusOptions, log: Log, events: EventLoop, asked: UInt32, metricsDue: UInt32
    ) {
        self.options = options
        self.log = log
        var starts = 1
        if let folder = options.folder {
            do throws(LinuxError) {
                starts = try StartCount.next(in: folder)
                server = try StatusServer(
                    folder: folder, events: events, source: asked, log: log)
            } catch {
                log.warning(
                    "nobody can ask how the kiosk is: \(error); see that its user owns that folder, and that no other kiosk uses it"
                )
            }
        }
        self.starts = starts
        guard let file = options.metrics else { return }
        do throws(LinuxError) {
            metrics = try MetricsWriter(file, events: events, source: metricsDue, log: log)
        } catch {
            log.warning("\(file.path): metrics can't be written: \(error)")
        }
    }

    /// How often the loop was woken to write metrics.
    var metricsWakeUps: UInt64 { metrics?.wakeUps ?? 0 }

    /// When `timePassed(now:)` wants to be called; nil for no time.
    var nextDeadline: Timestamp? { server?.resumeAt }

    /// A time that `nextDeadline` named may have come.
    func timePassed(now: Timestamp) throws(LinuxError) {
        try server?.timePassed(now: now)
    }

    /// Somebody has come: he is answered when nothing else is to be done.
    func visitorCame() {
        isAsked = true
    }

    /// Answers who came.
    func answer(_ status: () -> KioskStatus) throws(LinuxError) {
        guard isAsked else { return }
        isAsked = false
        try server?.serve(at: MonotonicClock.now()) { options.answer(complete(status())) }
    }

    /// The metrics' timer has fired.
    func writeMetrics(_ status: () -> KioskStatus) throws(LinuxError) {
        try metrics?.timerFired { complete(status()) }
    }

    /// Hangs up, and returns when nothing is being written.
    func close() {
        server = nil
        metrics?.finish()
    }

    private func complete(_ status: KioskStatus) -> KioskStatus {
        var status = status
        status.starts = starts
        status.uptimeMicroseconds = MonotonicClock.now().microseconds(since: options.memory.began)
        status.machineUptimeMicroseconds = BootClock.microseconds
        status.log = options.memory.content
        return status
    }
}
