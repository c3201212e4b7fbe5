import Glibc
import TouchKitContacts
import TouchKitGeometry

/// A fault that adds a second, short contact after taps, like a touchscreen that loses a contact
/// while it lifts.
struct BouncingTaps: FaultStage {
    private enum Bounce: Sendable {
        /// The second contact starts at the given time.
        case scheduled(TouchContact, at: Timestamp)
        /// The second contact is down until the given time.
        case down(TouchContact, ReportedContacts.Identity, until: Timestamp)

        /// The time at which the second contact starts or ends next.
        var deadline: Timestamp {
            switch self {
            case .scheduled(_, let time), .down(_, _, let time): time
            }
        }
    }

    /// The maximum duration of a contact that counts as a tap, in microseconds.
    static let maximumTapDuration: Int64 = 300_000
    /// The time between the lift and the second contact, in microseconds.
    static let delay: Int64 = 25_000
    /// The duration of the second contact, in microseconds.
    static let duration: Int64 = 20_000
    /// The largest distance between the tap and the second contact, in millimeters.
    static let maximumDistance = 0.3

    private let probability: Double
    private let device: DeviceID
    private let size: TouchscreenSize
    private var bounces: [Bounce] = []
    private var random: RepeatableRandom
    private var contacts: ReportedContacts

    /// Creates a stage that adds a contact after `percent` of the taps.
    init(percent: Double, _ touchscreen: TouchscreenProperties, _ random: RepeatableRandom) {
        probability = percent / 100
        device = touchscreen.device
        size = touchscreen.size
        contacts = ReportedContacts(slotCount: touchscreen.slotCount)
        bounces.reserveCapacity(2 * touchscreen.slotCount)
        self.random = random
    }

    func nextDeadline(isEnding: Bool) -> Timestamp? {
        var deadline: Timestamp?
        for bounce in bounces { deadline = min(bounce.deadline, deadline ?? bounce.deadline) }
        return deadline
    }

    mutating func process(_ frame: TouchFrame, into output: inout TouchFrameBuffer) {
        for contact in frame.contacts where contact.state == .up {
            guard contacts.tracked.indices.contains(contact.slot),
                let tap = contacts.tracked[contact.slot], tap.identity != nil,
                frame.time.microseconds(since: tap.startTime) < Self.maximumTapDuration,
                random.number(in: 0...1) < probability
            else { continue }
            let time = frame.time.advanced(byMicroseconds: Self.delay)
            bounces.append(.scheduled(displaced(tap.contact), at: time))
        }
        contacts.update(frame)
        output.append(device: frame.device, time: frame.time) { contacts.appendReport(to: &$0) }
    }

    mutating func handleDeadline(at time: Timestamp, into output: inout TouchFrameBuffer) {
        output.append(device: device, time: time) { contacts in
            for index in bounces.indices {
                guard case .scheduled(var contact, let down) = bounces[index], down <= time,
                    let identity = self.contacts.reserveIdentity(preferring: contact.slot)
                else { continue }
                contact.slot = identity.slot
                contact.trackingID = identity.trackingID
                contact.state = .down
                contacts.append(contact)
                contact.state = .up
                bounces[index] = .down(
                    contact, identity, until: time.advanced(byMicroseconds: Self.duration))
            }
            // Lifts come last, because their slots become free only in the next report.
            for case .down(let contact, let identity, let until) in bounces where until <= time {
                self.contacts.release(identity)
                contacts.append(contact)
            }
            contacts.sortBySlot()
        }
        // Bounces that were lifted or found no free slot are complete.
        bounces.removeAll { $0.deadline <= time }
    }

    /// Returns the contact at a random position within `maximumDistance`.
    private mutating func displaced(_ contact: TouchContact) -> TouchContact {
        let distance = random.number(in: 0...Self.maximumDistance)
        let angle = random.number(in: 0...(2 * Double.pi))
        var contact = contact
        let x = contact.position.x + distance * cos(angle) / size.width
        let y = contact.position.y + distance * sin(angle) / size.height
        contact.move(to: CGPoint(x: min(max(0, x), 1), y: min(max(0, y), 1)))
        return contact
    }
}
