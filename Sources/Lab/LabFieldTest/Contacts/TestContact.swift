import TouchKitGeometry

/// A contact that the touchscreen reports, from its start to its lift.
package struct TestContact: Hashable, Sendable {
    /// The serial number of the contact within the field test, from 1.
    package let number: Int
    /// The kernel slot of the contact.
    package let slot: Int
    /// The time at which the contact came down.
    package let began: Timestamp
    /// The position at which the contact came down, 0…1 along each axis of the touchscreen.
    package let firstPosition: CGPoint
    /// The latest reported position, 0…1.
    package internal(set) var position: CGPoint
    /// The position before the latest report, 0…1.
    package internal(set) var previousPosition: CGPoint
    /// The time of the latest report.
    package internal(set) var time: Timestamp
    /// The number of reports, including the first.
    package internal(set) var reports = 1
    /// Whether the contact came down where another contact had just lifted, sooner than a finger
    /// can return.
    package let isBounce: Bool
    /// Whether the contact was down before the page started and therefore does not count.
    package internal(set) var isStale = false

    /// Returns the time from the contact's start until `time`, in microseconds.
    package func microsecondsDown(at time: Timestamp) -> Int64 { time.microseconds(since: began) }
}

/// A change of a contact in one touch frame.
package enum ContactChange: Hashable, Sendable {
    /// The contact came down.
    case began(TestContact)
    /// The contact was reported again, at the same or at another position.
    case moved(TestContact)
    /// The contact lifted or was cancelled.
    case ended(TestContact)

    /// The changed contact.
    package var contact: TestContact {
        switch self {
        case .began(let contact), .moved(let contact), .ended(let contact): contact
        }
    }
}
