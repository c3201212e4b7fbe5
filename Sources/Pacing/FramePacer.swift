import Geometry

/// Decides when a frame is made. Never touches a clock, a timer or a display: times come in,
/// actions go out, and the loop obeys. The states are drawn in docs/architecture.md.
///
/// A display either *has vblank* (its flips complete at the panel's own pace) or not (flips return
/// at once; then the mode's refresh period is kept by the loop's timer).
public struct FramePacer: Sendable {
    /// What the loop has to do next.
    public enum Action: Hashable, Sendable {
        /// Nothing: sleep until something happens, with no timer armed.
        case sleep
        /// Sleep until this time at the latest, then call `timerFired(at:)`.
        case wake(at: Timestamp)
        /// Read the devices, deliver, draw and present now; then call `presented`.
        case draw
    }

    /// How a frame's presentation went.
    public enum Presentation: Hashable, Sendable {
        /// Nothing differed, so nothing was presented.
        case unchanged
        /// The flip is under way; `flipCompleted(at:)` will follow.
        case pending
        /// It is on the screen already.
        case shown(at: Timestamp)
    }

    private enum State: Hashable, Sendable {
        /// Nothing to do, nothing under way.
        case idle
        /// There is work, and the time to begin with it hasn't come.
        case waiting(until: Timestamp)
        /// The loop was told to draw and hasn't presented yet.
        case drawing(target: Timestamp?, moreWork: Bool)
        /// A flip is under way, aimed at a vblank where one could be foreseen.
        case flipping(target: Timestamp?, moreWork: Bool)
    }

    private var state = State.idle
    private var lastVblank: Timestamp?

    /// The time between two vblanks, in microseconds.
    public let periodMicroseconds: Int64
    /// The part of a period in which a frame is made, in microseconds.
    public let budgetMicroseconds: Int64
    /// Whether flips complete at the panel's own pace.
    public let hasVblank: Bool
    /// Vblanks that passed while a frame was meant to be shown at them and wasn't.
    public private(set) var missedVblanks = 0

    /// Makes a pacer for a display.
    ///
    /// - Parameters:
    ///   - periodMicroseconds: The time between two vblanks, above 0.
    ///   - budgetMicroseconds: The part of it in which a frame is made; half of it if not given.
    ///   - hasVblank: Whether flips complete at the panel's own pace.
    public init(periodMicroseconds: Int64, budgetMicroseconds: Int64? = nil, hasVblank: Bool) {
        precondition(periodMicroseconds > 0, "a display has a refresh period")
        self.periodMicroseconds = periodMicroseconds
        self.budgetMicroseconds = min(
            max(budgetMicroseconds ?? periodMicroseconds / 2, 0), periodMicroseconds)
        self.hasVblank = hasVblank
    }

    /// Whether the devices need to be watched: while a frame is awaited or under way they are read
    /// with it, and their news must not wake the loop.
    public var watchesInput: Bool {
        switch state {
        case .idle: true
        case .waiting, .drawing, .flipping: false
        }
    }

    /// Whether a flip is under way.
    public var isFlipping: Bool {
        switch state {
        case .flipping: true
        case .idle, .waiting, .drawing: false
        }
    }

    /// There is something to draw or to deliver.
    public mutating func workArrived(at now: Timestamp) -> Action {
        switch state {
        case .idle:
            return begin(at: now)
        case .waiting(let until):
            return .wake(at: until)
        case .drawing(let target, _):
            state = .drawing(target: target, moreWork: true)
            return .sleep
        case .flipping(let target, _):
            state = .flipping(target: target, moreWork: true)
            return .sleep
        }
    }

    /// The time that `wake(at:)` named has come (or the timer woke early: then it is named again).
    public mutating func timerFired(at now: Timestamp) -> Action {
        switch state {
        case .waiting(let until) where now < until:
            return .wake(at: until)
        case .waiting:
            return begin(at: now)
        case .idle, .drawing, .flipping:
            return .sleep
        }
    }

    /// The frame that `draw` asked for was made.
    ///
    /// - Parameters:
    ///   - presentation: How its presentation went.
    ///   - needsNext: Whether something moves by itself: then the next frame follows a period later,
    ///     whether or not this one differed from the one before.
    ///   - now: The time.
    /// - Precondition: `draw` was the last action but for `sleep`.
    public mutating func presented(
        _ presentation: Presentation, needsNext: Bool = false, at now: Timestamp
    ) -> Action {
        switch state {
        case .drawing(let target, let moreWork):
            switch presentation {
            case .unchanged:
                state = .idle
                if moreWork { return begin(at: now) }
                return needsNext ? waitForNextFrame(after: target, now: now) : .sleep
            case .pending:
                state = .flipping(target: target, moreWork: moreWork || needsNext)
                return .sleep
            case .shown(let time):
                state = .flipping(target: target, moreWork: moreWork || needsNext)
                return flipCompleted(at: time, now: now)
            }
        case .idle, .waiting, .flipping:
            preconditionFailure("a frame was presented that nobody asked for")
        }
    }

    /// The flip that was under way is on the screen.
    ///
    /// - Parameters:
    ///   - vblank: The time the display gives for it.
    ///   - now: The time.
    public mutating func flipCompleted(at vblank: Timestamp, now: Timestamp) -> Action {
        switch state {
        case .flipping(let target, let moreWork):
            if let target, hasVblank { countMissed(target: target, shown: vblank) }
            lastVblank = vblank
            state = .idle
            return moreWork ? begin(at: now) : .sleep
        case .idle, .waiting, .drawing:
            // A late event of a flip that the display has given up; its time is still true.
            lastVblank = vblank
            return .sleep
        }
    }

    /// The display went away or was set anew: what was under way isn't any more.
    public mutating func reset() {
        state = .idle
        lastVblank = nil
    }

    private mutating func countMissed(target: Timestamp, shown: Timestamp) {
        let late = shown.microseconds(since: target) + periodMicroseconds / 2
        if late >= periodMicroseconds { missedVblanks += Int(late / periodMicroseconds) }
    }

    /// Waits for the frame after one that had nothing to show. No flip will say when that is, and
    /// the vblank that it was meant for is still to come: begun at once it would be the same frame.
    private mutating func waitForNextFrame(after target: Timestamp?, now: Timestamp) -> Action {
        let latch = (target ?? now).advanced(
            byMicroseconds: periodMicroseconds - (target == nil ? 0 : budgetMicroseconds))
        state = .waiting(until: latch)
        return .wake(at: latch)
    }

    /// Draws now if it is time, else waits for it.
    private mutating func begin(at now: Timestamp) -> Action {
        guard let lastVblank else {
            state = .drawing(target: nil, moreWork: false)
            return .draw
        }
        guard hasVblank else {
            // A flip is shown at once: all that counts is that frames are a period apart.
            let earliest = lastVblank.advanced(byMicroseconds: periodMicroseconds)
            return start(at: now, notBefore: earliest, target: nil)
        }
        let sinceVblank = max(0, now.microseconds(since: lastVblank))
        let target = lastVblank.advanced(
            byMicroseconds: (sinceVblank / periodMicroseconds + 1) * periodMicroseconds)
        let latch = target.advanced(byMicroseconds: -budgetMicroseconds)
        return start(at: now, notBefore: latch, target: target)
    }

    private mutating func start(
        at now: Timestamp, notBefore earliest: Timestamp, target: Timestamp?
    ) -> Action {
        if now < earliest {
            state = .waiting(until: earliest)
            return .wake(at: earliest)
        }
        state = .drawing(target: target, moreWork: false)
        return .draw
    }
}
