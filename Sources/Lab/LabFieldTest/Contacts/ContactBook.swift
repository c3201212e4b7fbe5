import TouchKitContacts
import TouchKitGeometry

/// Follows a panel's contacts from frame to frame.
struct ContactBook: Sendable {
    /// A contact this soon after another one's lift, and as near to it, is the same finger: nobody lifts
    /// and lands within 60 ms.
    static let bounceMicroseconds: Int64 = 60_000
    /// How near, as a part of the panel: 1.5 mm of a 7-inch one.
    static let bounceReach = 0.01

    /// The contacts that are down, oldest first.
    private(set) var live: [PanelContact] = []
    /// What the newest frame said.
    private(set) var changes: [ContactChange] = []
    private var lifted: [(place: CGPoint, time: Timestamp)] = []
    private var nextNumber = 1

    /// The contacts that are meant for the page.
    var fresh: [PanelContact] { live.filter { !$0.isStale } }

    /// A page begins: what is down now isn't meant for it.
    mutating func turnPage() {
        for index in live.indices { live[index].isStale = true }
    }

    /// Takes a frame; `changes` then says what it meant.
    mutating func receive(_ frame: TouchFrame) {
        changes.removeAll(keepingCapacity: true)
        for contact in frame.contacts {
            let index = live.firstIndex { $0.slot == contact.slot }
            switch contact.state {
            case .down:
                if let index { end(index, at: frame.time) }
                begin(contact, at: frame.time)
            case .motion:
                // A finger that was down before anybody listened: its first report is its beginning.
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
        let place = contact.position
        let isBounce = lifted.contains {
            abs($0.place.x - place.x) < Self.bounceReach
                && abs($0.place.y - place.y) < Self.bounceReach
        }
        let new = PanelContact(
            number: nextNumber, slot: contact.slot, began: time, firstPlace: place, place: place,
            formerPlace: place, time: time, lastMoved: time, isBounce: isBounce)
        nextNumber += 1
        live.append(new)
        changes.append(.began(new))
    }

    private mutating func move(_ index: Int, _ contact: TouchContact, _ time: Timestamp) {
        live[index].formerPlace = live[index].place
        if live[index].place != contact.position { live[index].lastMoved = time }
        live[index].place = contact.position
        live[index].time = time
        live[index].reports += 1
        changes.append(.moved(live[index]))
    }

    private mutating func end(_ index: Int, at time: Timestamp) {
        var contact = live.remove(at: index)
        contact.time = time
        lifted.append((contact.place, time))
        changes.append(.ended(contact))
    }
}
