import TouchKitContacts
import TouchKitGeometry

/// A detector of taps with one contact in uncalibrated touch frames.
///
/// A contact is not a tap if another contact is down at the same time, if it moves too far, if it
/// is too short, or if it is cancelled.
struct TapReader: Sendable {
    /// A tap: a contact that came down and lifted without moving farther than `movementLimit`.
    struct Tap: Hashable, Sendable {
        /// The mean of all reported positions of the contact, 0…1 along each axis of the
        /// touchscreen.
        var position: CGPoint
        /// The time at which the contact came down.
        var began: Timestamp
        /// The time at which the contact lifted.
        var ended: Timestamp
    }

    private enum State: Hashable {
        /// No contact is down.
        case idle
        /// One contact is down. The value `first` is its first reported position, and `sum` is the
        /// sum of all its reported positions, whose number is `reports`.
        case tapping(slot: Int, began: Timestamp, first: CGPoint, sum: CGPoint, reports: Int)
        /// No tap is possible until all contacts have lifted.
        case spoiled
    }

    /// The maximum movement of a tap along each axis, as a fraction of the side length of the
    /// touchscreen.
    static let movementLimit = 0.04
    /// The minimum duration of a tap, in microseconds. Shorter contacts are considered to be
    /// glitches of the touchscreen.
    static let minimumDuration: Int64 = 20_000

    private var state = State.idle
    /// A bit mask of the slots whose contacts are down: bit *n* stands for slot *n*. Slots above 63
    /// share the last bit.
    private var downSlots: UInt64

    /// Creates a detector that waits for a tap.
    ///
    /// - Parameter resting: A bit mask of the slots whose contacts are already down. These contacts
    ///   must lift before a tap counts.
    init(resting: UInt64 = 0) {
        downSlots = resting
        if resting != 0 { state = .spoiled }
    }

    /// Whether no tap is possible until all contacts have lifted.
    var isSpoiled: Bool { state == .spoiled }

    /// The newest position of the contact that may become a tap, without calibration, 0…1 along
    /// each axis of the touchscreen. `nil` if there is no such contact.
    private(set) var position: CGPoint?

    /// Processes a touch frame.
    ///
    /// - Returns: The tap that has ended with this frame, or `nil` if no tap has ended.
    mutating func process(_ frame: TouchFrame) -> Tap? {
        var tap: Tap?
        for contact in frame.contacts {
            let bit = Self.bit(contact.slot)
            switch contact.state {
            case .down:
                if downSlots == 0 {
                    state = .tapping(
                        slot: contact.slot, began: frame.time, first: contact.position,
                        sum: contact.position, reports: 1)
                    position = contact.position
                } else {
                    spoil()
                }
                downSlots |= bit
            case .motion:
                // The contact came down before the reader was created, so it cannot be a tap.
                if downSlots & bit == 0 { spoil() }
                downSlots |= bit
                move(contact)
            case .up:
                downSlots &= ~bit
                tap = end(contact.slot, at: frame.time) ?? tap
            case .cancel:
                downSlots &= ~bit
                spoil()
            }
        }
        if downSlots == 0, case .spoiled = state { state = .idle }
        return tap
    }

    /// Returns a bit mask in which only the bit for the slot `slot` is set. Slots above 63 share
    /// the last bit.
    static func bit(_ slot: Int) -> UInt64 { 1 << UInt64(min(max(slot, 0), 63)) }

    private mutating func spoil() {
        state = .spoiled
        position = nil
    }

    private mutating func move(_ contact: TouchContact) {
        guard case .tapping(contact.slot, let began, let first, let sum, let reports) = state
        else { return }
        let reported = contact.position
        guard abs(reported.x - first.x) <= Self.movementLimit,
            abs(reported.y - first.y) <= Self.movementLimit
        else {
            return spoil()
        }
        position = reported
        state = .tapping(
            slot: contact.slot, began: began, first: first,
            sum: CGPoint(x: sum.x + reported.x, y: sum.y + reported.y), reports: reports + 1)
    }

    private mutating func end(_ slot: Int, at time: Timestamp) -> Tap? {
        guard case .tapping(slot, let began, _, let sum, let reports) = state else { return nil }
        state = .idle
        position = nil
        guard time.microseconds(since: began) >= Self.minimumDuration else { return nil }
        let count = CGFloat(reports)
        return Tap(
            position: CGPoint(x: sum.x / count, y: sum.y / count), began: began, ended: time)
    }
}
