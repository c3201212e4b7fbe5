import TouchKitContacts
import TouchKitGeometry

/// Sees that five fingers of one panel rest for five seconds, wherever it reports them.
package struct FingerHold: Sendable {
    /// How many fingers have to rest: no more, no fewer.
    package static let fingers = 5
    /// How long, in seconds, from the last one's contact.
    package static let duration = 5.0
    /// How far each may stray, as a part of the panel: more than a resting finger trembles.
    static let reach = 0.05

    private enum State: Hashable {
        /// There aren't five.
        case waiting
        /// They rest, and are to rest until then.
        case holding(until: Timestamp)
        /// One has strayed, or there were more: all are lifted first.
        case spoiled
    }

    private struct Finger: Hashable {
        var slot: Int
        var first: CGPoint
    }

    private var state = State.waiting
    private var held: [Finger] = []

    /// Makes one that knows of no finger.
    package init() {
        held.reserveCapacity(Self.fingers + 1)
    }

    /// When they have rested long enough, if nothing happens before; nil where they don't rest.
    package var deadline: Timestamp? {
        guard case .holding(let until) = state else { return nil }
        return until
    }

    /// The slots of the fingers that are down, as bits.
    package var slots: UInt64 { held.reduce(0) { $0 | TapReader.bit($1.slot) } }

    /// Takes a frame of the panel. Allocates nothing once warm.
    package mutating func receive(_ frame: TouchFrame) {
        for contact in frame.contacts {
            let index = held.firstIndex { $0.slot == contact.slot }
            switch contact.state {
            case .down:
                if let index { held.remove(at: index) }
                add(contact, at: frame.time)
            case .motion:
                guard let index else { continue }
                let first = held[index].first
                if abs(contact.position.x - first.x) > Self.reach
                    || abs(contact.position.y - first.y) > Self.reach
                {
                    state = .spoiled
                }
            case .up, .cancel:
                guard let index else { continue }
                held.remove(at: index)
                if case .holding = state { state = .spoiled }
            }
        }
        if held.isEmpty { state = .waiting }
    }

    private mutating func add(_ contact: TouchContact, at time: Timestamp) {
        held.append(Finger(slot: contact.slot, first: contact.position))
        guard state != .spoiled else { return }
        if held.count == Self.fingers {
            state = .holding(until: time.advanced(by: Self.duration))
        } else if held.count > Self.fingers {
            state = .spoiled
        }
    }

    /// Whether they have rested long enough at a moment; then they have to be lifted before they can again.
    package mutating func takeHold(at time: Timestamp) -> Bool {
        guard case .holding(let until) = state, time >= until else { return false }
        state = .spoiled
        return true
    }
}
