import TouchKitGeometry

/// Whether the kiosk may say that it lives: a pure judgement over what the loop sees when the
/// watchdog's timer fires.
///
/// A process that runs isn't yet one that works. Where a check fails nothing is said, and systemd
/// restarts the service after `WatchdogSec=`.
package struct HealthCheck: Sendable {
    /// What ails the kiosk.
    package enum Ailment: Hashable, Sendable, CustomStringConvertible {
        /// A flip was started and never shown; so long ago, in microseconds.
        case flipPending(Int64)
        /// A frame was to be made at a time that passed, so many microseconds ago.
        case frameOverdue(Int64)
        /// The input devices have something to say and go on saying it after they were read.
        case inputUnread

        /// What ails it, in a few words.
        package var description: String {
            switch self {
            case .flipPending(let time): "a page flip isn't shown for \(time / 1_000) ms"
            case .frameOverdue(let time): "a frame is \(time / 1_000) ms late"
            case .inputUnread: "input devices can't be read empty"
            }
        }
    }

    /// How long a flip may take and a frame may be late, in microseconds: 1 s, many periods of the
    /// slowest panel.
    package static let patienceMicroseconds: Int64 = 1_000_000

    /// Whether the devices were readable after they had been read, at the last look.
    private var wasInputUnread = false

    /// Begins healthy.
    package init() {}

    /// Judges.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - flipPendingSince: Since when a flip is under way that the loop would be woken by.
    ///   - frameDue: When the next frame is to be made.
    ///   - isInputUnread: Whether the devices are readable although they were just read: fast fingers
    ///     may do that once, so it counts when it was so at the last look too.
    /// - Returns: What ails the kiosk; nil where it is well.
    package mutating func ailment(
        at now: Timestamp, flipPendingSince: Timestamp?, frameDue: Timestamp?, isInputUnread: Bool
    ) -> Ailment? {
        defer { wasInputUnread = isInputUnread }
        if let flipPendingSince {
            let time = now.microseconds(since: flipPendingSince)
            if time > Self.patienceMicroseconds { return .flipPending(time) }
        }
        if let frameDue {
            let time = now.microseconds(since: frameDue)
            if time > Self.patienceMicroseconds { return .frameOverdue(time) }
        }
        return isInputUnread && wasInputUnread ? .inputUnread : nil
    }
}
