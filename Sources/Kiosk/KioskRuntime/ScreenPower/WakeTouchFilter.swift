import TouchKitContacts
import TouchKitGeometry

/// A filter that suppresses the touches that wake a blanked screen, and detects user activity.
///
/// A contact that comes down on a blanked screen is suppressed until it lifts. Each contact that
/// comes down while a suppressed contact is down, or shortly after the screen has woken, is
/// suppressed too.
package struct WakeTouchFilter: Sendable {
    /// The time, in microseconds after the screen has woken, during which new contacts are
    /// suppressed: 0.5 s. Human reaction time is about 0.25 s, and the second tap of a double tap
    /// follows within 0.35 s.
    package static let guardMicroseconds: Int64 = 500_000
    /// The time, in microseconds after the screen has woken, during which new contacts are
    /// suppressed if the display is a monitor: 2 s. A monitor shows the picture later than a
    /// built-in panel.
    package static let monitorGuardMicroseconds: Int64 = 2_000_000
    /// The time in microseconds after which a contact that does not move no longer counts as user
    /// activity: 2 minutes. Water, an object or a defective touchscreen must not keep the screen
    /// on.
    package static let restMicroseconds: Int64 = 120_000_000
    /// The time in microseconds after which a suppressed contact that does not move no longer
    /// causes the suppression of new contacts: 10 s. Without this limit, a drop of water would
    /// block all input.
    package static let suppressedRestMicroseconds: Int64 = 10_000_000
    /// The largest movement along an axis at which a contact still counts as resting, as a fraction
    /// of the touchscreen's width or height. The movement caused by noise and tremor is smaller.
    package static let restMovementLimit = 0.02

    /// The part of a touch frame that the application may receive.
    package enum Passage: Hashable, Sendable {
        /// All contacts of the frame may pass.
        case whole
        /// Only some contacts of the frame may pass. The filter's property `passed` contains them.
        case part
        /// No contact of the frame may pass.
        case nothing
    }

    private struct Contact: Sendable {
        var device: DeviceID
        var slot: Int
        /// The normalized position at which the contact has rested since `restsSince`.
        var position: CGPoint
        var restsSince: Timestamp
        var isSuppressed: Bool
    }

    private var contacts: [Contact] = []
    /// The time at which the suppression of new contacts after waking ends, or `nil` if the screen
    /// has not woken since it was last blanked.
    private var guardEnd: Timestamp?
    /// A copy of the latest partly suppressed frame with only the contacts that may pass. Each
    /// frame reuses the memory.
    package private(set) var passed = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)

    /// Creates a filter without contacts. The filter allocates no further memory for up to 32
    /// contacts.
    package init() {
        contacts.reserveCapacity(32)
        passed.contacts.reserveCapacity(32)
    }

    /// Returns whether a contact that comes down at `now` on a visible screen is suppressed,
    /// because the screen has just woken or a suppressed contact is down.
    package func isSuppressing(at now: Timestamp) -> Bool {
        if let guardEnd, now < guardEnd { return true }
        return contacts.contains {
            $0.isSuppressed
                && now.microseconds(since: $0.restsSince) < Self.suppressedRestMicroseconds
        }
    }

    /// Returns the time at which the next idle period starts if no further input arrives: `now`,
    /// or, if contacts are down, `restMicroseconds` after their latest movement if that time is
    /// later.
    ///
    /// - Complexity: O(*n*), where *n* is the number of contacts that are down.
    package func idleStart(from now: Timestamp) -> Timestamp {
        contacts.reduce(now) {
            max($0, $1.restsSince.advanced(byMicroseconds: Self.restMicroseconds))
        }
    }

    /// Starts the suppression of new contacts after waking, when the display shows the first
    /// picture.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - isSlow: Whether the display needs seconds to show a picture, as monitors do.
    package mutating func pictureShown(at now: Timestamp, isSlow: Bool) {
        guardEnd = now.advanced(
            byMicroseconds: isSlow ? Self.monitorGuardMicroseconds : Self.guardMicroseconds)
    }

    /// Suppresses all contacts that are down until they lift. Called when the screen is blanked.
    package mutating func suppressAll() {
        guardEnd = nil
        for index in contacts.indices { contacts[index].isSuppressed = true }
    }

    /// Removes all contacts of a disconnected device.
    package mutating func remove(_ device: DeviceID) {
        contacts.removeAll { $0.device == device }
    }

    /// Removes all contacts and ends the suppression after waking. Called when the display is
    /// closed.
    package mutating func removeAll() {
        contacts.removeAll(keepingCapacity: true)
        guardEnd = nil
    }

    /// Processes a touch frame from an input device.
    ///
    /// - Parameters:
    ///   - frame: The touch frame.
    ///   - isInvisible: Whether the screen is blanked or waking.
    ///   - now: The current time.
    /// - Returns: The part of the frame that may pass to the application, and whether the frame is
    ///   user activity. Resting contacts and contacts that lift from a blanked screen are not user
    ///   activity.
    package mutating func process(_ frame: TouchFrame, isInvisible: Bool, at now: Timestamp)
        -> (passage: Passage, isActivity: Bool)
    {
        var isActivity = false
        var suppressedCount = 0
        passed.contacts.removeAll(keepingCapacity: true)
        for contact in frame.contacts {
            let index = contacts.firstIndex {
                $0.device == frame.device && $0.slot == contact.slot
            }
            var isSuppressed = index.map { contacts[$0].isSuppressed } ?? false
            switch contact.state {
            case .down:
                if let index { contacts.remove(at: index) }
                isSuppressed = isInvisible || isSuppressing(at: now)
                isActivity = true
                contacts.append(
                    Contact(
                        device: frame.device, slot: contact.slot, position: contact.position,
                        restsSince: now, isSuppressed: isSuppressed))
            case .motion:
                if let index, recordMovement(ofContactAt: index, to: contact.position, at: now) {
                    isActivity = true
                }
            case .up, .cancel:
                if let index { contacts.remove(at: index) }
                isActivity = isActivity || !isInvisible
            }
            if isSuppressed { suppressedCount += 1 } else { passed.contacts.append(contact) }
        }
        if suppressedCount == 0 { return (.whole, isActivity) }
        if passed.contacts.isEmpty { return (.nothing, isActivity) }
        passed.device = frame.device
        passed.time = frame.time
        return (.part, isActivity)
    }

    private mutating func recordMovement(
        ofContactAt index: Int, to position: CGPoint, at now: Timestamp
    ) -> Bool {
        let rest = contacts[index].position
        guard
            abs(position.x - rest.x) > Self.restMovementLimit
                || abs(position.y - rest.y) > Self.restMovementLimit
        else { return false }
        contacts[index].position = position
        contacts[index].restsSince = now
        return true
    }
}
