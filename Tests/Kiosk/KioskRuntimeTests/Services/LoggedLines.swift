import KioskSystem
import Synchronization

/// The lines of a log.
final class LoggedLines: Sendable {
    private let lines = Mutex<[String]>([])

    /// A log that appends to the lines.
    var log: Log {
        Log { [self] _, line in lines.withLock { $0.append(line) } }
    }

    /// All lines so far.
    var all: [String] { lines.withLock { $0 } }
}
