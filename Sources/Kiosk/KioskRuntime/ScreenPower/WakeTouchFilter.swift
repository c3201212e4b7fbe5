import TouchKitContacts
import TouchKitGeometry

/// Suppresses the touches that wake a blanked screen, and detects user activity.
///
/// A contact that comes down on a blanked screen is suppressed until it lifts. Every contact that
/// comes down while such a contact is down, or shortly after the screen has woken, is suppressed
/// too.
package struct WakeTouchFilter: Sendable {
    /// The time in microseconds after waking during which contacts are suppressed: reaction time is
    /// about 0.25 s, and the second tap of a double tap follows within 0.35 s.
    package static let guardMicroseconds: Int64 = 500_000
    /// The time in microseconds after waking during which contacts are suppressed on a monitor. A
    /// monitor shows the picture later than a built-in panel.
    package static let monitorGuardMicroseconds: Int64 = 2_000_000
    /// The time in microseconds after which a resting contact no longer counts as activity: 2
    /// minutes. Water, an object or a defective touchscreen must not keep the screen on.
    package static let restMicroseconds: Int64 = 120_000_000
    /// The time in microseconds after which a suppressed resting contact no longer suppresses
    /// others: 10 s. Otherwise one drop of water would block all input.
    package static let suppressedRestMicroseconds: Int64 = 10_000_000
    /// The largest movement of a resting contact along an axis, as a fraction of the touchscreen's
    /// side: more than noise and tremor.
    package static let restMovementLimit = 0.02

    /// The part of a touch frame that may reach the application.
    package enum Passage: Hashable, Sendable {
        /// The whole frame.
        case whole
        /// Only the contacts in `passed`.
        case part
        /// No contact.
        case nothing
    }

    private struct Contact: Sendable {
        var device: DeviceID
        var slot: Int
        /// The normalized position at which the contact rests since `restsSince`.
        var position: CGPoint
        var restsSince: Timestamp
        var isSuppressed: Bool
    }

    private var contacts: [Contact] = []
    /// The time at which the suppression after waking ends, or `nil` if the screen has not woken
    /// since it was last blanked.
    private var guardEnd: Timestamp?
    /// The contacts of a partly suppressed frame that may pass. The memory is reused.
    package private(set) var passed = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)

    /// Creates a filter without contacts. With up to 32 contacts, the filter allocates no further
    /// memory.
    package init() {
        contacts.reserveCapacity(32)
        passed.contacts.reserveCapacity(32)
    }

    /// Returns whether a new contact on a visible screen is suppressed at `now`.
    package func isSuppressing(at now: Timestamp) -> Bool {
        if let guardEnd, now < guardEnd { return true }
        return contacts.contains {
            $0.isSuppressed
                && now.microseconds(since: $0.restsSince) < Self.suppressedRestMicroseconds
        }
    }

    /// Returns the start of the next idle period, provided that no further input arrives. The
    /// result is `now`, or later if contacts are down: `restMicroseconds` after the latest movement
    /// of any contact.
    ///
    /// - Complexity: O(n) in the number of contacts.
    package func idle(from now: Timestamp) -> Timestamp {
        contacts.reduce(now) {
            max($0, $1.restsSince.advanced(byMicroseconds: Self.restMicroseconds))
        }
    }

    /// Starts the suppression after waking.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - isSlow: Whether the display turns on slowly, as monitors do.
    package mutating func pictureShown(at now: Timestamp, isSlow: Bool) {
        guardEnd = now.advanced(
            byMicroseconds: isSlow ? Self.monitorGuardMicroseconds : Self.guardMicroseconds)
    }

    /// Suppresses all contacts that are down, because the screen is blanked.
    package mutating func suppressAll() {
        guardEnd = nil
        for index in contacts.indices { contacts[index].isSuppressed = true }
    }

    /// Removes the contacts of a device.
    package mutating func remove(_ device: DeviceID) {
        contacts.removeAll { $0.device == device }
    }

    /// Removes all contacts, because the devices were closed.
    package mutating func removeAll() {
        contacts.removeAll(keepingCapacity: true)
        guardEnd = nil
    }

    /// Processes a touch frame.
    ///
    /// - Parameters:
    ///   - frame: A frame of a device.
    ///   - isInvisible: Whether the screen is blanked or waking.
    ///   - now: The current time.
    /// - Returns: The part that may pass, and whether the frame is user activity. Resting contacts
    ///   and contacts that lift from a blanked screen are not user activity.
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
                if let index, moved(index, to: contact.position, at: now) { isActivity = true }
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

    private mutating func moved(_ index: Int, to position: CGPoint, at now: Timestamp) -> Bool {
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
