import KioskSystem
import Synchronization
import TouchKitGeometry

/// A writer that periodically writes the metrics file. A timer wakes the main loop, which reads the
/// counters. A background thread generates and writes the text.
@MainActor
final class MetricsWriter {
    /// The maximum delay between the kiosk's start and the first write, in microseconds: 1 s, so
    /// that the metrics also contain a kiosk that crashes soon after each start.
    static let firstMicroseconds: Int64 = 1_000_000

    private let options: StatusOptions.Metrics
    private let timer: TimerDescriptor
    private let writer: LatestValueWriter<StatusOptions.Text>
    /// The number of times that the metrics timer woke the main loop.
    private(set) var wakeUps: UInt64 = 0

    /// Creates a writer, starts the metrics timer, and registers it with the event loop under the
    /// source number `source`.
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

    /// Restarts the metrics timer and submits the metrics to the background thread. Called when the
    /// timer has fired.
    ///
    /// - Parameter status: The closure that returns the kiosk's status. The function calls it after
    ///   counting the wake-up.
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

/// The metrics file, which all users can read. An error that occurs several times in a row is
/// logged once. The first successful write after an error is also logged.
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
            // The file is replaced periodically and need not survive a power cut, so it is not
            // synchronized.
            try FileContents.replace(
                path, with: Array(text.utf8), isSynchronized: false, mode: 0o644,
                followsLink: true)
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
                "metrics: cannot write: \(error); the folder must exist and be writable for the service user (docs/monitoring.md)"
            )
        }
    }
}
