import TouchKitContacts
import TouchKitGeometry

/// A detector of five contacts that rest on one touchscreen for five seconds, at any positions.
package struct FiveContactHold: Sendable {
    /// The exact number of contacts in a hold.
    package static let contactCount = 5
    /// The duration of the hold, in seconds, measured from the contact that came down last.
    package static let duration = 5.0
    /// The maximum movement of a contact along an axis during a hold, as a fraction of the
    /// touchscreen's side. The limit exceeds the jitter of a resting finger.
    static let movementLimit = 0.05

    private enum State: Hashable {
        /// Fewer than five contacts are down.
        case waiting
        /// Five contacts rest; the hold is complete at `until`.
        case holding(until: Timestamp)
        /// A contact moved or lifted, more than five contacts were down, or the hold was consumed.
        /// All contacts must lift before the next hold.
        case spoiled
    }

    private struct HeldContact: Hashable {
        var slot: Int
        var first: CGPoint
    }

    private var state = State.waiting
    private var heldContacts: [HeldContact] = []

    /// Creates a detector without contacts.
    package init() {
        heldContacts.reserveCapacity(Self.contactCount + 1)
    }

    /// The time at which the hold in progress is complete, or `nil` if there is none.
    package var deadline: Timestamp? {
        guard case .holding(let until) = state else { return nil }
        return until
    }

    /// A bit mask of the slots whose contacts are down; slots above 63 share the last bit.
    package var slots: UInt64 { heldContacts.reduce(0) { $0 | TapReader.bit($1.slot) } }

    /// Processes a touch frame, without allocating memory once warm.
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

    /// Returns whether the hold is complete at `time`. If so, ends the hold; all contacts must lift
    /// before the next one.
    package mutating func consumeHold(at time: Timestamp) -> Bool {
        guard case .holding(let until) = state, time >= until else { return false }
        state = .spoiled
        return true
    }
}
