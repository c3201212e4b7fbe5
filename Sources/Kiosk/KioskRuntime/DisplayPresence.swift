import KioskDisplay
import TouchKitGeometry

/// The state machine that decides when to open, release and reopen the display.
///
/// `DisplayController` reports events and performs the returned actions. docs/hotplug.md contains
/// the state diagram. While no display is connected, only a hotplug event causes a new attempt to
/// open one. After a condition whose end causes no event, the display is retried after a delay: a
/// late EDID, a display in use by another program, a driver error.
package struct DisplayPresence: Hashable, Sendable {
    /// An action that the caller must perform. Some cases name the function with which the caller
    /// reports the result.
    package enum Action: Hashable, Sendable {
        /// No action.
        case none
        /// Reopen the released display, or search for one. Report the result with `opened(at:)` or
        /// `openingFailed(_:at:)`.
        case open
        /// Check whether the display is still connected. Report the result with `checked(_:)`.
        case check
        /// Cancel all touches and release the display for another program or virtual terminal.
        case release
        /// Cancel all touches and close the display, which is no longer usable.
        case close
        /// Cancel all touches and close the display as for `close`, then search for a display as
        /// for `open`.
        case reopen
    }

    /// Whether a display is in use, and otherwise the reason.
    package enum State: Hashable, Sendable {
        /// A display is in use.
        case shown
        /// No usable display is connected. `retryAt` is the time of the next attempt, or `nil` to
        /// wait for a hotplug event.
        case absent(retryAt: Timestamp?)
        /// Another program uses the display; the next attempt is at `retryAt`.
        case held(retryAt: Timestamp)
        /// Another virtual terminal is active.
        case away
    }

    /// The first retry delay in microseconds; each further delay is twice as long.
    package static let firstDelayMicroseconds: Int64 = 250_000
    /// The longest retry delay in microseconds.
    package static let longestDelayMicroseconds: Int64 = 16_000_000
    /// The number of attempts to read the EDID of a display after hotplug, 250 ms apart, before the
    /// display is used without an EDID. HDMI hubs and switches need up to 2.5 s.
    package static let edidRetryCount = 10

    /// The time in microseconds that a display must remain in use before the next failure starts
    /// again with the first retry delay.
    package static let probationMicroseconds: Int64 = 10_000_000

    /// The current state of the display.
    package private(set) var state: State
    /// The number of consecutive failures, which determines the next retry delay.
    private var failures = 0
    /// The time at which the display was last opened.
    private var openedAt = Timestamp.zero
    /// The number of remaining attempts to read the EDID of a newly connected display. While the
    /// number is greater than 0, a display without an EDID is not used.
    package private(set) var remainingEDIDRetries = 0

    /// Creates the state machine without a display.
    ///
    /// - Parameter isAway: Whether another virtual terminal is active.
    package init(isAway: Bool = false) {
        state = isAway ? .away : .absent(retryAt: nil)
    }

    /// The time of the next attempt without a hotplug event, or `nil` for none.
    package var retryAt: Timestamp? {
        switch state {
        case .shown, .away: nil
        case .absent(let time): time
        case .held(let time): time
        }
    }

    // MARK: Events

    /// Processes a hotplug event of the kernel and returns the action to perform.
    package mutating func hotplugged() -> Action {
        switch state {
        case .shown:
            return .check
        case .absent:
            failures = 0
            remainingEDIDRetries = Self.edidRetryCount
            return .open
        case .held:
            return .open
        case .away:
            return .none
        }
    }

    /// Returns `open` if a retry is due at `now`, otherwise `none`.
    package func retryIfDue(at now: Timestamp) -> Action {
        guard let retryAt, retryAt <= now else { return .none }
        return .open
    }

    /// Processes the kernel's request to switch to another virtual terminal, and returns the action
    /// to perform first.
    package mutating func consoleReleased() -> Action {
        let wasShown = state == .shown
        state = .away
        return wasShown ? .release : .none
    }

    /// Processes the switch back to this virtual terminal and returns the action to perform.
    package mutating func consoleAcquired() -> Action {
        guard state == .away else { return .none }
        failures = 0
        state = .absent(retryAt: nil)
        return .open
    }

    /// Processes the rejection of a frame by the display at `now` and returns the action to
    /// perform.
    package mutating func presentationFailed(_ reason: DisplayError.Reason, at now: Timestamp)
        -> Action
    {
        guard state == .shown else { return .none }
        if now.microseconds(since: openedAt) >= Self.probationMicroseconds { failures = 0 }
        openingFailed(reason, at: now)
        return reason == .taken ? .release : .close
    }

    // MARK: Results of actions

    /// Processes the successful opening of a display.
    package mutating func opened(at now: Timestamp) {
        openedAt = now
        remainingEDIDRetries = 0
        state = .shown
    }

    /// Processes a failed attempt to open a display.
    package mutating func openingFailed(_ reason: DisplayError.Reason, at now: Timestamp) {
        // An inactive terminal stays inactive, whatever the result of an earlier action.
        if state == .away { return }
        switch reason {
        case .notConnected, .missing:
            remainingEDIDRetries = 0
            state = .absent(retryAt: nil)
        case .notReady:
            remainingEDIDRetries = max(0, remainingEDIDRetries - 1)
            let wait = remainingEDIDRetries > 0 ? Self.firstDelayMicroseconds : nextDelay()
            state = .absent(retryAt: now.advanced(byMicroseconds: wait))
        case .taken:
            state = .held(retryAt: now.advanced(byMicroseconds: nextDelay()))
        case .notPermitted, .failed:
            state = .absent(retryAt: now.advanced(byMicroseconds: nextDelay()))
        }
    }

    /// Processes the result of the `check` action and returns the next action.
    package mutating func checked(_ connection: DisplayConnection) -> Action {
        guard state == .shown else { return .none }
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
