import TouchKit
import TouchTrackerLock

/// Keeps the pattern on the disk, and judges others on a thread of its own: the deliberately slow hash
/// never holds up a frame.
@MainActor
package final class PatternKeeper: LockKeeper {
    private let lock: Lock
    private let judge: PatternJudge
    private let desk = Desk()

    /// Makes a keeper.
    package init(lock: Lock) {
        self.lock = lock
        judge = PatternJudge(lock: lock)
    }

    /// Whether a pattern is set: one look at the file system.
    package var hasPattern: Bool { lock.isSet }

    /// How long no pattern may be tried yet, in seconds: a small file is read.
    package var secondsToWait: Double { lock.secondsToWait }

    /// Judges a pattern and wipes it.
    package func check(_ pattern: Pattern, answer: @escaping @MainActor (LockAnswer) -> Void) {
        if desk.hearer != nil {
            pattern.removeAll()
            let seconds = lock.secondsToWait
            RunLoop.main.perform { answer(.tooEarly(secondsToWait: seconds)) }
            return
        }
        desk.hearer = answer
        do {
            try judge.judge(pattern) { [desk] verdict in
                RunLoop.main.perform { desk.tell(LockAnswer(verdict)) }
            }
        } catch {
            let line = "the pattern can't be judged: \(error); make room in memory"
            RunLoop.main.perform { [desk] in desk.tell(.unavailable(line)) }
        }
    }
}

/// Who waits for the judgement that is under way, if one is. The judge's thread holds on to this alone:
/// what the waiting one holds on to goes on the main thread.
@MainActor
private final class Desk {
    var hearer: (@MainActor (LockAnswer) -> Void)?

    func tell(_ answer: LockAnswer) {
        let told = hearer
        hearer = nil
        told?(answer)
    }
}

extension LockAnswer {
    /// What a lock said.
    fileprivate init(_ verdict: Lock.Verdict) {
        switch verdict {
        case .right: self = .right
        case .wrong(let seconds): self = .wrong(secondsToWait: seconds)
        case .tooEarly(let seconds): self = .tooEarly(secondsToWait: seconds)
        case .unavailable(let error): self = .unavailable(error.description)
        }
    }
}
