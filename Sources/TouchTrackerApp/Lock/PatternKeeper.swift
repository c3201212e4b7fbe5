import PatternLock
import TouchKit

/// Keeps the pattern on the disk, and judges others on a thread of its own: the deliberately slow hash
/// never holds up a frame.
@MainActor
public final class PatternKeeper: LockKeeper {
    private let lock: Lock
    private let judge: PatternJudge
    private var isJudging = false

    /// Makes a keeper.
    public init(lock: Lock) {
        self.lock = lock
        judge = PatternJudge(lock: lock)
    }

    public var hasPattern: Bool { lock.isSet }

    public var secondsToWait: Double { lock.secondsToWait }

    public func check(_ pattern: Pattern, answer: @escaping @MainActor (LockAnswer) -> Void) {
        if isJudging {
            pattern.removeAll()
            answerSoon(.tooEarly(secondsToWait: lock.secondsToWait), to: answer)
            return
        }
        isJudging = true
        do {
            try judge.judge(pattern) { verdict in
                RunLoop.main.perform { [weak self] in
                    self?.isJudging = false
                    answer(LockAnswer(verdict))
                }
            }
        } catch {
            isJudging = false
            answerSoon(.unavailable("The pattern can't be judged: \(error)"), to: answer)
        }
    }

    /// An answer comes when `check` has returned, whatever it is.
    private func answerSoon(
        _ answer: LockAnswer, to hearer: @escaping @MainActor (LockAnswer) -> Void
    ) {
        RunLoop.main.perform { hearer(answer) }
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
