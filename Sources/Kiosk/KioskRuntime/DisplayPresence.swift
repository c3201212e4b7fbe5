import KioskDisplay
import TouchKitGeometry

/// The state machine that determines when the display is opened, suspended, resumed and closed.
///
/// `DisplayController` reports events and performs the returned actions. docs/hotplug.md contains
/// the state diagram. While no display is connected, only a hotplug event causes another attempt to
/// open a display. The end of some conditions causes no event: a late EDID, a display that another
/// program uses, a driver error. In these conditions, opening the display is retried after a delay.
package struct DisplayPresence: Hashable, Sendable {
    /// An action that the caller must perform. After some actions, the caller must report the
    /// result.
    package enum Action: Hashable, Sendable {
        /// No action.
        case none
        /// Resume the suspended display, or open a connected display. Report the result with
        /// `recordOpening(at:)` or `recordOpeningFailure(_:at:)`.
        case open
        /// Check whether the display is still connected. Report the result with
        /// `handleConnectionCheck(_:)`.
        case check
        /// Cancel all touches and suspend the display, so that another program or virtual terminal
        /// can use it.
        case release
        /// Cancel all touches and close the display, which is no longer usable.
        case close
        /// Cancel all touches and close the display, then open a connected display. Report the
        /// result with `recordOpening(at:)` or `recordOpeningFailure(_:at:)`.
        case reopen
    }

    /// The use of the display, or the reason that no display is in use.
    package enum State: Hashable, Sendable {
        /// A display is in use.
        case inUse
        /// No usable display is connected. `retryAt` is the time of the next attempt to open a
        /// display, or `nil` to wait for a hotplug event.
        case absent(retryAt: Timestamp?)
        /// Another program uses the display. `retryAt` is the time of the next attempt to open the
        /// display.
        case busy(retryAt: Timestamp)
        /// Another virtual terminal is active.
        case vtInactive
    }

    /// The first retry delay in microseconds. Each further delay is twice as long as the previous
    /// delay, up to `longestDelayMicroseconds`.
    package static let firstDelayMicroseconds: Int64 = 250_000
    /// The longest retry delay in microseconds.
    package static let longestDelayMicroseconds: Int64 = 16_000_000
    /// The number of attempts, 250 ms apart, to read the EDID of a newly connected display before
    /// the display is used without an EDID. HDMI hubs and switches need up to 2.5 s to provide the
    /// EDID.
    package static let edidRetryCount = 10

    /// The time, in microseconds, that a display must remain in use before a failure resets the
    /// retry delay to the first delay: 10 s.
    package static let probationMicroseconds: Int64 = 10_000_000

    /// The current state of the display.
    package private(set) var state: State
    /// The number of consecutive failures to open or use a display. The number determines the next
    /// retry delay.
    private var failures = 0
    /// The time at which the display was last opened.
    private var openedAt = Timestamp.zero
    /// The number of remaining attempts to read the EDID of a newly connected display. A display
    /// without an EDID is not used while this number is greater than 0.
    package private(set) var remainingEDIDRetries = 0

    /// Creates the state machine without a display.
    ///
    /// - Parameter isVTInactive: Whether another virtual terminal is active.
    package init(isVTInactive: Bool = false) {
        state = isVTInactive ? .vtInactive : .absent(retryAt: nil)
    }

    /// The time of the next attempt to open the display without a hotplug event, or `nil` if no
    /// attempt is scheduled.
    package var retryAt: Timestamp? {
        switch state {
        case .inUse, .vtInactive: nil
        case .absent(let time): time
        case .busy(let time): time
        }
    }

    // MARK: Events

    /// Processes a hotplug event for displays, and returns the action to perform.
    package mutating func handleHotplug() -> Action {
        switch state {
        case .inUse:
            return .check
        case .absent:
            failures = 0
            remainingEDIDRetries = Self.edidRetryCount
            return .open
        case .busy:
            return .open
        case .vtInactive:
            return .none
        }
    }

    /// Returns `open` if a retry is due at `now`, otherwise `none`.
    package func retryIfDue(at now: Timestamp) -> Action {
        guard let retryAt, retryAt <= now else { return .none }
        return .open
    }

    /// Processes the kernel's request to switch to another virtual terminal, and returns the action
    /// to perform before the switch.
    package mutating func handleVTRelease() -> Action {
        let wasInUse = state == .inUse
        state = .vtInactive
        return wasInUse ? .release : .none
    }

    /// Processes the switch back to this virtual terminal and returns the action to perform.
    package mutating func handleVTAcquisition() -> Action {
        guard state == .vtInactive else { return .none }
        failures = 0
        state = .absent(retryAt: nil)
        return .open
    }

    /// Processes a failure to present a frame at the time `now`, and returns the action to perform.
    package mutating func handlePresentationFailure(
        _ reason: DisplayError.Reason, at now: Timestamp
    )
        -> Action
    {
        guard state == .inUse else { return .none }
        if now.microseconds(since: openedAt) >= Self.probationMicroseconds { failures = 0 }
        recordOpeningFailure(reason, at: now)
        return reason == .taken ? .release : .close
    }

    // MARK: Results of actions

    /// Records that a display was opened or resumed at `now`.
    package mutating func recordOpening(at now: Timestamp) {
        openedAt = now
        remainingEDIDRetries = 0
        state = .inUse
    }

    /// Records that opening a display failed at `now`, and schedules a retry if the reason requires
    /// one.
    package mutating func recordOpeningFailure(_ reason: DisplayError.Reason, at now: Timestamp) {
        // The result of an action that began before the VT switch must not end the inactive state.
        if state == .vtInactive { return }
        switch reason {
        case .notConnected, .missing:
            remainingEDIDRetries = 0
            state = .absent(retryAt: nil)
        case .notReady:
            remainingEDIDRetries = max(0, remainingEDIDRetries - 1)
            let wait = remainingEDIDRetries > 0 ? Self.firstDelayMicroseconds : nextDelay()
            state = .absent(retryAt: now.advanced(byMicroseconds: wait))
        case .taken:
            state = .busy(retryAt: now.advanced(byMicroseconds: nextDelay()))
        case .notPermitted, .failed:
            state = .absent(retryAt: now.advanced(byMicroseconds: nextDelay()))
        }
    }

    /// Processes the result of a `check` action, which is the display's connection state, and
    /// returns the next action.
    package mutating func handleConnectionCheck(_ connection: DisplayConnection) -> Action {
        guard state == .inUse else { return .none }
        switch connection {
        case .unchanged:
            return .none
        case .changed, .gone:
            state = .absent(retryAt: nil)
            failures = 0
            remainingEDIDRetries = Self.edidRetryCount
            return .reopen
        }
    }

    private mutating func nextDelay() -> Int64 {
        let wait = Self.firstDelayMicroseconds << Int64(min(failures, 10))
        failures += 1
        return min(wait, Self.longestDelayMicroseconds)
    }
}
