import KioskSystem
import Synchronization
import TouchKitGeometry

/// Writes a file of figures again and again, by a timer of its own and on a thread of its own: the loop
/// only looks at its counters.
@MainActor
final class MetricsWriter {
    /// The first time is soon: a kiosk that doesn't live long is to be seen in the figures, too.
    static let firstMicroseconds: Int64 = 1_000_000

    private let options: StatusOptions.Metrics
    private let timer: TimerDescriptor
    private let writer: NewestWriter<StatusOptions.Text>
    /// How often it woke the loop.
    private(set) var wakeUps: UInt64 = 0

    /// Sets the timer, and has the loop watch it.
    init(
        _ options: StatusOptions.Metrics, events: EventLoop, source: UInt32, log: Log
    ) throws(LinuxError) {
        self.options = options
        let file = MetricsFile(path: options.path, log: log)
        writer = NewestWriter(name: "metrics") { file.write($0()) }
        timer = try TimerDescriptor()
        try events.watch(timer.descriptor, as: source)
        try set(after: min(Self.firstMicroseconds, options.periodMicroseconds))
    }

    /// The timer has fired.
    ///
    /// - Parameter status: How the kiosk is, this wake-up counted.
    func timerFired(_ status: () -> KioskStatus) throws(LinuxError) {
        wakeUps += 1
        timer.acknowledge()
        try set(after: options.periodMicroseconds)
        writer.submit(options.text(status()))
    }

    /// Returns when nothing is being written.
    func finish() {
        writer.finish()
    }

    private func set(after microseconds: Int64) throws(LinuxError) {
        try timer.set(to: MonotonicClock.now().advanced(byMicroseconds: microseconds))
    }
}

/// The file, which anybody may read. What goes wrong with it is said once, and when it is over.
private final class MetricsFile: Sendable {
    private let path: String
    private let log: Log
    private let trouble = Mutex<LinuxError?>(nil)

    init(path: String, log: Log) {
        self.path = path
        self.log = log
    }

    func write(_ text: String) {
        do throws(LinuxError) {
            // Whoever reads it does so soon, or reads the next one.
            try WholeFile.replace(
                path, with: Array(text.utf8), isSynchronized: false, mode: 0o644)
            if trouble.withLock({ $0.take() }) != nil {
                log.info("\(path): metrics are written again")
            }
        } catch {
            let isNew = trouble.withLock { trouble in
                defer { trouble = error }
                return trouble != error
            }
            guard isNew else { return }
            log.warning(
                "metrics can't be written: \(error); see that its folder is there and may be written by the kiosk's user and unit (docs/status.md)"
            )
        }
    }
}
