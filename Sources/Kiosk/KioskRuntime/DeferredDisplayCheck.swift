import KioskDisplay
import TouchKitGeometry

/// The check of the display's connection that a hotplug event requires while the screen is off.
///
/// The check is deferred until the screen has woken. A monitor that reported a disconnection in
/// standby receives a signal then, and gets time to report its connection. An early check would
/// close the display, and without a signal the monitor would sleep on.
package struct DeferredDisplayCheck: Hashable, Sendable {
    /// The time that a monitor gets to report its connection after the screen has woken, in
    /// microseconds. Monitors need a few seconds to leave standby.
    package static let wakingMicroseconds: Int64 = 10_000_000

    private enum State: Hashable, Sendable {
        /// No check is required.
        case none
        /// The check is required when the screen has woken. `isGone` states whether the display
        /// was disconnected at the latest event.
        case afterWaking(isGone: Bool)
        /// The screen has woken, and the check is required at a time.
        case scheduled(Timestamp)
    }

    private var state = State.none

    /// Creates a state in which no check is required.
    package init() {}

    /// Whether the monitor still has time to report its connection after the screen has woken.
    package var isScheduled: Bool { deadline != nil }

    /// The time at which the check is due, or `nil` if none is scheduled.
    package var deadline: Timestamp? {
        if case .scheduled(let time) = state { time } else { nil }
    }

    /// Records an event with the display's connection after it, or `nil` without a display.
    package mutating func recordEvent(_ connection: DisplayConnection?) {
        if isScheduled, connection == .gone { return }
        state = .afterWaking(isGone: connection == .gone)
    }

    /// Records that the display is checked or replaced now.
    package mutating func cancel() {
        state = .none
    }

    /// Returns whether the check is due at `now`. Further calls return `false`.
    ///
    /// - Parameters:
    ///   - isAwake: Whether the screen has woken, or no display is in use.
    ///   - now: The current time.
    package mutating func consume(isAwake: Bool, at now: Timestamp) -> Bool {
        switch state {
        case .none:
            return false
        case .afterWaking(isGone: true) where isAwake:
            state = .scheduled(now.advanced(byMicroseconds: Self.wakingMicroseconds))
            return false
        case .afterWaking:
            if !isAwake { return false }
        case .scheduled(let time):
            if !isAwake {
                // The screen is off again.
                state = .afterWaking(isGone: true)
                return false
            }
            if now < time { return false }
        }
        state = .none
        return true
    }
}
