import KioskDisplay
import TouchKitGeometry

/// The state machine that decides when to open, release and reopen the display.
///
/// `DisplayController` reports events and performs the returned actions. The states are drawn in
/// docs/hotplug.md. While no display is connected, only a hotplug event causes a new attempt.
/// Conditions without an event are retried after a delay: a late EDID, a display in use by another
/// program, a driver error.
package struct DisplayPresence: Hashable, Sendable {
    /// An action for the caller; its result is reported back as stated for each case.
    package enum Action: Hashable, Sendable {
        /// No action.
        case none
        /// Reopen the released display, or search for one. Report the result with `opened(at:)` or
        /// `openingFailed(_:at:)`.
        case open
        /// Check whether the display is still connected. Report the result with `checked(_:)`.
        case check
        /// Cancel all touches and release the display for another program.
        case release
        /// Cancel all touches and close the display, which is no longer usable.
        case close
        /// Close the display as for `close`, then search for one as for `open`.
        case reopen
    }

    /// Whether a display is in use, and otherwise the reason.
    package enum State: Hashable, Sendable {
        /// A display is in use.
        case shown
        /// No usable display is connected; `retryAt` is the time of the next attempt without a
        /// hotplug event.
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
    /// display is used without one. HDMI hubs and switches need up to 2.5 s.
    package static let edidRetryCount = 10

    /// The time in microseconds for which an opened display must work before retry delays start
    /// again at the first one.
    package static let probationMicroseconds: Int64 = 10_000_000

    /// The present state of the display.
    package private(set) var state: State
    /// The number of consecutive failed attempts.
    private var failures = 0
    /// The time at which the display was opened.
    private var openedAt = Timestamp.zero
    /// The number of remaining attempts to wait for a late EDID.
    package private(set) var remainingEDIDRetries = 0

    /// Creates a machine without a display, on an active or inactive virtual terminal.
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

    /// Processes a hotplug event of the kernel.
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

    /// Returns the action that is due at `now`.
    package func retryIfDue(at now: Timestamp) -> Action {
        guard let retryAt, retryAt <= now else { return .none }
        return .open
    }

    /// Processes the kernel's request to switch to another virtual terminal.
    package mutating func consoleReleased() -> Action {
        let wasShown = state == .shown
        state = .away
        return wasShown ? .release : .none
    }

    /// Processes the switch back to this virtual terminal.
    package mutating func consoleAcquired() -> Action {
        guard state == .away else { return .none }
        failures = 0
        state = .absent(retryAt: nil)
        return .open
    }

    /// Processes a frame that the display rejected at `now`.
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

    /// Processes the result of a connection check.
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
