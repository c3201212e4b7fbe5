import KioskDisplay
import TouchKitGeometry

/// Whether there is a display to draw on, and what to do when that changes. A pure machine: it is
/// told what happened and what came of its last action; `DisplayKeeper` obeys. The states are drawn
/// in docs/coming-and-going.md.
///
/// Nothing is asked again and again while no display is connected: udev's news ends that state. Only
/// what sends no news is tried again after a while: an EDID that comes late, another program that
/// lets go of the display, a driver that refused.
package struct DisplayPresence: Hashable, Sendable {
    /// What has to be done now; whoever does it says what came of it, where anything can.
    package enum Action: Hashable, Sendable {
        /// Nothing.
        case none
        /// Take the display that was let go, or else look for one. Then `taken(at:)` or
        /// `refused(_:at:)`.
        case takeUp
        /// Look whether the display is still there. Then `checked(_:at:)`.
        case check
        /// Cancel the touches and let the display go, so that another program can have it.
        case letGo
        /// Cancel the touches and give the display up: it isn't there any more.
        case giveUp
        /// As `giveUp`, then `takeUp`.
        case giveUpAndTakeUp
    }

    /// Why nothing is drawn, or that it is.
    package enum State: Hashable, Sendable {
        /// There is a display, and it is ours.
        case shown
        /// There is none, or it can't be used; a time where it is tried again without news.
        case absent(retryAt: Timestamp?)
        /// Another program has it; it is asked for again at this time.
        case held(retryAt: Timestamp)
        /// The console shows another virtual terminal.
        case away
    }

    /// The first wait for something that sends no news, in microseconds; each further one is twice
    /// as long.
    package static let firstWaitMicroseconds: Int64 = 250_000
    /// The longest wait, in microseconds.
    package static let longestWaitMicroseconds: Int64 = 16_000_000
    /// How often a display that was just plugged in is asked for its EDID before it is used without
    /// one: 250 ms apart, 2.5 s in all, as hubs and switches need.
    package static let patientTries = 10

    /// A display that refuses a frame sooner than this after it was taken, in microseconds, hasn't
    /// been well since the last time: the waits go on getting longer.
    package static let probationMicroseconds: Int64 = 10_000_000

    /// Why nothing is drawn, or that it is.
    package private(set) var state: State
    /// Tries in a row that failed.
    private var failures = 0
    /// When the display was taken.
    private var takenAt = Timestamp.zero
    /// Tries that are still made with patience for a late EDID.
    package private(set) var patience = 0

    /// Begins without a display, or on a console that isn't shown.
    package init(isAway: Bool = false) {
        state = isAway ? .away : .absent(retryAt: nil)
    }

    /// When the next try is due without news.
    package var retryAt: Timestamp? {
        switch state {
        case .shown, .away: nil
        case .absent(let time): time
        case .held(let time): time
        }
    }

    // MARK: What happened

    /// The kernel says that something about the displays has changed.
    package mutating func hotplugged() -> Action {
        switch state {
        case .shown:
            return .check
        case .absent:
            failures = 0
            patience = Self.patientTries
            return .takeUp
        case .held:
            return .takeUp
        case .away:
            return .none
        }
    }

    /// A time that `retryAt` named may have come.
    package func timePassed(now: Timestamp) -> Action {
        guard let retryAt, retryAt <= now else { return .none }
        return .takeUp
    }

    /// The kernel wants to show another virtual terminal.
    package mutating func consoleReleased() -> Action {
        let wasShown = state == .shown
        state = .away
        return wasShown ? .letGo : .none
    }

    /// The virtual terminal is shown again.
    package mutating func consoleAcquired() -> Action {
        guard state == .away else { return .none }
        failures = 0
        state = .absent(retryAt: nil)
        return .takeUp
    }

    /// The display refused a frame.
    package mutating func presentationFailed(_ reason: DisplayError.Reason, at now: Timestamp)
        -> Action
    {
        guard state == .shown else { return .none }
        if now.microseconds(since: takenAt) >= Self.probationMicroseconds { failures = 0 }
        refused(reason, at: now)
        return reason == .taken ? .letGo : .giveUp
    }

    // MARK: What came of an action

    /// The display is ours.
    package mutating func taken(at now: Timestamp) {
        takenAt = now
        patience = 0
        state = .shown
    }

    /// No display could be had.
    package mutating func refused(_ reason: DisplayError.Reason, at now: Timestamp) {
        // A console that isn't shown stays so, whatever came of an earlier action.
        if state == .away { return }
        switch reason {
        case .notConnected, .missing:
            patience = 0
            state = .absent(retryAt: nil)
        case .notReady:
            patience = max(0, patience - 1)
            let wait = patience > 0 ? Self.firstWaitMicroseconds : nextWait()
            state = .absent(retryAt: now.advanced(byMicroseconds: wait))
        case .taken:
            state = .held(retryAt: now.advanced(byMicroseconds: nextWait()))
        case .notPermitted, .failed:
            state = .absent(retryAt: now.advanced(byMicroseconds: nextWait()))
        }
    }

    /// What a look at the display showed.
    package mutating func checked(_ connection: DisplayConnection) -> Action {
        guard state == .shown else { return .none }
        switch connection {
        case .unchanged:
            return .none
        case .changed, .gone:
            state = .absent(retryAt: nil)
            failures = 0
            patience = Self.patientTries
            return .giveUpAndTakeUp
        }
    }

    private mutating func nextWait() -> Int64 {
        let wait = Self.firstWaitMicroseconds << Int64(min(failures, 10))
        failures += 1
        return min(wait, Self.longestWaitMicroseconds)
    }
}
