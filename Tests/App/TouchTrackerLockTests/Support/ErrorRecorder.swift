import Synchronization
import TouchTrackerLock

/// Records the errors that a lock reports on any thread.
final class ErrorRecorder: Sendable {
    private let errors = Mutex<[LockError]>([])

    /// The recorded errors, oldest first.
    var all: [LockError] { errors.withLock { $0 } }

    /// Records an error.
    @Sendable func record(_ error: LockError) {
        errors.withLock { $0.append(error) }
    }
}
