import Glibc
import KioskSystem
import TouchKitGeometry

/// A progress display on standard error for one run of the benchmark. If standard error is a
/// terminal, a background thread updates a line each second. If not, one line is written at the
/// start of the run.
final class BenchmarkProgress {
    private let stopEvent: EventDescriptor?
    private let thread: WorkerThread?

    /// Starts showing the progress of a run.
    ///
    /// - Parameters:
    ///   - title: The title of the run.
    ///   - microseconds: The duration of the run in microseconds, without the time needed to start
    ///     the app.
    init(_ title: String, microseconds: Int64) {
        let seconds = (microseconds + 999_999) / 1_000_000
        guard isatty(STDERR_FILENO) == 1 else {
            stopEvent = nil
            thread = nil
            Self.write("benchmark: \(title), \(seconds) s\n")
            return
        }
        do {
            let event = try EventDescriptor()
            let worker = try WorkerThread(name: "progress") {
                Self.showCounter(title, of: seconds, until: event)
            }
            stopEvent = event
            thread = worker
        } catch {
            // The run continues without a progress line.
            stopEvent = nil
            thread = nil
            Self.write("benchmark: \(title), \(seconds) s (\(error))\n")
        }
    }

    /// Stops updating the progress line and removes it from the terminal.
    func end() {
        stopEvent?.raise()
        thread?.join()
    }

    private static func showCounter(
        _ title: String, of seconds: Int64, until stopEvent: EventDescriptor
    ) {
        let begin = MonotonicClock.now()
        var elapsed: Int64 = 0
        while !Poll.isReadable(stopEvent.descriptor) {
            // A run takes slightly longer than its script.
            write("\r\u{1B}[Kbenchmark: \(title): \(min(elapsed, seconds)) of \(seconds) s")
            elapsed += 1
            let next = begin.advanced(byMicroseconds: elapsed * 1_000_000)
            Poll.waitUntilReadable(stopEvent.descriptor, until: next)
        }
        write("\r\u{1B}[K")
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
