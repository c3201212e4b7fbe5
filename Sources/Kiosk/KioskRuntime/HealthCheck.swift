import TouchKitGeometry

/// A check of the main loop's state. The check determines whether the watchdog sends its
/// keep-alive.
///
/// A kiosk can fail to draw frames or process input although its process is running. While the
/// check fails, the watchdog sends no keep-alive, and systemd restarts the service after
/// `WatchdogSec=`.
package struct HealthCheck: Sendable {
    /// A reason to withhold the watchdog keep-alive.
    package enum HealthFailure: Hashable, Sendable, CustomStringConvertible {
        /// A page flip has not completed. The value is the time since the flip was submitted, in
        /// microseconds.
        case flipPending(Int64)
        /// A scheduled frame has not started. The value is the time since the frame's start time,
        /// in microseconds.
        case frameOverdue(Int64)
        /// At two consecutive checks, input devices were still readable after the main loop had
        /// read them several times.
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

    /// The maximum delay of a frame, in microseconds: 1 s, many refresh periods.
    package static let frameLimitMicroseconds: Int64 = 1_000_000
    /// The maximum age of a pending flip, in microseconds: 5 s more than `FlipTimeout`, after which
    /// the main loop opens the display again.
    package static let flipLimitMicroseconds = FlipTimeout.microseconds + 5_000_000

    /// Whether the input devices were still readable at the previous check.
    private var wasInputUnread = false

    /// Creates a health check without previous results.
    package init() {}

    /// Checks the state of the main loop, and returns the failure, or `nil` if the main loop works.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - flipPendingSince: The time at which the pending page flip was submitted, or `nil` if no
    ///     flip is pending or its completion does not wake the main loop.
    ///   - frameDue: The time at which the next frame must start, or `nil` if no frame is
    ///     scheduled.
    ///   - isInputUnread: Whether the input devices are readable although the main loop has just
    ///     read them several times. Fast input can cause this state at a single check, so that only
    ///     two consecutive checks in this state count as a failure.
    package mutating func failure(
        at now: Timestamp, flipPendingSince: Timestamp?, frameDue: Timestamp?, isInputUnread: Bool
    ) -> HealthFailure? {
        defer { wasInputUnread = isInputUnread }
        if let flipPendingSince {
            let time = now.microseconds(since: flipPendingSince)
            if time > Self.flipLimitMicroseconds { return .flipPending(time) }
        }
        if let frameDue {
            let time = now.microseconds(since: frameDue)
            if time > Self.frameLimitMicroseconds { return .frameOverdue(time) }
        }
        return isInputUnread && wasInputUnread ? .inputUnread : nil
    }
}
