import TouchKitContacts
import TouchKitGeometry

/// The contacts of a touchscreen, tracked from frame to frame.
struct ContactHistory: Sendable {
    /// The maximum time in microseconds between a lift and a new contact nearby that counts as a
    /// bounce of the same finger. Users need more than 60 ms to lift a finger and tap again.
    static let bounceMicroseconds: Int64 = 60_000
    /// The maximum distance of a bounce from the lift along each axis, as a fraction of the
    /// touchscreen's size on that axis: 1.5 mm on a 7-inch touchscreen.
    static let bounceDistance = 0.01

    /// The contacts that are down, oldest first.
    private(set) var active: [TestContact] = []
    /// The contact changes of the newest frame.
    private(set) var changes: [ContactChange] = []
    private var lifted: [(position: CGPoint, time: Timestamp)] = []
    private var nextNumber = 1

    /// Starts a page of the field test and marks all contacts that are down as stale.
    mutating func startPage() {
        for index in active.indices { active[index].isStale = true }
    }

    /// Updates the contacts from a touch frame and replaces `changes` with the frame's changes.
    mutating func process(_ frame: TouchFrame) {
        changes.removeAll(keepingCapacity: true)
        for contact in frame.contacts {
            let index = active.firstIndex { $0.slot == contact.slot }
            switch contact.state {
            case .down:
                if let index { end(index, at: frame.time) }
                begin(contact, at: frame.time)
            case .motion:
                // A contact that was down before the test started begins with its first report.
                if let index {
                    move(index, contact, frame.time)
                } else {
                    begin(contact, at: frame.time)
                }
            case .up, .cancel:
                if let index { end(index, at: frame.time) }
            }
        }
    }

    private mutating func begin(_ contact: TouchContact, at time: Timestamp) {
        lifted.removeAll { time.microseconds(since: $0.time) > Self.bounceMicroseconds }
        let position = contact.position
        let isBounce = lifted.contains {
            abs($0.position.x - position.x) < Self.bounceDistance
                && abs($0.position.y - position.y) < Self.bounceDistance
        }
        let new = TestContact(
            number: nextNumber, slot: contact.slot, began: time, firstPosition: position,
            position: position, previousPosition: position, time: time, isBounce: isBounce)
        nextNumber += 1
        active.append(new)
        changes.append(.began(new))
    }

    private mutating func move(_ index: Int, _ contact: TouchContact, _ time: Timestamp) {
        active[index].previousPosition = active[index].position
        active[index].position = contact.position
        active[index].time = time
        active[index].reports += 1
        changes.append(.moved(active[index]))
    }

    private mutating func end(_ index: Int, at time: Timestamp) {
        var contact = active.remove(at: index)
        contact.time = time
        lifted.append((contact.position, time))
        changes.append(.ended(contact))
    }
}
