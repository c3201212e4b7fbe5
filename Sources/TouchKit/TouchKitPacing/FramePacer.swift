import TouchKitGeometry

/// Decides when a frame is made. Never touches a clock, a timer or a display: times come in,
/// actions go out, and the loop obeys. States and events are a table in docs/frames.md.
///
/// A display either *has vblank* (its flips complete at the panel's own pace) or not (flips return
/// at once; then frames are kept a refresh period apart by the loop's timer).
package struct FramePacer: Sendable {
    /// What the loop has to do next.
    package enum Action: Hashable, Sendable {
        /// Nothing: sleep until something happens.
        case sleep
        /// Sleep until this time at the latest, then call `timerFired(at:)`.
        case wake(at: Timestamp)
        /// Read the devices, deliver, draw and present now; then call `presented`.
        case draw
    }

    /// How a frame's presentation went.
    package enum Presentation: Hashable, Sendable {
        /// Nothing differed, so nothing was presented.
        case unchanged
        /// The flip is under way; `flipCompleted(at:)` will follow.
        case pending
        /// It is on the screen already.
        case shown(at: Timestamp)
    }

    /// What a frame is made for.
    package struct Aim: Hashable, Sendable {
        /// The vblank that is to show it; nil where none can be foreseen.
        package var vblank: Timestamp?
        /// The vblank that it was meant for: an earlier one where the loop came too late for that.
        package var meant: Timestamp?

        package init(vblank: Timestamp? = nil, meant: Timestamp? = nil) {
            self.vblank = vblank
            self.meant = meant
        }
    }

    /// What follows the flip that is under way.
    package enum Next: Hashable, Sendable {
        /// Nothing that is known of.
        case nothing
        /// A frame, as soon as the display tells of the flip.
        case atFlip
        /// A frame at this time. The display needn't wake the loop before: its news are read then.
        case at(Timestamp)
    }

    package enum State: Hashable, Sendable {
        /// Nothing to do, nothing under way.
        case idle
        /// There is work, and the time to begin with it hasn't come.
        case waiting(until: Timestamp, Aim)
        /// The loop was told to draw and hasn't presented yet; the frame was due at `due`.
        case drawing(Aim, due: Timestamp, moreWork: Bool)
        /// A flip is under way since `committed`.
        case flipping(Aim, committed: Timestamp, Next)
    }

    package private(set) var state = State.idle
    var grid: VblankGrid
    private(set) var budget: FrameBudget
    /// When the newest frame was due: what the next one is kept apart from where there is no vblank.
    private var lastDue: Timestamp?
    /// When the newest frame was begun.
    private var begun = Timestamp.zero
    /// When it was expected to be there, by what frames took.
    private var expected = Timestamp.zero
    private(set) var isFirst = true
    /// Whether the frame that is awaited or made follows a rest.
    private var followsRest = false
    /// Whether the frame under way is the first one, which sets the mode.
    private var setsMode = false
    /// Whether the display knows when its flips were shown.
    private(set) var hasFlipTimes = true
    /// How many times in a row it may just have told the time.
    private var flipsOfNow = 0
    /// How long it takes to read the clock again, at most, in microseconds.
    private static let momentMicroseconds: Int64 = 100
    private let options: PacingOptions
    /// The vblanks from one frame to the next.
    private let vblanksPerFrame: Int64

    /// The time between two frames, in microseconds: a whole number of refresh periods where there is
    /// vblank.
    package let frameMicroseconds: Int64
    /// Whether flips complete at the panel's own pace.
    package let hasVblank: Bool
    /// Vblanks that passed while a frame was meant to be shown at them and wasn't.
    package private(set) var missedVblanks = 0

    /// Makes a pacer for a display.
    ///
    /// - Parameters:
    ///   - periodNanoseconds: The time between two vblanks, above 0.
    ///   - hasVblank: Whether flips complete at the panel's own pace.
    ///   - options: What is chosen about when frames are made.
    package init(
        periodNanoseconds: Int64, hasVblank: Bool, options: PacingOptions = PacingOptions()
    ) {
        precondition(periodNanoseconds > 0, "a display has a refresh period")
        grid = VblankGrid(periodNanoseconds: periodNanoseconds)
        self.hasVblank = hasVblank
        self.options = options
        vblanksPerFrame = options.vblanksPerFrame(periodNanoseconds: periodNanoseconds)
        frameMicroseconds =
            hasVblank
            ? grid.microseconds(vblanksPerFrame)
            : options.microsecondsPerFrame(periodMicroseconds: grid.periodMicroseconds)
        budget = FrameBudget(periodMicroseconds: max(frameMicroseconds, 1))
    }

    // MARK: What it knows

    /// The newest vblank that was seen; nil before the first flip.
    package var lastVblank: Timestamp? { grid.last }

    /// The part of the time between two frames in which one is made, in microseconds.
    package var budgetMicroseconds: Int64 {
        if let fixed = options.budgetMicroseconds { return min(max(fixed, 0), frameMicroseconds) }
        return hasVblank && options.latency == .lowest ? budget.microseconds : frameMicroseconds
    }

    /// How long before its vblank a frame is begun, in microseconds.
    private var latchMicroseconds: Int64 {
        var wanted = options.latency == .steady ? frameMicroseconds : budgetMicroseconds
        // Of the first frame little is known, and there are no earlier samples to be late with.
        if followsRest && options.budgetMicroseconds == nil {
            wanted = max(wanted, min(budget.startMicroseconds, frameMicroseconds))
        }
        guard hasVblank, vblanksPerFrame > 1 else { return wanted }
        // A display shows what it has at its next vblank: handed over before the one between two frames,
        // it would be seen there.
        let taken = budget.workMicroseconds * 5 / 4 + budget.leadMicroseconds
        return min(wanted, max(grid.periodMicroseconds - slackMicroseconds, taken))
    }

    /// What is as good as at once, in microseconds: a wake-up for less isn't worth it.
    private var slackMicroseconds: Int64 { grid.periodMicroseconds / 16 }

    /// Whether the devices need to be watched: while a frame is awaited or under way they are read
    /// with it, and their news must not wake the loop.
    package var watchesInput: Bool {
        if case .idle = state { return true }
        return false
    }

    /// Whether the display's news shall wake the loop: where the next frame has its time already they
    /// are read with it, so that a frame takes one wake-up.
    package var watchesDisplay: Bool {
        if case .flipping(_, _, .at) = state { return false }
        return true
    }

    /// When the pacer wants to be woken: then `timerFired(at:)` is to be called. Nil: not at all.
    package var wake: Timestamp? {
        switch state {
        case .waiting(let until, _), .flipping(_, _, .at(let until)): until
        case .idle, .drawing, .flipping: nil
        }
    }

    /// The vblank that the frame being made, or flipped, was meant for; nil while there is none, or
    /// none can be foreseen.
    package var target: Timestamp? {
        switch state {
        case .drawing(let aim, _, _), .flipping(let aim, _, _): aim.meant
        case .idle, .waiting: nil
        }
    }

    // MARK: Events

    /// There is something to draw or to deliver.
    package mutating func workArrived(at now: Timestamp) -> Action {
        switch state {
        case .idle:
            followsRest = true
            return begin(at: now)
        case .waiting:
            return timerFired(at: now)
        case .drawing(let aim, let due, _):
            state = .drawing(aim, due: due, moreWork: true)
            return .sleep
        case .flipping(let aim, let committed, .nothing):
            return fly(aim, committed: committed, follows: true, now: now)
        case .flipping(_, _, .at(let time)):
            return .wake(at: time)
        case .flipping(_, _, .atFlip):
            return .sleep
        }
    }

    /// The time that `wake(at:)` named has come (or the timer woke early: then it is named again). Of
    /// the display, what it had to say was read before.
    package mutating func timerFired(at now: Timestamp) -> Action {
        switch state {
        case .waiting(let until, let aim) where now >= until:
            return begin(at: now, due: until, planned: aim)
        case .waiting(let until, _):
            // So far away it never was: the clock went back, and what was seen by it counts no more.
            guard until.microseconds(since: now) > 4 * frameMicroseconds else {
                return .wake(at: until)
            }
            forgetTimes()
            return begin(at: now)
        case .flipping(let aim, let committed, .at(let time)):
            if now < time && time.microseconds(since: now) <= 4 * frameMicroseconds {
                return .wake(at: time)
            }
            // The flip is late: whatever follows, follows it.
            state = .flipping(aim, committed: committed, .atFlip)
            return .sleep
        case .idle, .drawing, .flipping:
            return .sleep
        }
    }

    /// The frame that `draw` asked for was made.
    ///
    /// - Parameters:
    ///   - presentation: How its presentation went.
    ///   - needsNext: Whether something moves by itself, or fingers do: then the next frame follows,
    ///     whether or not this one differed from the one before.
    ///   - leftOver: What that would have taken which was left to the next frame, in microseconds.
    ///   - now: The time.
    /// - Precondition: `draw` was the last action but for `sleep`.
    package mutating func presented(
        _ presentation: Presentation, needsNext: Bool = false, leftOver: Int64 = 0,
        at now: Timestamp
    ) -> Action {
        guard case .drawing(let aim, let due, let moreWork) = state else {
            preconditionFailure("a frame was presented that nobody asked for")
        }
        if presentation != .unchanged {
            setsMode = isFirst
            // That says nothing of those that follow.
            if !isFirst {
                budget.frameTook(
                    now.microseconds(since: begun) + leftOver,
                    late: begun.microseconds(since: due), followsRest: followsRest)
            }
            isFirst = false
        }
        followsRest = false
        switch presentation {
        case .unchanged:
            state = .idle
            if moreWork { return begin(at: now) }
            return needsNext ? waitForNextFrame(after: aim, now: now) : .sleep
        case .pending:
            return fly(aim, committed: now, follows: moreWork || needsNext, now: now)
        case .shown(let time):
            let next = moreWork || needsNext ? Next.atFlip : .nothing
            // When a mode was set is no vblank's time: the first flip tells one.
            if setsMode && hasVblank { return follow(next, after: time, now: now) }
            state = .flipping(aim, committed: now, next)
            return flipCompleted(at: time, now: now)
        }
    }

    /// The flip that was under way is on the screen.
    ///
    /// - Parameters:
    ///   - vblank: The time the display gives for it; `now` is taken instead of what can't be.
    ///   - now: The time.
    package mutating func flipCompleted(at vblank: Timestamp, now: Timestamp) -> Action {
        guard case .flipping(let aim, let committed, let next) = state else {
            // A late event of a flip that the display has given up; its time is still true.
            _ = grid.saw(vblank, committed: nil, now: now)
            return .sleep
        }
        let (shown, isPlausible) = grid.saw(vblank, committed: committed, now: now)
        if hasVblank {
            checkFlipTimes(shown, isPlausible: isPlausible, next, now: now)
            judge(aim, committed: committed, shown: shown)
        }
        return follow(next, after: shown, now: now)
    }

    /// A frame is on the screen: begins what follows it.
    private mutating func follow(_ next: Next, after shown: Timestamp, now: Timestamp) -> Action {
        state = .idle
        switch next {
        case .nothing:
            return .sleep
        case .atFlip:
            return begin(at: now, planned: aimAfter(shown))
        case .at(let time):
            return begin(at: now, due: time, planned: aimAfter(shown))
        }
    }

    /// The display went away or was set anew: what was under way isn't any more.
    package mutating func reset() {
        state = .idle
        isFirst = true
        setsMode = false
        hasFlipTimes = true
        flipsOfNow = 0
        followsRest = false
        forgetTimes()
    }

    // MARK: Steps

    /// Some drivers have no clock: what they give is the time at which they are asked. Their flips have to
    /// be read when they happen, or vblanks would be where the loop looks.
    private mutating func checkFlipTimes(
        _ shown: Timestamp, isPlausible: Bool, _ next: Next, now: Timestamp
    ) {
        guard isPlausible else {
            hasFlipTimes = false
            return
        }
        // At a latch, the vblank was a good while ago; once or twice it may have been late.
        guard case .at(let time) = next, now >= time else { return }
        let isOfNow = now.microseconds(since: shown) < Self.momentMicroseconds
        flipsOfNow = isOfNow ? flipsOfNow + 1 : 0
        if flipsOfNow >= 3 { hasFlipTimes = false }
    }

    /// Counts what was missed, and learns how early the display wants its frames.
    private mutating func judge(_ aim: Aim, committed: Timestamp, shown: Timestamp) {
        if let meant = aim.meant {
            missedVblanks += grid.count(from: meant, to: shown)
        } else if !setsMode {
            // Nobody could foresee the vblanks; now that one was seen, it is known where they were.
            missedVblanks += grid.count(atOrAfter: expected, before: shown)
        }
        // One that was hardly in time says nothing of the display.
        guard let vblank = aim.vblank,
            vblank.microseconds(since: committed) > FrameBudget.leastMarginMicroseconds
        else { return }
        if grid.count(from: vblank, to: shown) > 0 {
            budget.flipWasLate()
        } else {
            budget.flipWasInTime()
        }
    }

    /// A flip is under way: says what follows it.
    private mutating func fly(
        _ aim: Aim, committed: Timestamp, follows: Bool, now: Timestamp
    ) -> Action {
        guard follows else {
            state = .flipping(aim, committed: committed, .nothing)
            return .sleep
        }
        let time: Timestamp? =
            !hasFlipTimes
            ? nil
            : hasVblank
                ? aim.vblank?.advanced(byMicroseconds: frameMicroseconds - latchMicroseconds)
                : nextDue
        // What is to be begun with the flip needs no timer beside it.
        let earliest = (hasVblank ? aim.vblank : nil)?.advanced(byMicroseconds: slackMicroseconds)
        guard let time, time > max(now, earliest ?? now) else {
            state = .flipping(aim, committed: committed, .atFlip)
            return .sleep
        }
        state = .flipping(aim, committed: committed, .at(time))
        return .wake(at: time)
    }

    /// Waits for the frame after one that had nothing to show. No flip will say when that is, and
    /// the vblank that it was meant for is still to come: begun at once it would be the same frame.
    private mutating func waitForNextFrame(after aim: Aim, now: Timestamp) -> Action {
        guard hasVblank, let vblank = aim.vblank else {
            let time = max(nextDue ?? now, now)
            return wait(until: time, Aim())
        }
        let next = vblank.advanced(byMicroseconds: frameMicroseconds)
        return wait(
            until: next.advanced(byMicroseconds: -latchMicroseconds), Aim(vblank: next, meant: next)
        )
    }

    private mutating func wait(until time: Timestamp, _ aim: Aim) -> Action {
        state = .waiting(until: time, aim)
        return .wake(at: time)
    }

    /// Draws now if it is time, else waits for it.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - due: The time that was asked for; nil where nobody could know before.
    ///   - planned: What the frame was meant for before; it keeps to that where it still can.
    private mutating func begin(
        at now: Timestamp, due: Timestamp? = nil, planned: Aim = Aim()
    ) -> Action {
        guard hasVblank else { return beginWithoutVblank(at: now, due: due) }
        guard let foreseen = foreseenVblank(at: now) else {
            return draw(Aim(), due: due ?? now, now: now)
        }
        let vblank = max(planned.vblank ?? foreseen, foreseen)
        if let due, let former = planned.vblank, former < vblank {
            // Woken too late: the next ones have to be begun sooner.
            budget.wokeTooLate(by: now.microseconds(since: due))
        }
        let aim = Aim(vblank: vblank, meant: planned.meant ?? vblank)
        let latch = vblank.advanced(byMicroseconds: -latchMicroseconds)
        // Who was woken for this frame isn't put off because the vblank trembles.
        let slack = due == nil ? 0 : slackMicroseconds
        if latch.microseconds(since: now) > slack { return wait(until: latch, aim) }
        // Where the loop came late, that is part of what the frame takes.
        return draw(aim, due: min(max(due ?? now, latch), now), now: now)
    }

    /// A flip is shown at once: all that counts is that frames are apart.
    private mutating func beginWithoutVblank(at now: Timestamp, due: Timestamp?) -> Action {
        guard let next = nextDue, next.microseconds(since: now) <= 4 * frameMicroseconds else {
            return draw(Aim(), due: now, now: now)
        }
        if now < next { return wait(until: next, Aim()) }
        // A timer that is a little late mustn't make all frames later.
        let isInTime = due != nil && now.microseconds(since: next) < frameMicroseconds / 2
        return draw(Aim(), due: isInTime ? next : now, now: now)
    }

    private mutating func draw(_ aim: Aim, due: Timestamp, now: Timestamp) -> Action {
        lastDue = due
        begun = now
        expected = now.advanced(byMicroseconds: neededMicroseconds)
        state = .drawing(aim, due: due, moreWork: false)
        return .draw
    }

    /// When the next frame is due on a display without vblank.
    var nextDue: Timestamp? { lastDue?.advanced(byMicroseconds: frameMicroseconds) }

    /// The first vblank for which a frame can be had that is begun now or later, as far as is known
    /// what frames take.
    func foreseenVblank(at now: Timestamp) -> Timestamp? {
        grid.vblank(
            atOrAfter: now.advanced(byMicroseconds: neededMicroseconds), periods: vblanksPerFrame)
    }

    /// How long before a vblank a frame has to be begun at the latest, as far as is known, in microseconds.
    private var neededMicroseconds: Int64 {
        // No frame is there before it is begun: the vblank of this very moment is past.
        let work = followsRest ? budget.startMicroseconds : budget.workMicroseconds
        return min(
            max(work + budget.leadMicroseconds, 1), max(latchMicroseconds - slackMicroseconds, 1))
    }

    /// What the frame after one that was shown is meant for.
    private func aimAfter(_ shown: Timestamp) -> Aim {
        guard hasVblank else { return Aim() }
        let next = shown.advanced(byMicroseconds: frameMicroseconds)
        return Aim(vblank: next, meant: next)
    }

    private mutating func forgetTimes() {
        grid.forget()
        lastDue = nil
    }
}
