import TouchKitContacts
import TouchKitGeometry

/// The fingers on a panel, by the slots in which they are told of, and the names by which a fault reports them.
///
/// A fault that hides fingers, or makes some up, can't pass names on: a finger that comes out of hiding is a
/// new contact, and what is made up takes a slot. So each such fault names all of them anew: a finger gets
/// its own slot where that is free, else the lowest that is, and the next tracking id. One for which there
/// is no slot waits for the first report in which there is one.
struct FaultContacts: Sendable {
    /// What a contact is reported by.
    struct Name: Sendable, Equatable {
        let slot: Int
        let trackingID: Int32
    }

    struct Finger: Sendable {
        /// What was last told of it.
        var contact: TouchContact
        /// When it came down.
        let landing: Timestamp
        /// How many came down before it.
        let order: Int
        /// Whether nothing may be reported of it.
        var isHidden = false
        /// Where it is reported, if that isn't where it is.
        var place: CGPoint?
        /// By which finger's `order` it is covered: `MergedContacts`' alone.
        var cover: Int?
        /// Whether there is something to report of it.
        fileprivate(set) var isChanged = false
        fileprivate(set) var name: Name?
    }

    /// By slot, as told.
    private(set) var fingers: [Finger?]
    /// By slot, as reported: the tracking id, or nil.
    private var taken: [Int32?]
    /// What ended since the last report.
    private var endings: [TouchContact] = []
    private var nextTrackingID: Int32?
    private var landings = 0

    init(slotCount: Int) {
        taken = Array(repeating: nil, count: slotCount)
        fingers = Array(repeating: nil, count: slotCount)
        endings.reserveCapacity(slotCount)
    }

    /// Takes what is told.
    mutating func update(_ frame: TouchFrame) {
        for contact in frame.contacts where fingers.indices.contains(contact.slot) {
            switch contact.state {
            case .down:
                end(contact.slot, .cancel)
                if nextTrackingID == nil { nextTrackingID = contact.trackingID & 0xffff }
                fingers[contact.slot] = Finger(
                    contact: contact, landing: frame.time, order: landings)
                landings += 1
            case .motion:
                fingers[contact.slot]?.contact = contact
                fingers[contact.slot]?.isChanged = true
            case .up, .cancel:
                end(contact.slot, contact.state)
            }
        }
    }

    private mutating func end(_ slot: Int, _ state: TouchContact.State) {
        guard let finger = fingers[slot] else { return }
        fingers[slot] = nil
        guard let name = finger.name else { return }
        taken[name.slot] = nil
        endings.append(Self.report(finger, name, state))
    }

    /// Changes what is to be reported of a finger.
    mutating func change(_ slot: Int, _ body: (inout Finger) -> Void) {
        guard fingers.indices.contains(slot), var finger = fingers[slot] else { return }
        body(&finger)
        fingers[slot] = finger
    }

    /// Has two fingers reported by each other's names.
    mutating func exchangeNames(_ first: Int, _ second: Int) {
        let names = (fingers[first]?.name, fingers[second]?.name)
        fingers[first]?.name = names.1
        fingers[second]?.name = names.0
        fingers[first]?.isChanged = true
        fingers[second]?.isChanged = true
    }

    /// Has a finger moved by a fault.
    mutating func place(_ slot: Int, at place: CGPoint?) {
        guard fingers[slot]?.place != place else { return }
        fingers[slot]?.place = place
        fingers[slot]?.isChanged = true
    }

    /// Forgets a finger, whose name stays taken for ever.
    mutating func leaveBehind(_ slot: Int) {
        fingers[slot] = nil
    }

    /// A name for a contact that is made up; nil where no slot is free.
    mutating func takeName(preferring slot: Int = 0) -> Name? {
        guard let free = freeSlot(preferring: slot) else { return nil }
        var trackingID = nextTrackingID ?? 1
        // The kernel counts to 65,535 and begins again.
        while taken.contains(trackingID) { trackingID = (trackingID + 1) & 0xffff }
        nextTrackingID = (trackingID + 1) & 0xffff
        taken[free] = trackingID
        return Name(slot: free, trackingID: trackingID)
    }

    /// Gives back the name of a contact that was made up; nobody may have it in the same report.
    mutating func release(_ name: Name) {
        taken[name.slot] = nil
    }

    /// Never one from which a contact is being lifted: not every reader understands a slot that is said twice.
    private func freeSlot(preferring slot: Int) -> Int? {
        func isFree(_ slot: Int) -> Bool {
            taken[slot] == nil && !endings.contains { $0.slot == slot }
        }
        return isFree(slot) ? slot : taken.indices.first { isFree($0) }
    }

    /// Appends what has changed since the last report: first what ends, then what begins, in the order of slots.
    mutating func report(into contacts: inout [TouchContact]) {
        let start = contacts.count
        for slot in fingers.indices {
            guard let finger = fingers[slot], finger.isHidden, let name = finger.name else {
                continue
            }
            taken[name.slot] = nil
            fingers[slot]?.name = nil
            endings.append(Self.report(finger, name, .up))
        }
        contacts.append(contentsOf: endings)
        for slot in fingers.indices {
            guard let finger = fingers[slot], !finger.isHidden else { continue }
            if let name = finger.name {
                if finger.isChanged { contacts.append(Self.report(finger, name, .motion)) }
            } else if let name = takeName(preferring: slot) {
                fingers[slot]?.name = name
                contacts.append(Self.report(finger, name, .down))
            }
            fingers[slot]?.isChanged = false
        }
        endings.removeAll(keepingCapacity: true)
        contacts.sortBySlot(from: start)
    }

    private static func report(
        _ finger: Finger, _ name: Name, _ state: TouchContact.State
    ) -> TouchContact {
        var contact = finger.contact
        contact.slot = name.slot
        contact.trackingID = name.trackingID
        contact.state = state
        if let place = finger.place { contact.place(at: place) }
        return contact
    }
}

extension TouchContact {
    /// Moves it; what the place is in device units isn't known any more.
    mutating func place(at place: CGPoint) {
        guard place != position else { return }
        position = place
        rawPosition = nil
    }
}

extension [TouchContact] {
    /// Sorts what was appended by slot, as the kernel does; what ends in a slot stays before what begins.
    mutating func sortBySlot(from start: Int = 0) {
        for index in indices.dropFirst(start + 1) {
            var place = index
            while place > start, self[place - 1].slot > self[place].slot {
                swapAt(place - 1, place)
                place -= 1
            }
        }
    }
}
