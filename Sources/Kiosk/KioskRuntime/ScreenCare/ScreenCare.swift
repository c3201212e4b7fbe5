import KioskDisplay
import TouchKitGeometry

/// When a screen gets darker, and bright again. A pure machine: it is told what happened and at what
/// time, and says what has to be done; the session obeys. The states are drawn in docs/screen-care.md.
///
/// A step that can't be done here is passed over: what isn't dark counts as seen.
package struct ScreenCare: Hashable, Sendable {
    /// A step into the dark, in their order.
    package enum Step: Int, CaseIterable, Sendable {
        /// The backlight gets dimmer; the picture is still seen.
        case dim
        /// The backlight goes out.
        case backlightOff
        /// The display is switched off.
        case screenOff
    }

    /// How long nobody has done anything, and how far that went.
    package struct Idleness: Hashable, Sendable {
        /// Since when.
        package var since: Timestamp
        /// The last step that was done, or couldn't be; nil: none was due.
        package var reached: Step?

        package init(since: Timestamp, reached: Step? = nil) {
            self.since = since
            self.reached = reached
        }
    }

    /// What makes the screen dark.
    package enum Darkness: Hashable, Sendable {
        /// No light is behind the picture.
        case backlightOff
        /// The display is off since then. Whether it said meanwhile that it isn't there: many monitors do
        /// when they fall asleep.
        case screenOff(at: Timestamp, saidGone: Bool)
    }

    /// How the screen is.
    package enum State: Hashable, Sendable {
        /// There is no display, or it isn't ours.
        case away
        /// As bright as it was set.
        case bright(Idleness)
        /// Dimmer than that.
        case dimmed(Idleness)
        /// Nothing is seen.
        case dark(Darkness, Idleness)
        /// Somebody is there: the picture is drawn before the light goes on.
        case waking
    }

    /// What has to be done now.
    package enum Action: Hashable, Sendable {
        /// Nothing.
        case none
        /// This step; then `performed`.
        case perform(Step)
        /// Make the backlight as bright as it was set.
        case brighten
        /// Draw the whole picture; then `pictureShown`.
        case wake
    }

    /// How long after it was switched off a display that comes back doesn't wake the screen, in microseconds:
    /// monitors that fall asleep leave and come back by themselves, within seconds.
    package static let settlingMicroseconds: Int64 = 10_000_000

    /// How the screen is.
    package private(set) var state = State.away
    /// Whether the screen shall stay as it is (`UIApplication.isIdleTimerDisabled`).
    package private(set) var isHeld = false
    /// For each step, after how long it is due, in microseconds; nil: never.
    private let delays: [Int64?]

    /// Makes a machine without a display.
    package init(_ options: ScreenCareOptions) {
        delays = [options.dimAfter, options.backlightOffAfter, options.screenOffAfter].map {
            $0.map { Timestamp(seconds: $0).microseconds }
        }
    }

    /// Whether nothing is seen, so that nothing has to be drawn.
    package var isDark: Bool {
        if case .dark = state { return true }
        return false
    }

    /// Whether whoever touches the screen can't know what he touches.
    package var isUnseen: Bool { isDark || state == .waking }

    /// Whether the display is switched off.
    package var isScreenOff: Bool {
        if case .dark(.screenOff, _) = state { return true }
        return false
    }

    /// When `timePassed(now:)` has something to do; nil: at no time that is known.
    package var nextDeadline: Timestamp? { next?.due }

    private var idleness: Idleness? {
        switch state {
        case .bright(let idleness), .dimmed(let idleness), .dark(_, let idleness): idleness
        case .away, .waking: nil
        }
    }

    private var next: (step: Step, due: Timestamp)? {
        guard !isHeld, let idleness else { return nil }
        for step in Step.allCases where step.rawValue > idleness.reached?.rawValue ?? -1 {
            if let delay = delays[step.rawValue] {
                return (step, idleness.since.advanced(byMicroseconds: delay))
            }
        }
        return nil
    }

    // MARK: What happened

    /// There is a display, and a picture on it.
    package mutating func displayCame(at now: Timestamp) -> Action {
        lightUp(.bright(Idleness(since: now)))
    }

    /// There is no display any more, or it is another program's.
    package mutating func displayLeft() -> Action {
        lightUp(.away)
    }

    /// Somebody did something.
    ///
    /// - Parameter idle: When idleness begins; later than now while a finger is down.
    package mutating func activity(idleFrom idle: Timestamp) -> Action {
        switch state {
        case .away, .waking:
            return .none
        case .bright:
            state = .bright(Idleness(since: idle))
            return .none
        case .dimmed:
            return lightUp(.bright(Idleness(since: idle)))
        case .dark:
            state = .waking
            return .wake
        }
    }

    /// The picture that `wake` asked for is on the display.
    package mutating func pictureShown(idleFrom idle: Timestamp) -> Action {
        guard state == .waking else { return .none }
        return lightUp(.bright(Idleness(since: idle)))
    }

    /// A time that `nextDeadline` named may have come. To be called until there is nothing to do.
    package func timePassed(now: Timestamp) -> Action {
        guard let next, next.due <= now else { return .none }
        return .perform(next.step)
    }

    /// A step was done, or couldn't be.
    package mutating func performed(_ step: Step, isDone: Bool, at now: Timestamp) {
        guard var idleness else { return }
        idleness.reached = step
        switch (state, isDone ? step : nil) {
        case (.away, _), (.waking, _):
            break
        case (.bright, nil):
            state = .bright(idleness)
        case (.dimmed, nil), (.bright, .dim), (.dimmed, .dim):
            state = .dimmed(idleness)
        case (.dark(let darkness, _), nil), (.dark(let darkness, _), .dim):
            state = .dark(darkness, idleness)
        case (.bright, .backlightOff), (.dimmed, .backlightOff), (.dark, .backlightOff):
            state = .dark(.backlightOff, idleness)
        case (.bright, .screenOff), (.dimmed, .screenOff), (.dark, .screenOff):
            state = .dark(.screenOff(at: now, saidGone: false), idleness)
        }
    }

    /// The application asked that the screen stay as it is, or takes it back: idleness begins then.
    package mutating func hold(_ isHeld: Bool, at now: Timestamp) {
        self.isHeld = isHeld
        guard !isHeld, case .bright(let idleness) = state else { return }
        state = .bright(Idleness(since: max(idleness.since, now)))
    }

    /// The kernel had news of a display that is switched off, and this is what a look at it showed.
    package mutating func connectionSeen(_ connection: DisplayConnection, at now: Timestamp)
        -> Action
    {
        guard case .dark(.screenOff(let begin, let saidGone), let idleness) = state else {
            return .none
        }
        if connection == .gone {
            state = .dark(.screenOff(at: begin, saidGone: true), idleness)
            return .none
        }
        let isSettled = now.microseconds(since: begin) >= Self.settlingMicroseconds
        guard isSettled, saidGone || connection == .changed else {
            state = .dark(.screenOff(at: begin, saidGone: false), idleness)
            return .none
        }
        state = .waking
        return .wake
    }

    /// Goes to a state in which the backlight is as it was set.
    private mutating func lightUp(_ new: State) -> Action {
        defer { state = new }
        switch state {
        case .away, .bright: return .none
        case .dimmed, .dark, .waking: return .brighten
        }
    }
}
