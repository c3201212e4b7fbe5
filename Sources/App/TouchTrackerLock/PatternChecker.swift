import KioskSystem

/// A checker of unlock patterns that works on a background thread, checks one pattern at a time,
/// and wipes each pattern afterwards.
///
/// The thread exists only during a check.
package final class PatternChecker {
    private let lock: Lock
    private var thread: WorkerThread?

    /// Creates a checker for a lock.
    package init(lock: Lock) {
        self.lock = lock
    }

    /// Starts the check of a pattern, and wipes `pattern` before returning. Blocks until a check in
    /// progress has ended.
    ///
    /// - Parameters:
    ///   - pattern: The pattern to check; it is empty afterwards.
    ///   - completion: Called with the result on the background thread, after the thread has wiped
    ///     its copy of the pattern.
    /// - Throws: `LinuxError` if the thread cannot be created.
    package func check(
        _ pattern: Pattern, completion: @escaping @Sendable (Lock.Verdict) -> Void
    ) throws(LinuxError) {
        defer { pattern.removeAll() }
        thread?.join()
        // Connecting the same dots in the same order creates an equal pattern.
        let copy = Pattern()
        for index in 0..<pattern.count { copy.connect(pattern[index]) }
        thread = try WorkerThread(
            name: "lock",
            transferring: PatternCheck(lock: lock, pattern: copy, completion: completion)
        ) { $0.run() }
    }
}

/// The work of the background thread: one pattern and its completion handler.
private struct PatternCheck {
    let lock: Lock
    let pattern: Pattern
    let completion: @Sendable (Lock.Verdict) -> Void

    func run() {
        let verdict = lock.check(pattern)
        pattern.removeAll()
        completion(verdict)
    }
}
