import TouchKit
import TouchTrackerLock

/// An authenticator that checks unlock patterns against the stored pattern. The check runs on a
/// background thread, so that the slow hash does not delay frames.
@MainActor
package final class StoredPatternAuthenticator: PatternAuthenticator {
    private let lock: Lock
    private let checker: PatternChecker
    private let pending = PendingCompletion()

    /// Creates an authenticator that checks patterns with `lock`, which gives access to the stored
    /// pattern.
    package init(lock: Lock) {
        self.lock = lock
        checker = PatternChecker(lock: lock)
    }

    /// Whether an unlock pattern has been set. Each access checks the existence of one file.
    package var hasPattern: Bool { lock.isSet }

    /// The remaining lockout delay (the wait after wrong patterns), in seconds, or 0 if a pattern
    /// may be checked now. Each access reads 8 KiB from the disk.
    package var lockoutSeconds: Double { lock.lockoutSeconds }

    /// Starts the check of a pattern and later calls `completion` with the result on the main
    /// thread. The pattern is erased from memory. If another check is running, the result is
    /// `tooEarly`.
    package func check(
        _ pattern: Pattern, completion: @escaping @MainActor (AuthenticationResult) -> Void
    ) {
        if pending.handler != nil {
            pattern.removeAll()
            RunLoop.main.perform { completion(.tooEarly) }
            return
        }
        pending.handler = completion
        do {
            try checker.check(pattern) { [pending] verdict in
                RunLoop.main.perform { pending.finish(with: AuthenticationResult(verdict)) }
            }
        } catch {
            let message = "unlock pattern: cannot check: \(error); free some memory"
            RunLoop.main.perform { [pending] in pending.finish(with: .unavailable(message)) }
        }
    }
}

/// An object that stores the completion handler of the running check.
///
/// The background thread retains only this object, so that the handler and the objects captured by
/// it are released on the main thread.
@MainActor
private final class PendingCompletion {
    var handler: (@MainActor (AuthenticationResult) -> Void)?

    func finish(with result: AuthenticationResult) {
        let finished = handler
        handler = nil
        finished?(result)
    }
}

extension AuthenticationResult {
    /// Converts the verdict of a `Lock` to an authentication result.
    fileprivate init(_ verdict: Lock.Verdict) {
        switch verdict {
        case .correct: self = .correct
        case .wrong: self = .wrong
        case .tooEarly: self = .tooEarly
        case .unavailable(let error): self = .unavailable(error.description)
        }
    }
}
