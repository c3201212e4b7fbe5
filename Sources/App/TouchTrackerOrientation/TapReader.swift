import TouchKitContacts
import TouchKitGeometry

/// A detector of taps with one contact in uncalibrated touch frames.
///
/// A contact is not a tap if another contact is down at the same time, or if it moves too far or is
/// cancelled.
struct TapReader: Sendable {
    /// A contact that came down and lifted without moving farther than `movementLimit`.
    struct Tap: Hashable, Sendable {
        /// The mean of the contact's reported positions, 0…1 along each axis of the touchscreen.
        var position: CGPoint
        /// The time at which the contact came down.
        var began: Timestamp
        /// The time at which the contact lifted.
        var ended: Timestamp
    }

    private enum State: Hashable {
        /// No contact is down.
        case idle
        /// One contact is down. `first` is its first reported position, and `sum` is the sum of all
        /// its `reports` reported positions.
        case tapping(slot: Int, began: Timestamp, first: CGPoint, sum: CGPoint, reports: Int)
        /// No tap is possible until all contacts lift.
        case spoiled
    }

    /// The maximum movement of a tap along an axis, as a fraction of the touchscreen's side.
    static let movementLimit = 0.04
    /// The minimum duration of a tap, in microseconds; shorter contacts are glitches.
    static let minimumDuration: Int64 = 20_000

    private var state = State.idle
    /// A bit mask of the slots whose contacts are down; slots above 63 share the last bit.
    private var downSlots: UInt64

    /// Creates a reader that waits for a tap.
    ///
    /// - Parameter resting: A bit mask of the slots whose contacts are already down; these contacts
    ///   must lift before a tap counts.
    init(resting: UInt64 = 0) {
        downSlots = resting
        if resting != 0 { state = .spoiled }
    }

    /// Whether no tap is possible until all contacts lift.
    var isSpoiled: Bool { state == .spoiled }

    /// The latest position of the contact that may become a tap, uncalibrated, or `nil` if there is
    /// none.
    private(set) var position: CGPoint?

    /// Processes a touch frame.
    ///
    /// - Returns: The tap that ended with this frame, or `nil`.
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

    /// Returns the bit mask with the bit of a slot; slots above 63 share the last bit.
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
