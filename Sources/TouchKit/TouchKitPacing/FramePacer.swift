import TouchKitGeometry

/// A state machine without side effects that decides when frames are drawn.
///
/// The pacer accesses no clock, timer or display. The main loop passes times to the pacer and
/// performs the returned actions. docs/frame-pacing.md contains the table of states and events.
///
/// On a display with vblank, flips complete at the refresh rate. On a display without vblank, flips
/// complete immediately, and the pacer keeps frames at least one refresh period apart.
///
/// The pacer is noncopyable, because reading a property of a copyable pacer that an object stores
/// copies the whole pacer: 13 times per frame, 3 % of the instructions of a stroke's frame.
package struct FramePacer: ~Copyable, Sendable {
    /// The current state.
    package private(set) var state = State.idle
    /// The prediction of vblanks.
    var grid: VblankGrid
    /// The learned time that a frame needs before its vblank.
    private(set) var budget: FrameBudget
    /// The schedule of frames, if the display has no vblank.
    private(set) var spacing: FrameSpacing
    /// The time when the drawing of the newest frame began.
    private var drawingStart = Timestamp.zero
    /// The time when the newest frame was expected to be finished.
    private var expectedFinish = Timestamp.zero
    /// Whether no frame has been presented since `init` or `reset()`.
    private(set) var isFirst = true
    /// Whether the pacer was idle before the frame that is waiting or being drawn.
    private var followsIdle = false
    /// Whether the frame that was presented last is the first frame, which sets the display mode.
    private var setsMode = false
    /// The check whether the display reports the times at which flips were shown.
    private(set) var flipTimes = FlipTimeCheck()
    private let options: PacingOptions
    /// The number of vblanks from one frame to the next.
    private let vblanksPerFrame: Int64

    /// The time between two frames, in microseconds. On a display with vblank, the time is a whole
    /// number of refresh periods.
    package let frameMicroseconds: Int64
    /// Whether flips complete at the display's vblanks.
    package let hasVblank: Bool
    /// The number of missed vblanks: vblanks at which a frame was intended to be shown but was not.
    package private(set) var missedVblanks = 0

    /// Creates a pacer for a display.
    ///
    /// - Parameters:
    ///   - periodNanoseconds: The time between two vblanks in nanoseconds, greater than 0.
    ///   - hasVblank: Whether flips complete at the display's vblanks.
    ///   - options: The pacing options.
    package init(
        periodNanoseconds: Int64, hasVblank: Bool, options: PacingOptions = PacingOptions()
    ) {
        precondition(periodNanoseconds > 0, "frame pacer: the refresh period must be positive")
        grid = VblankGrid(periodNanoseconds: periodNanoseconds)
        self.hasVblank = hasVblank
        self.options = options
        vblanksPerFrame = options.vblanksPerFrame(periodNanoseconds: periodNanoseconds)
        frameMicroseconds =
            hasVblank
            ? grid.microseconds(vblanksPerFrame)
            : options.microsecondsPerFrame(periodMicroseconds: grid.periodMicroseconds)
        budget = FrameBudget(periodMicroseconds: max(frameMicroseconds, 1))
        spacing = FrameSpacing(frameMicroseconds: frameMicroseconds)
    }

    // MARK: Properties

    /// The time of the newest known vblank, or `nil` before the first flip.
    package var lastVblank: Timestamp? { grid.lastVblank }

    /// The time allowed for drawing a frame, in microseconds: the fixed time from the options, or
    /// otherwise the learned budget. Without vblank or with steady latency, the learned budget is
    /// replaced by one frame period.
    package var budgetMicroseconds: Int64 {
        if let fixed = options.budgetMicroseconds { return min(max(fixed, 0), frameMicroseconds) }
        return hasVblank && options.latency == .lowest ? budget.microseconds : frameMicroseconds
    }

    /// The latch time: how long before its vblank a frame starts, in microseconds.
    private var latchMicroseconds: Int64 {
        var latch = options.latency == .steady ? frameMicroseconds : budgetMicroseconds
        // The duration of a frame after idling is uncertain. An early start is harmless, because no
        // older input samples are waiting.
        if followsIdle && options.budgetMicroseconds == nil {
            latch = max(latch, min(budget.idleStartMicroseconds, frameMicroseconds))
        }
        guard hasVblank, vblanksPerFrame > 1 else { return latch }
        // A frame that is submitted before the preceding vblank would already be shown at that
        // vblank.
        let needed = budget.workMicroseconds * 5 / 4 + budget.leadMicroseconds
        return min(latch, max(grid.periodMicroseconds - slackMicroseconds, needed))
    }

    /// The interval below which two wake-ups are combined into one, in microseconds.
    private var slackMicroseconds: Int64 { grid.periodMicroseconds / 16 }

    /// Whether input events should wake the loop. While a frame is waiting, being drawn or
    /// flipping, the loop reads input together with the next frame.
    @inlinable package var watchesInput: Bool {
        if case .idle = state { return true }
        return false
    }

    /// Whether the display's events should wake the loop. If the start time of the next frame is
    /// known, the loop reads these events directly before that frame, so that each frame needs only
    /// one wake-up.
    @inlinable package var watchesDisplay: Bool {
        if case .flipping(_, _, .atTime) = state { return false }
        return true
    }

    /// The time at which the loop should call `timerFired(at:)`, or `nil` if no wake-up is needed.
    @inlinable package var wakeTime: Timestamp? {
        switch state {
        case .waiting(let until, _), .flipping(_, _, .atTime(let until)): until
        case .idle, .drawing, .flipping: nil
        }
    }

    /// The vblank for which the frame being drawn or flipped was planned originally, or `nil` if
    /// there is no such frame or vblanks cannot be predicted.
    @inlinable package var target: Timestamp? {
        switch state {
        case .drawing(let target, _, _), .flipping(let target, _, _): target.intendedVblank
        case .idle, .waiting: nil
        }
    }

    // MARK: Events

    /// Processes the arrival of work: input to deliver or damage to draw.
    package mutating func workArrived(at now: Timestamp) -> Action {
        switch state {
        case .idle:
            followsIdle = true
            return begin(at: now)
        case .waiting:
            return timerFired(at: now)
        case .drawing(let target, let due, _):
            state = .drawing(target, due: due, moreWork: true)
            return .sleep
        case .flipping(let target, let committed, .nothing):
            return enterFlipping(target, committed: committed, hasFollowUp: true, now: now)
        case .flipping(_, _, .atTime(let time)):
            return .wake(at: time)
        case .flipping(_, _, .atFlip):
            return .sleep
        }
    }

    /// Processes a wake-up at the time of `wakeTime`, after the display's events were read.
    ///
    /// If the timer fired early, the returned action requests the same wake-up time again.
    package mutating func timerFired(at now: Timestamp) -> Action {
        switch state {
        case .waiting(let until, let target) where now >= until:
            return begin(at: now, due: until, planned: target)
        case .waiting(let until, _):
            // A wake-up this far in the future means that the clock was set back, which invalidates
            // all known times.
            guard until.microseconds(since: now) > 4 * frameMicroseconds else {
                return .wake(at: until)
            }
            resetTimes()
            return begin(at: now)
        case .flipping(let target, let committed, .atTime(let time)):
            if now < time && time.microseconds(since: now) <= 4 * frameMicroseconds {
                return .wake(at: time)
            }
            // The flip is late, so the next frame waits for its completion.
            state = .flipping(target, committed: committed, .atFlip)
            return .sleep
        case .idle, .drawing, .flipping:
            return .sleep
        }
    }

    /// Processes the end of a frame that was requested with `.draw`.
    ///
    /// - Parameters:
    ///   - presentation: The result of presenting the frame.
    ///   - needsNext: Whether another frame follows in any case, because animations run or contacts
    ///     move.
    ///   - deferredMicroseconds: The estimated time for the frame's deferred damage, in
    ///     microseconds.
    ///   - now: The current time.
    /// - Precondition: The pacer's last action other than `.sleep` was `.draw`.
    package mutating func presented(
        _ presentation: Presentation, needsNext: Bool = false, deferredMicroseconds: Int64 = 0,
        at now: Timestamp
    ) -> Action {
        guard case .drawing(let target, let due, let moreWork) = state else {
            preconditionFailure("frame pacer: a frame was presented without a draw action")
        }
        if presentation != .unchanged {
            setsMode = isFirst
            // The duration of the first frame, which sets the mode, is not typical.
            if !isFirst {
                budget.recordFrame(
                    work: now.microseconds(since: drawingStart), deferred: deferredMicroseconds,
                    lateness: drawingStart.microseconds(since: due), followsIdle: followsIdle)
            }
            isFirst = false
        }
        followsIdle = false
        switch presentation {
        case .unchanged:
            state = .idle
            if moreWork { return begin(at: now) }
            return needsNext ? waitForNextFrame(after: target, now: now) : .sleep
        case .pending:
            return enterFlipping(
                target, committed: now, hasFollowUp: moreWork || needsNext, now: now)
        case .shown(let time):
            state = .idle
            var next = FrameTarget()
            // The end of a mode setting is not a vblank. The first flip reports the first vblank
            // time.
            if !(setsMode && hasVblank) {
                state = .flipping(target, committed: now, .nothing)
                _ = flipCompleted(at: time, now: now)
                next = targetAfter(grid.lastVblank ?? now)
            }
            return moreWork || needsNext ? waitForFollowUp(next, now: now) : .sleep
        }
    }

    /// Processes the completion of a pending flip.
    ///
    /// - Parameters:
    ///   - vblank: The time that the display reports for the flip. An implausible time is replaced
    ///     by `now`.
    ///   - now: The current time.
    package mutating func flipCompleted(at vblank: Timestamp, now: Timestamp) -> Action {
        guard case .flipping(let target, let committed, let followUp) = state else {
            // The flip was abandoned, but its vblank time is valid.
            _ = grid.recordFlip(at: vblank, committed: nil, now: now)
            return .sleep
        }
        let (shown, isPlausible) = grid.recordFlip(at: vblank, committed: committed, now: now)
        if hasVblank {
            flipTimes.recordFlip(
                at: shown, isPlausible: isPlausible, wakeTime: wakeTime, now: now)
            recordFlipTiming(target, committed: committed, shown: shown)
        }
        return start(followUp, after: shown, now: now)
    }

    /// Starts the frame that follows a frame shown at `shown`, if any.
    private mutating func start(
        _ followUp: FollowUp, after shown: Timestamp, now: Timestamp
    ) -> Action {
        state = .idle
        switch followUp {
        case .nothing:
            return .sleep
        case .atFlip:
            return begin(at: now, planned: targetAfter(shown))
        case .atTime(let time):
            return begin(at: now, due: time, planned: targetAfter(shown))
        }
    }

    /// Returns to idle without a known vblank, after the display was disconnected or its mode was
    /// set.
    package mutating func reset() {
        state = .idle
        isFirst = true
        setsMode = false
        flipTimes = FlipTimeCheck()
        followsIdle = false
        resetTimes()
    }

    // MARK: Steps

    /// Counts missed vblanks and records in the budget whether the display needs frames earlier.
    private mutating func recordFlipTiming(
        _ target: FrameTarget, committed: Timestamp, shown: Timestamp
    ) {
        if let intended = target.intendedVblank {
            missedVblanks += grid.periodCount(from: intended, to: shown)
        } else if !setsMode {
            // The time of the flip determines the vblanks that could not be predicted.
            missedVblanks += grid.vblankCount(atOrAfter: expectedFinish, before: shown)
        }
        // A frame that was submitted just in time gives no information about the display.
        guard let vblank = target.vblank,
            vblank.microseconds(since: committed) > FrameBudget.minimumMarginMicroseconds
        else { return }
        if grid.periodCount(from: vblank, to: shown) > 0 {
            budget.recordLateFlip()
        } else {
            budget.recordPunctualFlip()
        }
    }

    /// Enters the flipping state and determines which frame follows the flip.
    private mutating func enterFlipping(
        _ target: FrameTarget, committed: Timestamp, hasFollowUp: Bool, now: Timestamp
    ) -> Action {
        guard hasFollowUp else {
            state = .flipping(target, committed: committed, .nothing)
            return .sleep
        }
        let time: Timestamp? =
            !flipTimes.areReported
            ? nil
            : hasVblank
                ? target.vblank?.advanced(byMicroseconds: frameMicroseconds - latchMicroseconds)
                : spacing.nextDueTime
        // A frame that starts about when the flip completes needs no separate timer.
        let earliest = (hasVblank ? target.vblank : nil)?
            .advanced(byMicroseconds: slackMicroseconds)
        guard let time, time > max(now, earliest ?? now) else {
            state = .flipping(target, committed: committed, .atFlip)
            return .sleep
        }
        state = .flipping(target, committed: committed, .atTime(time))
        return .wake(at: time)
    }

    /// Waits for the latch time of the next frame after a frame without changes.
    ///
    /// There is no flip to wait for, and a frame drawn at once would target the same vblank again.
    private mutating func waitForNextFrame(after target: FrameTarget, now: Timestamp) -> Action {
        guard hasVblank, let vblank = target.vblank else {
            let time = max(spacing.nextDueTime ?? now, now)
            return wait(until: time, FrameTarget())
        }
        let next = vblank.advanced(byMicroseconds: frameMicroseconds)
        return wait(
            until: next.advanced(byMicroseconds: -latchMicroseconds),
            FrameTarget(vblank: next, intendedVblank: next))
    }

    /// Waits for the frame that follows a frame that the display has shown at once.
    ///
    /// A frame that is already due waits until the next turn of the main loop. Otherwise, frames
    /// that take longer than a period would follow each other without end, and the loop would
    /// process no other event.
    private mutating func waitForFollowUp(_ target: FrameTarget, now: Timestamp) -> Action {
        let due =
            hasVblank
            ? target.vblank?.advanced(byMicroseconds: -latchMicroseconds) : spacing.nextDueTime
        // A time this far in the future means that the clock was set back.
        guard let due, due.microseconds(since: now) <= 4 * frameMicroseconds else {
            return wait(until: now, target)
        }
        return wait(until: max(due, now), target)
    }

    /// Enters the waiting state.
    private mutating func wait(until time: Timestamp, _ target: FrameTarget) -> Action {
        state = .waiting(until: time, target)
        return .wake(at: time)
    }

    /// Starts a frame if its latch time has been reached, and otherwise waits for the latch time.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - due: The requested wake-up time, or `nil` if the frame was not planned.
    ///   - planned: The target for which the frame was planned. The frame keeps this target if it
    ///     can still be reached.
    private mutating func begin(
        at now: Timestamp, due: Timestamp? = nil, planned: FrameTarget = FrameTarget()
    ) -> Action {
        guard hasVblank else { return beginWithoutVblank(at: now, due: due) }
        guard let reachable = reachableVblank(at: now) else {
            return draw(FrameTarget(), due: due ?? now, now: now)
        }
        let vblank = max(planned.vblank ?? reachable, reachable)
        if let due, let former = planned.vblank, former < vblank {
            // The wake-up was too late, so the budget must grow.
            budget.recordLateWakeUp(by: now.microseconds(since: due))
        }
        let target = FrameTarget(
            vblank: vblank, intendedVblank: planned.intendedVblank ?? vblank)
        let latch = vblank.advanced(byMicroseconds: -latchMicroseconds)
        // Vblank jitter must not postpone a planned frame.
        let slack = due == nil ? 0 : slackMicroseconds
        if latch.microseconds(since: now) > slack { return wait(until: latch, target) }
        // The lateness of the loop counts as part of the frame's duration.
        return draw(target, due: min(max(due ?? now, latch), now), now: now)
    }

    /// Starts a frame if the previous frame was due at least one frame period ago, and otherwise
    /// waits.
    private mutating func beginWithoutVblank(at now: Timestamp, due: Timestamp?) -> Action {
        switch spacing.start(at: now, plannedFor: due) {
        case .now(let due): draw(FrameTarget(), due: due, now: now)
        case .later(let time): wait(until: time, FrameTarget())
        }
    }

    /// Enters the drawing state.
    private mutating func draw(_ target: FrameTarget, due: Timestamp, now: Timestamp) -> Action {
        spacing.recordFrame(due: due)
        drawingStart = now
        // Before the first measurement, a frame is expected to need its latch time.
        let needed =
            budget.hasFrames ? neededMicroseconds : latchMicroseconds - slackMicroseconds
        expectedFinish = now.advanced(byMicroseconds: max(needed, 1))
        state = .drawing(target, due: due, moreWork: false)
        return .draw
    }

    /// Returns the first vblank that a frame begun at `now` can reach, based on the duration of
    /// recent frames, or `nil` if vblanks cannot be predicted.
    func reachableVblank(at now: Timestamp) -> Timestamp? {
        grid.vblank(
            atOrAfter: now.advanced(byMicroseconds: neededMicroseconds),
            minimumPeriods: vblanksPerFrame)
    }

    /// The minimum time that a frame needs before its vblank, based on recent frames, in
    /// microseconds.
    private var neededMicroseconds: Int64 {
        // The time is at least 1 µs, because a frame that begins at a vblank cannot be shown at
        // that vblank.
        let work = followsIdle ? budget.idleStartMicroseconds : budget.workMicroseconds
        return min(
            max(work + budget.leadMicroseconds, 1), max(latchMicroseconds - slackMicroseconds, 1))
    }

    /// Returns the target of the frame that follows a frame shown at `shown`.
    private func targetAfter(_ shown: Timestamp) -> FrameTarget {
        guard hasVblank else { return FrameTarget() }
        let next = shown.advanced(byMicroseconds: frameMicroseconds)
        return FrameTarget(vblank: next, intendedVblank: next)
    }

    /// Removes the known vblank and frame times.
    private mutating func resetTimes() {
        grid.reset()
        spacing.reset()
    }
}
