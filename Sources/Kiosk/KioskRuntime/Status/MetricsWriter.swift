import KioskSystem
import Synchronization
import TouchKitGeometry

/// Writes the metrics file periodically. A timer of the writer wakes the main loop, which reads the
/// counters; a background thread generates and writes the text.
@MainActor
final class MetricsWriter {
    /// The delay of the first write after the start, in microseconds. The delay is short, so that a
    /// kiosk that crashes soon after its start appears in the metrics.
    static let firstMicroseconds: Int64 = 1_000_000

    private let options: StatusOptions.Metrics
    private let timer: TimerDescriptor
    private let writer: LatestValueWriter<StatusOptions.Text>
    /// The number of times the timer woke the main loop.
    private(set) var wakeUps: UInt64 = 0

    /// Creates a writer, starts its timer and registers it with the event loop.
    init(
        _ options: StatusOptions.Metrics, events: EventLoop, source: UInt32, log: Log
    ) throws(LinuxError) {
        self.options = options
        let file = MetricsFile(path: options.path, log: log)
        writer = LatestValueWriter(name: "metrics") { file.write($0()) }
        timer = try TimerDescriptor()
        try events.watch(timer.descriptor, as: source)
        try set(after: min(Self.firstMicroseconds, options.periodMicroseconds))
    }

    /// Sets the timer again and submits the metrics to the background thread.
    ///
    /// - Parameter status: Returns the status, including this wake-up.
    func timerFired(_ status: () -> KioskStatus) throws(LinuxError) {
        wakeUps += 1
        timer.acknowledge()
        try set(after: options.periodMicroseconds)
        writer.submit(options.text(status()))
    }

    /// Waits until no write is in progress.
    func finish() {
        writer.finish()
    }

    private func set(after microseconds: Int64) throws(LinuxError) {
        try timer.set(to: MonotonicClock.now().advanced(byMicroseconds: microseconds))
    }
}

/// The metrics file, readable for all users. A repeated error is logged only once, and the next
/// success is logged too.
private final class MetricsFile: Sendable {
    private let path: String
    private let log: Log
    private let lastError = Mutex<LinuxError?>(nil)

    init(path: String, log: Log) {
        self.path = path
        self.log = log
    }

    func write(_ text: String) {
        do throws(LinuxError) {
            // A scraper reads the file soon or reads the next version, so no fsync.
            try FileContents.replace(
                path, with: Array(text.utf8), isSynchronized: false, mode: 0o644)
            if lastError.withLock({ $0.take() }) != nil {
                log.info("\(path): metrics are written again")
            }
        } catch {
            let isNew = lastError.withLock { lastError in
                defer { lastError = error }
                return lastError != error
            }
            guard isNew else { return }
            log.warning(
                "metrics: cannot write: \(error); the folder must exist and be writable for the kiosk's user and unit (docs/monitoring.md)"
            )
        }
    }
}
