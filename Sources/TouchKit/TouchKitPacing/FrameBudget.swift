/// How long before its vblank a frame has to be begun: learned from what frames took.
///
/// `budget = max(p95 + max(p95 / 4, 500 µs), recurring + 500 µs) + lead`, between 2 ms and the whole
/// period. *p95* is the time that 95 of 100 of the newest 64 frames didn't exceed, from the moment for
/// which the wake-up was asked until the display had the frame: so the timer's own lateness is in it. A
/// quarter more is what frames of one scene differ by; 500 µs is what a sleeping processor and a busy
/// kernel add at times, however little a frame costs. *Recurring* is the second longest of the newest
/// 640 frames: what comes twice in ten seconds, as a finger's first frame does or a toolbar that fades,
/// comes again, and would miss its vblank each time. What no period holds, no budget helps. *Lead* is
/// how much earlier than at the vblank the display wants the frame, which shows in flips that come a
/// vblank late although the frame was there.
///
/// A frame that took longer widens the budget at once, since one too late costs a vblank; it narrows by
/// a 32nd of what is too much with each frame, since a budget too wide costs a little latency only.
/// Nothing here allocates after `init`.
package struct FrameBudget: Sendable {
    /// The narrowest budget, in microseconds.
    package static let leastMicroseconds: Int64 = 2_000
    /// The least that is added to what frames take, in microseconds.
    static let leastMarginMicroseconds: Int64 = 500
    /// The part of what is too much that is given up with each frame.
    static let narrowing: Int64 = 32
    /// Frames in time after which half the lead is tried: ten minutes at 60 Hz. A display that does want
    /// it misses two vblanks then.
    static let framesUntilLeadIsTried = 36_000
    /// So many frames that followed a rest say nothing of the next one.
    static let fewStarts = 8

    /// The widest budget, in microseconds: the whole period.
    package let periodMicroseconds: Int64
    /// The budget, in microseconds.
    package private(set) var microseconds: Int64
    /// What 95 of 100 frames take at most from when they are begun, in microseconds; 0 before the first one.
    package var workMicroseconds: Int64 { work.high }
    /// What a frame takes that follows a rest, in microseconds: a finger comes down, views answer, memory
    /// was used by others meanwhile. Of the newest 64; half the period at least before there were eight.
    package var startMicroseconds: Int64 {
        let known = max(starts.high, work.high)
        return starts.count < Self.fewStarts ? max(known, periodMicroseconds / 2) : known
    }
    /// What a frame takes usually from when it is due, in microseconds; 0 before the first one.
    package private(set) var usualMicroseconds: Int64 = 0
    /// How much earlier than at the vblank the display wants a frame, in microseconds.
    package private(set) var leadMicroseconds: Int64 = 0
    /// What frames took from when they were due, and from when they were begun.
    private var all = RecentTimes()
    private var work = RecentTimes()
    /// What frames took that followed a rest.
    private var starts = RecentTimes()
    /// What the longest took from when they were due.
    private var rare = RareTimes()
    private var hasSeenFrames = false
    private var framesInTime = 0
    private var lateInARow = 0

    /// Begins with half the period: nothing is known yet.
    ///
    /// - Parameter periodMicroseconds: The time between two frames, above 0.
    package init(periodMicroseconds: Int64) {
        self.periodMicroseconds = periodMicroseconds
        microseconds = periodMicroseconds / 2
    }

    /// A frame was made.
    ///
    /// - Parameters:
    ///   - work: From when it was begun until the display had it, in microseconds.
    ///   - late: How much later it was begun than it was due, in microseconds.
    ///   - followsRest: Whether there was none before it that it followed.
    package mutating func frameTook(_ work: Int64, late: Int64 = 0, followsRest: Bool = false) {
        let work = max(work, 0)
        if followsRest { starts.add(max(work, 1)) }
        let all = work + max(late, 0)
        usualMicroseconds = hasSeenFrames ? usualMicroseconds + (all - usualMicroseconds) / 8 : all
        hasSeenFrames = true
        self.work.add(work)
        add(all)
    }

    /// The loop woke so late, in microseconds, that the frame wasn't even begun.
    package mutating func wokeTooLate(by late: Int64) {
        add(late + workMicroseconds)
    }

    private mutating func add(_ taken: Int64) {
        all.add(taken)
        if taken <= periodMicroseconds { rare.add(taken) }
        let wanted = wantedMicroseconds
        if taken > microseconds {
            microseconds = max(budget(for: taken), wanted)
        } else if wanted >= microseconds {
            microseconds = wanted
        } else {
            microseconds -= (microseconds - wanted + Self.narrowing - 1) / Self.narrowing
        }
    }

    /// The display showed a frame that it had in time.
    package mutating func flipWasInTime() {
        framesInTime += 1
        lateInARow = 0
        guard framesInTime >= Self.framesUntilLeadIsTried, leadMicroseconds > 0 else { return }
        framesInTime = 0
        leadMicroseconds /= 2
    }

    /// The display showed a frame a vblank late although it had it before. Once, that may be anything;
    /// what wants its frames earlier is late again.
    package mutating func flipWasLate() {
        framesInTime = 0
        lateInARow += 1
        guard lateInARow > 1 else { return }
        leadMicroseconds = min(leadMicroseconds + periodMicroseconds / 16, periodMicroseconds)
        microseconds = max(microseconds, wantedMicroseconds)
    }

    private var wantedMicroseconds: Int64 {
        max(
            budget(for: all.high),
            min(
                rare.recurring + Self.leastMarginMicroseconds + leadMicroseconds,
                periodMicroseconds))
    }

    private func budget(for taken: Int64) -> Int64 {
        let margin = max(taken / 4, Self.leastMarginMicroseconds)
        return min(
            max(taken + margin + leadMicroseconds, Self.leastMicroseconds), periodMicroseconds)
    }
}
