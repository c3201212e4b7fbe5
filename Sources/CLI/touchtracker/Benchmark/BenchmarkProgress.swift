import Glibc
import KioskSystem
import TouchKitGeometry

/// Shows the progress of a run on standard error: on a terminal as a line that a background thread
/// updates each second, otherwise as one line per run.
final class BenchmarkProgress {
    private let stop: EventDescriptor?
    private let thread: WorkerThread?
    private var hasEnded = false

    /// Starts showing progress.
    ///
    /// - Parameters:
    ///   - title: The title of the run.
    ///   - microseconds: The duration of the run without its start-up.
    init(_ title: String, microseconds: Int64) {
        let seconds = (microseconds + 999_999) / 1_000_000
        guard isatty(STDERR_FILENO) == 1 else {
            stop = nil
            thread = nil
            Self.write("benchmark: \(title), \(seconds) s\n")
            return
        }
        do {
            let flag = try EventDescriptor()
            let counter = try WorkerThread(name: "progress") {
                Self.count(title, of: seconds, until: flag)
            }
            stop = flag
            thread = counter
        } catch {
            // The run continues without a progress line.
            stop = nil
            thread = nil
            Self.write("benchmark: \(title), \(seconds) s (\(error))\n")
        }
    }

    /// Removes the progress line from the terminal. Further calls have no effect.
    func end() {
        if hasEnded { return }
        hasEnded = true
        stop?.raise()
        thread?.join()
    }

    private static func count(_ title: String, of seconds: Int64, until stop: EventDescriptor) {
        let begin = MonotonicClock.now()
        var passed: Int64 = 0
        while !Poll.isReadable(stop.descriptor) {
            // A run takes slightly longer than its script.
            write("\r\u{1B}[Kbenchmark: \(title): \(min(passed, seconds)) of \(seconds) s")
            passed += 1
            let next = begin.advanced(byMicroseconds: passed * 1_000_000)
            Poll.waitUntilReadable(stop.descriptor, until: next)
        }
        write("\r\u{1B}[K")
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
