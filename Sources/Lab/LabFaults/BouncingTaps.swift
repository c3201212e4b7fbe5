import Glibc
import TouchKitContacts
import TouchKitGeometry

/// A panel that loses a finger for a moment while it is being lifted: each tap becomes two.
struct BouncingTaps: PanelFaultStage {
    private enum Bounce: Sendable {
        /// It comes down then, as this.
        case coming(TouchContact, at: Timestamp)
        /// It is down, and lifted then.
        case down(TouchContact, FaultContacts.Name, until: Timestamp)

        var due: Timestamp {
            switch self {
            case .coming(_, let time), .down(_, _, let time): time
            }
        }
    }

    /// What is shorter is a tap, in microseconds.
    static let longestTap: Int64 = 300_000
    /// From a lift to the second contact, in microseconds.
    static let pause: Int64 = 25_000
    /// How long that is, in microseconds.
    static let stay: Int64 = 20_000
    /// How far it is from the first at most, in millimetres.
    static let scatter = 0.3

    private let part: Double
    private let device: DeviceID
    private let size: PanelSize
    private var bounces: [Bounce] = []
    private var random: RepeatableRandom
    private var contacts: FaultContacts

    init(percent: Double, _ panel: FaultyPanel, _ random: RepeatableRandom) {
        part = percent / 100
        device = panel.device
        size = panel.size
        contacts = FaultContacts(slotCount: panel.slotCount)
        bounces.reserveCapacity(2 * panel.slotCount)
        self.random = random
    }

    func nextDue(isEnding: Bool) -> Timestamp? {
        var due: Timestamp?
        for bounce in bounces { due = min(bounce.due, due ?? bounce.due) }
        return due
    }

    mutating func take(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        for contact in frame.contacts where contact.state == .up {
            guard contacts.fingers.indices.contains(contact.slot),
                let finger = contacts.fingers[contact.slot], finger.name != nil,
                frame.time.microseconds(since: finger.landing) < Self.longestTap,
                random.number(in: 0...1) < part
            else { continue }
            let time = frame.time.advanced(byMicroseconds: Self.pause)
            bounces.append(.coming(scattered(finger.contact), at: time))
        }
        contacts.update(frame)
        output.append(device: frame.device, time: frame.time) { contacts.report(into: &$0) }
    }

    mutating func fire(at time: Timestamp, into output: inout TouchFrameBuffer) {
        output.append(device: device, time: time) { contacts in
            for index in bounces.indices {
                guard case .coming(var contact, let down) = bounces[index], down <= time,
                    let name = self.contacts.takeName(preferring: contact.slot)
                else { continue }
                contact.slot = name.slot
                contact.trackingID = name.trackingID
                contact.state = .down
                contacts.append(contact)
                contact.state = .up
                bounces[index] = .down(
                    contact, name, until: time.advanced(byMicroseconds: Self.stay))
            }
            // Lifts last: their slots are free from the next report on.
            for case .down(let contact, let name, let until) in bounces where until <= time {
                self.contacts.release(name)
                contacts.append(contact)
            }
            contacts.sortBySlot()
        }
        // What was lifted is over, and so is what found no slot.
        bounces.removeAll { $0.due <= time }
    }

    private mutating func scattered(_ contact: TouchContact) -> TouchContact {
        let distance = random.number(in: 0...Self.scatter)
        let angle = random.number(in: 0...(2 * Double.pi))
        var contact = contact
        let x = contact.position.x + distance * cos(angle) / size.width
        let y = contact.position.y + distance * sin(angle) / size.height
        contact.place(at: CGPoint(x: min(max(0, x), 1), y: min(max(0, y), 1)))
        return contact
    }
}
