import TouchKitContacts
import TouchKitGeometry

/// Finds taps of one finger in what a panel reports, uncorrected. A finger that isn't alone, strays or is taken
/// back makes none.
struct TapReader: Sendable {
    /// A finger that came down and was lifted.
    struct Tap: Hashable, Sendable {
        /// The mean of the places that were reported of it, 0…1 across the panel.
        var place: CGPoint
        /// When it came down.
        var began: Timestamp
        /// When it was lifted.
        var ended: Timestamp
    }

    private enum State: Hashable {
        /// No finger is down.
        case free
        /// One is, alone.
        case tapping(slot: Int, began: Timestamp, first: CGPoint, sum: CGPoint, reports: Int)
        /// Others are, or were with it: what is down has to be lifted first.
        case spoiled
    }

    /// How far a finger may stray, as a part of the panel.
    static let reach = 0.04
    /// The shortest tap, in microseconds: what is shorter is a glitch.
    static let shortest: Int64 = 20_000

    private var state = State.free
    /// The slots of the fingers that are down, as bits: no panel has more than 64.
    private var down: UInt64

    /// Makes a reader.
    ///
    /// - Parameter resting: The slots of fingers that are down already, as bits; they have to be lifted first.
    init(resting: UInt64 = 0) {
        down = resting
        if resting != 0 { state = .spoiled }
    }

    /// Whether fingers are down that make no tap.
    var isSpoiled: Bool { state == .spoiled }

    /// Where the one finger is; nil where none is, or several are.
    private(set) var finger: CGPoint?

    /// Takes a frame of the panel.
    ///
    /// - Returns: The tap that ended with it.
    mutating func receive(_ frame: TouchFrame) -> Tap? {
        var tap: Tap?
        for contact in frame.contacts {
            let bit = Self.bit(contact.slot)
            switch contact.state {
            case .down:
                if down == 0 {
                    state = .tapping(
                        slot: contact.slot, began: frame.time, first: contact.position,
                        sum: contact.position, reports: 1)
                    finger = contact.position
                } else {
                    spoil()
                }
                down |= bit
            case .motion:
                // A finger that was down before anybody looked.
                if down & bit == 0 { spoil() }
                down |= bit
                move(contact)
            case .up:
                down &= ~bit
                tap = end(contact.slot, at: frame.time) ?? tap
            case .cancel:
                down &= ~bit
                spoil()
            }
        }
        if down == 0, case .spoiled = state { state = .free }
        return tap
    }

    /// A slot's bit.
    static func bit(_ slot: Int) -> UInt64 { 1 << UInt64(min(max(slot, 0), 63)) }

    private mutating func spoil() {
        state = .spoiled
        finger = nil
    }

    private mutating func move(_ contact: TouchContact) {
        guard case .tapping(contact.slot, let began, let first, let sum, let reports) = state
        else { return }
        let place = contact.position
        guard abs(place.x - first.x) <= Self.reach, abs(place.y - first.y) <= Self.reach else {
            return spoil()
        }
        finger = place
        state = .tapping(
            slot: contact.slot, began: began, first: first,
            sum: CGPoint(x: sum.x + place.x, y: sum.y + place.y), reports: reports + 1)
    }

    private mutating func end(_ slot: Int, at time: Timestamp) -> Tap? {
        guard case .tapping(slot, let began, _, let sum, let reports) = state else { return nil }
        state = .free
        finger = nil
        guard time.microseconds(since: began) >= Self.shortest else { return nil }
        let count = CGFloat(reports)
        return Tap(
            place: CGPoint(x: sum.x / count, y: sum.y / count), began: began, ended: time)
    }
}
