import KioskDisplay
import TouchKitGeometry

/// The state machine that dims and blanks an idle screen and wakes it.
///
/// The session reports events with their times to the state machine, and performs the returned
/// actions. docs/maintenance.md contains the state diagram. A failed step is skipped, and the
/// brightness of the screen remains unchanged.
package struct ScreenPower: Hashable, Sendable {
    /// A step of dimming and blanking. The order of the cases is the order in which the steps are
    /// performed. If a later step is due first, the steps before it are skipped.
    package enum Step: Int, CaseIterable, Sendable {
        /// The step that dims the backlight. The picture remains visible.
        case dim
        /// The step that switches the backlight off.
        case backlightOff
        /// The step that switches the display off.
        case screenOff
    }

    /// An idle period (a period without user activity), and the progress of dimming and blanking in
    /// the period.
    package struct Idleness: Hashable, Sendable {
        /// The start of the idle period.
        package var since: Timestamp
        /// The last step of dimming and blanking that was performed or skipped in the idle period,
        /// or `nil` before the first step.
        package var reached: Step?

        package init(since: Timestamp, reached: Step? = nil) {
            self.since = since
            self.reached = reached
        }
    }

    /// The part of the screen that is off while the screen is blanked.
    package enum Blanking: Hashable, Sendable {
        /// The backlight is off. The display remains on.
        case backlightOff
        /// The display is off since the time `at`. `hasReportedDisconnection` is whether the
        /// display has reported a disconnection since then, as many monitors do in standby.
        case screenOff(at: Timestamp, hasReportedDisconnection: Bool)
    }

    /// The state of the screen.
    package enum State: Hashable, Sendable {
        /// No display is available.
        case noDisplay
        /// The backlight has its normal brightness.
        case bright(Idleness)
        /// The backlight is dimmed.
        case dimmed(Idleness)
        /// The screen is blanked.
        case blanked(Blanking, Idleness)
        /// The screen is waking: the first frame is drawn before the backlight is switched on.
        case waking
    }

    /// An action that the session must perform.
    package enum Action: Hashable, Sendable {
        /// No action.
        case none
        /// Perform a step of dimming or blanking, and report the result with
        /// `performed(_:isDone:at:)`.
        case perform(Step)
        /// Restore the normal brightness of the backlight.
        case brighten
        /// Draw the whole canvas and report the first shown frame with `pictureShown(idleFrom:)`.
        case wake
    }

    /// The time, in microseconds after the display was switched off, during which a display that
    /// reconnects does not wake the screen. Monitors that enter standby disconnect and reconnect
    /// within seconds.
    package static let standbySettlingMicroseconds: Int64 = 10_000_000

    /// The current state of the screen.
    package private(set) var state = State.noDisplay
    /// Whether the idle timer is disabled (`UIApplication.isIdleTimerDisabled`).
    package private(set) var isIdleTimerDisabled = false
    /// For each step, the idle time after which the step is performed, in microseconds, or `nil` if
    /// the step is disabled.
    private let delays: [Int64?]

    /// Creates the state machine without a display.
    package init(_ options: ScreenPowerOptions) {
        delays = [options.dimAfter, options.backlightOffAfter, options.screenOffAfter].map {
            $0.map { Timestamp(seconds: $0).microseconds }
        }
    }

    /// Whether the screen is blanked. No frames are drawn while the screen is blanked.
    package var isBlanked: Bool {
        if case .blanked = state { return true }
        return false
    }

    /// Whether the screen is blanked or waking. In both states, the user does not see the picture.
    package var isInvisible: Bool { isBlanked || state == .waking }

    /// Whether the display is switched off.
    package var isScreenOff: Bool {
        if case .blanked(.screenOff, _) = state { return true }
        return false
    }

    /// The time of the next step of dimming and blanking, or `nil` if no step is scheduled.
    package var nextDeadline: Timestamp? { next?.due }

    /// Returns whether the display has been off for longer than monitors need to enter standby, so
    /// that standby does not explain a disconnection or a connection at `now`.
    package func isSettled(at now: Timestamp) -> Bool {
        guard case .blanked(.screenOff(let begin, _), _) = state else { return false }
        return now.microseconds(since: begin) >= Self.standbySettlingMicroseconds
    }

    private var idleness: Idleness? {
        switch state {
        case .bright(let idleness), .dimmed(let idleness), .blanked(_, let idleness): idleness
        case .noDisplay, .waking: nil
        }
    }

    private var next: (step: Step, due: Timestamp)? {
        guard !isIdleTimerDisabled, let idleness else { return nil }
        var earliest: (step: Step, delay: Int64)?
        for step in Step.allCases where step.rawValue > idleness.reached?.rawValue ?? -1 {
            guard let delay = delays[step.rawValue], delay < earliest?.delay ?? .max else {
                continue
            }
            earliest = (step, delay)
        }
        return earliest.map { ($0.step, idleness.since.advanced(byMicroseconds: $0.delay)) }
    }

    // MARK: Events

    /// Processes the opening of a display, starts an idle period at `now`, and returns the action
    /// to perform.
    package mutating func displayOpened(at now: Timestamp) -> Action {
        brighten(.bright(Idleness(since: now)))
    }

    /// Processes the closing or suspension of the display and returns the action to perform.
    package mutating func displayClosed() -> Action {
        brighten(.noDisplay)
    }

    /// Processes user activity and returns the action to perform.
    ///
    /// - Parameter idle: The start of the next idle period. The time is in the future while a
    ///   contact is down.
    package mutating func activity(idleFrom idle: Timestamp) -> Action {
        switch state {
        case .noDisplay, .waking:
            return .none
        case .bright:
            state = .bright(Idleness(since: idle))
            return .none
        case .dimmed:
            return brighten(.bright(Idleness(since: idle)))
        case .blanked:
            state = .waking
            return .wake
        }
    }

    /// Processes the first frame shown after the `wake` action, and returns the next action.
    ///
    /// - Parameter idle: The start of the next idle period.
    package mutating func pictureShown(idleFrom idle: Timestamp) -> Action {
        guard state == .waking else { return .none }
        return brighten(.bright(Idleness(since: idle)))
    }

    /// Returns `perform` with the step that is due at `now`, or `none`. The caller must repeat the
    /// call until the result is `none`.
    package func nextStep(at now: Timestamp) -> Action {
        guard let next, next.due <= now else { return .none }
        return .perform(next.step)
    }

    /// Records that a step of dimming and blanking was performed or skipped.
    ///
    /// - Parameters:
    ///   - step: The performed or skipped step.
    ///   - isDone: Whether the step succeeded. A step that failed is skipped.
    ///   - now: The current time.
    package mutating func performed(_ step: Step, isDone: Bool, at now: Timestamp) {
        guard var idleness else { return }
        idleness.reached = step
        switch (state, isDone ? step : nil) {
        case (.noDisplay, _), (.waking, _):
            break
        case (.bright, nil):
            state = .bright(idleness)
        case (.dimmed, nil), (.bright, .dim), (.dimmed, .dim):
            state = .dimmed(idleness)
        case (.blanked(let blanking, _), nil), (.blanked(let blanking, _), .dim):
            state = .blanked(blanking, idleness)
        case (.bright, .backlightOff), (.dimmed, .backlightOff), (.blanked, .backlightOff):
            state = .blanked(.backlightOff, idleness)
        case (.bright, .screenOff), (.dimmed, .screenOff), (.blanked, .screenOff):
            state = .blanked(.screenOff(at: now, hasReportedDisconnection: false), idleness)
        }
    }

    /// Sets whether the idle timer is disabled, and returns the action to perform.
    ///
    /// Disabling the timer brightens a dimmed screen. If the timer is enabled while the screen is
    /// bright or dimmed, an idle period starts at `now`, unless a later start is already set.
    package mutating func setIdleTimerDisabled(_ isDisabled: Bool, at now: Timestamp) -> Action {
        isIdleTimerDisabled = isDisabled
        switch (state, isDisabled) {
        case (.dimmed, true):
            return brighten(.bright(Idleness(since: now)))
        case (.bright(let idleness), false):
            state = .bright(Idleness(since: max(idleness.since, now)))
        case (.dimmed(var idleness), false):
            idleness.since = max(idleness.since, now)
            state = .dimmed(idleness)
        case (.noDisplay, _), (.bright, true), (.blanked, _), (.waking, _):
            break
        }
        return .none
    }

    /// Processes a hotplug event while the display is switched off, and returns the action to
    /// perform.
    ///
    /// - Parameters:
    ///   - connection: The connection state of the display after the event.
    ///   - now: The current time.
    package mutating func connectionChecked(_ connection: DisplayConnection, at now: Timestamp)
        -> Action
    {
        guard
            case .blanked(.screenOff(let begin, let hasReportedDisconnection), let idleness) = state
        else {
            return .none
        }
        if connection == .gone {
            state = .blanked(.screenOff(at: begin, hasReportedDisconnection: true), idleness)
            return .none
        }
        guard isSettled(at: now), hasReportedDisconnection || connection == .changed else {
            state = .blanked(.screenOff(at: begin, hasReportedDisconnection: false), idleness)
            return .none
        }
        state = .waking
        return .wake
    }

    /// Changes to `new`, a state with normal brightness, and returns `brighten` if the backlight's
    /// brightness must be restored, otherwise `none`.
    private mutating func brighten(_ new: State) -> Action {
        defer { state = new }
        switch state {
        case .noDisplay, .bright: return .none
        case .dimmed, .blanked, .waking: return .brighten
        }
    }
}
