import TouchKitGeometry

/// Decides whether the watchdog may send its keep-alive, from the state of the main loop.
///
/// A running process does not prove a working kiosk. While a check fails, no keep-alive is sent,
/// and systemd restarts the service after `WatchdogSec=`.
package struct HealthCheck: Sendable {
    /// A reason to withhold the watchdog keep-alive.
    package enum HealthFailure: Hashable, Sendable, CustomStringConvertible {
        /// A page flip did not complete; the value is its age in microseconds.
        case flipPending(Int64)
        /// A frame was not started; the value is its delay in microseconds.
        case frameOverdue(Int64)
        /// Input devices stay readable after the loop has read them.
        case inputUnread

        /// A short description of the failure.
        package var description: String {
            switch self {
            case .flipPending(let time): "a page flip has been pending for \(time / 1_000) ms"
            case .frameOverdue(let time): "a frame is \(time / 1_000) ms late"
            case .inputUnread: "input devices stay readable after reading"
            }
        }
    }

    /// The limit for a pending flip and for a late frame, in microseconds: 1 s, many refresh
    /// periods of the slowest display.
    package static let limitMicroseconds: Int64 = 1_000_000

    /// Whether the devices were still readable at the previous check.
    private var wasInputUnread = false

    /// Creates a check without failures.
    package init() {}

    /// Returns the current failure, or `nil` if the kiosk works.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - flipPendingSince: The time at which the pending page flip was submitted, or `nil` if no
    ///     flip is pending or its completion does not wake the main loop.
    ///   - frameDue: The time at which the next frame must start, or `nil` if no frame is
    ///     scheduled.
    ///   - isInputUnread: Whether the devices are readable although they were just read. Fast input
    ///     can cause this once, so it counts only at two consecutive checks.
    package mutating func failure(
        at now: Timestamp, flipPendingSince: Timestamp?, frameDue: Timestamp?, isInputUnread: Bool
    ) -> HealthFailure? {
        defer { wasInputUnread = isInputUnread }
        if let flipPendingSince {
            let time = now.microseconds(since: flipPendingSince)
            if time > Self.limitMicroseconds { return .flipPending(time) }
        }
        if let frameDue {
            let time = now.microseconds(since: frameDue)
            if time > Self.limitMicroseconds { return .frameOverdue(time) }
        }
        return isInputUnread && wasInputUnread ? .inputUnread : nil
    }
}
