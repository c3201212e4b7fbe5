/// The time that a frame needs before its vblank, learned from the duration of frames.
///
/// `budget = max(p95 + max(3/8 p95, 500 µs), recurring + 500 µs) + lead`, at least 2.3 ms and at
/// most one period.
///
/// - *p95* is the 95th percentile of the durations of the newest 64 frames, measured from the
///   requested wake-up until the display accepted the frame. The duration therefore includes the
///   lateness of the timer. Three eighths are added for the variation between frames of one
///   scene, such as the frame in which ten contacts lift at once, but at least 500 µs for processor
///   wake-up and interruptions by the kernel.
/// - *recurring* is the second longest duration of the newest 640 frames. A duration that occurs
///   twice in ten seconds, for example at a touch-down or while a toolbar fades, is likely to occur
///   again. Durations longer than a period are ignored, because no budget is sufficient for them.
/// - *lead* is the time before the vblank at which the display needs the frame. The lead is learned
///   from flips that are one vblank late although the frame was submitted in time.
///
/// A frame that takes longer than the budget increases the budget at once, because a missed vblank
/// is visible. With each shorter frame, the budget decreases by 1/32 of its excess over the target,
/// because a large budget only adds latency. The budget allocates nothing after `init`.
///
/// The estimated time for deferred damage counts only in *p95*. Deferring damage has already
/// avoided a missed vblank, so a larger budget is worthwhile only if frames defer damage
/// repeatedly.
package struct FrameBudget: Sendable {
    /// The minimum budget, in microseconds. On a processor with 500 million instructions a second,
    /// the frame in which one stroke ends and the next begins takes 2,205 µs.
    package static let minimumMicroseconds: Int64 = 2_300
    /// The minimum margin added to the duration of frames, in microseconds.
    static let minimumMarginMicroseconds: Int64 = 500
    /// The divisor that determines how fast the budget decreases: with each frame, the excess over
    /// the target is reduced by its quotient with this number.
    static let narrowingDivisor: Int64 = 32
    /// The number of consecutive punctual flips after which `leadMicroseconds` is halved: ten
    /// minutes at 60 Hz. If the display needs the former lead, halving causes two missed vblanks.
    static let flipsBeforeLeadReduction = 36_000
    /// The number of frames after idling that must be measured before `idleStartMicroseconds` can
    /// be less than half a period.
    static let minimumIdleStartCount = 8

    /// The maximum budget, in microseconds: the time between two frames.
    package let periodMicroseconds: Int64
    /// The current budget, in microseconds.
    package private(set) var microseconds: Int64
    /// The 95th percentile of the time from the beginning of a frame until the display accepts it,
    /// in microseconds, or 0 before the first frame.
    package var workMicroseconds: Int64 { work.percentile95 }
    /// The larger of two 95th percentiles of the time from the beginning of a frame until the
    /// display accepts it, in microseconds: of the newest 64 frames that followed idling, and of
    /// the newest 64 frames.
    ///
    /// Frames after idling take longer, because of touch-downs and cold caches. If fewer than eight
    /// such frames were measured, the value is at least half a period.
    package var idleStartMicroseconds: Int64 {
        let measured = max(idleStarts.percentile95, work.percentile95)
        return idleStarts.count < Self.minimumIdleStartCount
            ? max(measured, periodMicroseconds / 2) : measured
    }
    /// The moving average of the time from when a frame is due until the display accepts it, in
    /// microseconds, or 0 before the first frame.
    package private(set) var averageMicroseconds: Int64 = 0
    /// The time before the vblank at which the display needs the frame, in microseconds.
    package private(set) var leadMicroseconds: Int64 = 0
    /// The durations of the newest frames, from when they were due until the display accepted them.
    private var total = RecentDurations()
    /// The durations of the newest frames, from their beginning until the display accepted them.
    private var work = RecentDurations()
    /// The durations of the newest frames after idling, from their beginning until the display
    /// accepted them.
    private var idleStarts = RecentDurations()
    /// The second longest of the newest 640 durations, from when a frame was due until the display
    /// accepted it.
    private var recurring = RecurringPeak()
    /// Whether the duration of a frame was recorded.
    private(set) var hasFrames = false
    /// The number of consecutive flips that completed at their intended vblank.
    private var punctualFlips = 0
    /// The number of consecutive flips that completed one vblank late.
    private var lateFlips = 0

    /// Creates a budget of half a period.
    ///
    /// - Parameter periodMicroseconds: The time between two frames in microseconds, greater than 0.
    package init(periodMicroseconds: Int64) {
        self.periodMicroseconds = periodMicroseconds
        microseconds = periodMicroseconds / 2
    }

    /// Records the duration of a frame and updates the budget.
    ///
    /// - Parameters:
    ///   - work: The time from the beginning of the frame until the display accepted it, in
    ///     microseconds.
    ///   - deferred: The estimated time for the frame's deferred damage, in microseconds.
    ///   - lateness: The time from when the frame was due until its beginning, in microseconds.
    ///   - followsIdle: Whether the pacer was idle before the frame.
    package mutating func recordFrame(
        work: Int64, deferred: Int64 = 0, lateness: Int64 = 0, followsIdle: Bool = false
    ) {
        let work = max(work, 0) + deferred
        if followsIdle { idleStarts.add(max(work, 1)) }
        let total = work + max(lateness, 0)
        averageMicroseconds =
            hasFrames ? averageMicroseconds + (total - averageMicroseconds) / 8 : total
        hasFrames = true
        self.work.add(work)
        recordTotal(total, deferred: deferred)
    }

    /// Records that the main loop woke too late, by `lateness` microseconds, to begin a frame for
    /// its vblank.
    package mutating func recordLateWakeUp(by lateness: Int64) {
        recordTotal(lateness + workMicroseconds)
    }

    /// Records the duration of a frame from when it was due until the display accepted it, and
    /// updates the budget. The duration includes the estimated time `deferred` for deferred damage.
    private mutating func recordTotal(_ duration: Int64, deferred: Int64 = 0) {
        total.add(duration)
        if duration - deferred <= periodMicroseconds { recurring.add(duration - deferred) }
        let target = targetMicroseconds
        if duration - deferred > microseconds {
            microseconds = max(budget(for: duration - deferred), target)
        } else if target >= microseconds {
            microseconds = target
        } else {
            microseconds -=
                (microseconds - target + Self.narrowingDivisor - 1) / Self.narrowingDivisor
        }
    }

    /// Records that the display showed a frame at its vblank.
    package mutating func recordPunctualFlip() {
        punctualFlips += 1
        lateFlips = 0
        guard punctualFlips >= Self.flipsBeforeLeadReduction, leadMicroseconds > 0 else { return }
        punctualFlips = 0
        leadMicroseconds /= 2
    }

    /// Records that the display showed a frame one vblank late although it was submitted in time.
    ///
    /// A single late flip has no effect. Each further consecutive late flip increases
    /// `leadMicroseconds`.
    package mutating func recordLateFlip() {
        punctualFlips = 0
        lateFlips += 1
        guard lateFlips > 1 else { return }
        leadMicroseconds = min(leadMicroseconds + periodMicroseconds / 16, periodMicroseconds)
        microseconds = max(microseconds, targetMicroseconds)
    }

    /// The budget that the recent frames need, in microseconds. `microseconds` decreases gradually
    /// to this value.
    private var targetMicroseconds: Int64 {
        max(
            budget(for: total.percentile95),
            min(
                recurring.microseconds + Self.minimumMarginMicroseconds + leadMicroseconds,
                periodMicroseconds))
    }

    /// Returns the budget, in microseconds, for frames that take `duration` microseconds.
    private func budget(for duration: Int64) -> Int64 {
        let margin = max(duration * 3 / 8, Self.minimumMarginMicroseconds)
        return min(
            max(duration + margin + leadMicroseconds, Self.minimumMicroseconds),
            periodMicroseconds)
    }
}
