import KioskSystem

/// An object that checks unlock patterns on a background thread, one pattern at a time. After each
/// check, the pattern is erased from memory.
///
/// The thread exists only during a check.
package final class PatternChecker {
    private let lock: Lock
    private var thread: WorkerThread?

    /// Creates an object that checks patterns with `lock`.
    package init(lock: Lock) {
        self.lock = lock
    }

    /// Starts the check of a pattern, and erases `pattern` before returning. If another check is in
    /// progress, blocks until it has ended.
    ///
    /// - Parameters:
    ///   - pattern: The pattern to check; it is empty when the method returns.
    ///   - completion: Called with the result on the background thread, after that thread has
    ///     erased its copy of the pattern.
    /// - Throws: `LinuxError` if the thread cannot be created.
    package func check(
        _ pattern: Pattern, completion: @escaping @Sendable (Lock.Verdict) -> Void
    ) throws(LinuxError) {
        defer { pattern.removeAll() }
        thread?.join()
        // Connecting the same dots in the same order creates an equal pattern.
        let copy = Pattern()
        for index in 0..<pattern.count { copy.connect(pattern[index]) }
        thread = try WorkerThread(name: "lock", transferring: copy) { [lock] copy in
            let verdict = lock.check(copy)
            copy.removeAll()
            completion(verdict)
        }
    }
}
