import KioskSystem

/// Judges patterns on a thread of its own, one at a time, and leaves nothing of them behind. Between
/// judgements there is no thread.
package final class PatternJudge {
    private let lock: Lock
    private var thread: WorkerThread?

    /// Makes a judge.
    package init(lock: Lock) {
        self.lock = lock
    }

    /// Takes a pattern's dots away, and judges them (`Lock.check`). Waits for the judgement before, if
    /// it isn't over yet.
    ///
    /// - Parameter answer: Is called on the thread, once the pattern is wiped.
    /// - Throws: `LinuxError` where there can't be another thread.
    package func judge(
        _ pattern: Pattern, answer: @escaping @Sendable (Lock.Verdict) -> Void
    ) throws(LinuxError) {
        defer { pattern.removeAll() }
        thread?.join()
        // A pattern of the thread's own: joined again in their order, the dots give the same one.
        let own = Pattern()
        for place in 0..<pattern.count { own.join(pattern[place]) }
        thread = try WorkerThread(
            name: "lock", handing: Judgement(lock: lock, pattern: own, answer: answer)
        ) { $0.run() }
    }
}

/// What the thread does.
private struct Judgement {
    let lock: Lock
    let pattern: Pattern
    let answer: @Sendable (Lock.Verdict) -> Void

    func run() {
        let verdict = lock.check(pattern)
        pattern.removeAll()
        answer(verdict)
    }
}
