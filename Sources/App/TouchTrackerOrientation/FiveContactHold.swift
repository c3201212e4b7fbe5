import TouchKitContacts
import TouchKitGeometry

/// A detector of five contacts that rest on one touchscreen for five seconds, at any positions (a
/// hold).
package struct FiveContactHold: Sendable {
    /// The exact number of contacts that a hold requires.
    package static let contactCount = 5
    /// The duration of a hold, in seconds, measured from the moment at which the last contact came
    /// down.
    package static let duration = 5.0
    /// The maximum movement of a contact along each axis during a hold, as a fraction of the side
    /// length of the touchscreen. The limit exceeds the jitter of a resting finger.
    static let movementLimit = 0.05

    private enum State: Hashable {
        /// Fewer than five contacts are down, and a hold is possible.
        case waiting
        /// Five contacts are resting. The hold is complete at the time `until`.
        case holding(until: Timestamp)
        /// A contact has moved or lifted, more than five contacts have been down, or the hold was
        /// consumed. All contacts must lift before the next hold.
        case spoiled
    }

    private struct HeldContact: Hashable {
        var slot: Int
        var first: CGPoint
    }

    private var state = State.waiting
    private var heldContacts: [HeldContact] = []

    /// Creates a detector without any contacts.
    package init() {
        heldContacts.reserveCapacity(Self.contactCount + 1)
    }

    /// The time at which the hold in progress is complete, or `nil` if no hold is in progress.
    package var deadline: Timestamp? {
        guard case .holding(let until) = state else { return nil }
        return until
    }

    /// A bit mask of the slots whose contacts are down: bit *n* stands for slot *n*. Slots above 63
    /// share the last bit.
    package var slots: UInt64 { heldContacts.reduce(0) { $0 | TapReader.bit($1.slot) } }

    /// Processes a touch frame of the touchscreen. The method allocates no memory while at most six
    /// contacts are down.
    package mutating func process(_ frame: TouchFrame) {
        for contact in frame.contacts {
            let index = heldContacts.firstIndex { $0.slot == contact.slot }
            switch contact.state {
            case .down:
                if let index { heldContacts.remove(at: index) }
                add(contact, at: frame.time)
            case .motion:
                guard let index else { continue }
                let first = heldContacts[index].first
                if abs(contact.position.x - first.x) > Self.movementLimit
                    || abs(contact.position.y - first.y) > Self.movementLimit
                {
                    state = .spoiled
                }
            case .up, .cancel:
                guard let index else { continue }
                heldContacts.remove(at: index)
                if case .holding = state { state = .spoiled }
            }
        }
        if heldContacts.isEmpty { state = .waiting }
    }

    private mutating func add(_ contact: TouchContact, at time: Timestamp) {
        heldContacts.append(HeldContact(slot: contact.slot, first: contact.position))
        guard state != .spoiled else { return }
        if heldContacts.count == Self.contactCount {
            state = .holding(until: time.advanced(by: Self.duration))
        } else if heldContacts.count > Self.contactCount {
            state = .spoiled
        }
    }

    /// Returns whether the hold is complete at the time `time`. A complete hold is ended, and all
    /// contacts must lift before the next hold.
    package mutating func consumeHold(at time: Timestamp) -> Bool {
        guard case .holding(let until) = state, time >= until else { return false }
        state = .spoiled
        return true
    }
}
