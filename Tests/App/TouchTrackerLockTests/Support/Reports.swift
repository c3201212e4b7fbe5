import Synchronization
import TouchTrackerLock

/// What a lock reported, by any thread.
final class Reports: Sendable {
    private let errors = Mutex<[LockError]>([])

    /// All of it, the oldest first.
    var all: [LockError] { errors.withLock { $0 } }

    /// Takes a report.
    @Sendable func add(_ error: LockError) {
        errors.withLock { $0.append(error) }
    }
}
