import TouchKitContacts
import TouchKitGeometry

/// Which contacts say that somebody is there, and which of them mean nothing because whoever made them
/// couldn't see what he touched. A pure machine over touch frames.
///
/// A contact that comes down on a dark screen is swallowed until it is lifted, and so is every other that
/// comes down while one of those is down, or a moment after the picture is back.
package struct WakeTouches: Sendable {
    /// How long after the picture is back touches mean nothing, in microseconds: it takes people a quarter of a
    /// second to see that there is one, and the second tap of a double tap comes within 0.35 s.
    package static let guardMicroseconds: Int64 = 500_000
    /// The same on a monitor, which lights up by itself some time after it gets a picture.
    package static let monitorGuardMicroseconds: Int64 = 2_000_000
    /// A contact that stays at its place for so long, in microseconds, is nobody's any more: 2 minutes. Water,
    /// a thing put down on the glass or a broken panel must not keep the screen on for ever.
    package static let restMicroseconds: Int64 = 120_000_000
    /// A swallowed contact that stays at its place for so long, in microseconds, is no part of a hand that
    /// wakes the screen: others count again. Else one drop of water would lock everybody out.
    package static let swallowedRestMicroseconds: Int64 = 10_000_000
    /// A contact stays at its place as long as it is no further from it, in parts of the panel: more than a
    /// panel's noise and a resting finger's tremble.
    package static let restReach = 0.02

    /// What becomes of a frame.
    package enum Passage: Hashable, Sendable {
        /// All of it goes on.
        case whole
        /// `passed` goes on.
        case part
        /// Nothing does.
        case nothing
    }

    private struct Contact: Sendable {
        var device: DeviceID
        var slot: Int
        /// Where it rests, and since when.
        var place: CGPoint
        var restsSince: Timestamp
        var isSwallowed: Bool
    }

    private var contacts: [Contact] = []
    /// Until when touches mean nothing.
    private var guardEnd: Timestamp?
    /// What is left of a frame that was swallowed in part; its memory is used again.
    package private(set) var passed = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)

    /// Makes one that knows of no contact. It allocates nothing later, as long as no more than 32 contacts are
    /// down.
    package init() {
        contacts.reserveCapacity(32)
        passed.contacts.reserveCapacity(32)
    }

    /// Whether touches are swallowed just now, even on a screen that is seen.
    package func isSwallowing(at now: Timestamp) -> Bool {
        if let guardEnd, now < guardEnd { return true }
        return contacts.contains {
            $0.isSwallowed
                && now.microseconds(since: $0.restsSince) < Self.swallowedRestMicroseconds
        }
    }

    /// When idleness begins, if nothing more happens: now, or when the contact that moved last will have rested
    /// long enough.
    ///
    /// - Complexity: O(contacts), as everything here.
    package func idle(from now: Timestamp) -> Timestamp {
        contacts.reduce(now) {
            max($0, $1.restsSince.advanced(byMicroseconds: Self.restMicroseconds))
        }
    }

    /// The picture is back.
    package mutating func pictureShown(at now: Timestamp, isSlow: Bool) {
        guardEnd = now.advanced(
            byMicroseconds: isSlow ? Self.monitorGuardMicroseconds : Self.guardMicroseconds)
    }

    /// The screen gets dark: what is down now means nothing when it moves or lifts.
    package mutating func darken() {
        guardEnd = nil
        for index in contacts.indices { contacts[index].isSwallowed = true }
    }

    /// A device was unplugged.
    package mutating func remove(_ device: DeviceID) {
        contacts.removeAll { $0.device == device }
    }

    /// The display is gone, and the devices were closed.
    package mutating func removeAll() {
        contacts.removeAll(keepingCapacity: true)
        guardEnd = nil
    }

    /// Takes a frame.
    ///
    /// - Parameters:
    ///   - frame: What a device said.
    ///   - isUnseen: Whether the screen is dark.
    ///   - now: The time.
    /// - Returns: What of it goes on, and whether somebody did something: contacts that only rest did not, and
    ///   one that is lifted from a dark screen doesn't light it.
    package mutating func take(_ frame: TouchFrame, isUnseen: Bool, at now: Timestamp)
        -> (passage: Passage, isActivity: Bool)
    {
        var isActivity = false
        var swallowed = 0
        passed.contacts.removeAll(keepingCapacity: true)
        for contact in frame.contacts {
            let index = contacts.firstIndex {
                $0.device == frame.device && $0.slot == contact.slot
            }
            var isSwallowed = index.map { contacts[$0].isSwallowed } ?? false
            switch contact.state {
            case .down:
                if let index { contacts.remove(at: index) }
                isSwallowed = isUnseen || isSwallowing(at: now)
                isActivity = true
                contacts.append(
                    Contact(
                        device: frame.device, slot: contact.slot, place: contact.position,
                        restsSince: now, isSwallowed: isSwallowed))
            case .motion:
                if let index, moved(index, to: contact.position, at: now) { isActivity = true }
            case .up, .cancel:
                if let index { contacts.remove(at: index) }
                isActivity = isActivity || !isUnseen
            }
            if isSwallowed { swallowed += 1 } else { passed.contacts.append(contact) }
        }
        if swallowed == 0 { return (.whole, isActivity) }
        if passed.contacts.isEmpty { return (.nothing, isActivity) }
        passed.device = frame.device
        passed.time = frame.time
        return (.part, isActivity)
    }

    private mutating func moved(_ index: Int, to place: CGPoint, at now: Timestamp) -> Bool {
        let rest = contacts[index].place
        guard
            abs(place.x - rest.x) > Self.restReach || abs(place.y - rest.y) > Self.restReach
        else { return false }
        contacts[index].place = place
        contacts[index].restsSince = now
        return true
    }
}
