import KioskInput
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Contact memory")
struct ContactMemoryTests {
    static let panel = DeviceID(rawValue: 1)
    static let other = DeviceID(rawValue: 2)
    var memory = ContactMemory()

    mutating func report(
        _ state: TouchContact.State, slot: Int, at place: CGPoint = .zero,
        of device: DeviceID = panel
    ) -> TouchContact {
        var contact = memory.contact(device, slot: slot, isNew: state == .down)
        contact.state = state
        switch state {
        case .down, .motion: contact.position = place
        case .up, .cancel: break
        }
        memory.remember(contact, of: device)
        return contact
    }

    @Test(
        "A contact keeps its number while it is down, and is lifted where it was last.",
        arguments: [TouchContact.State.up, .cancel])
    mutating func oneContact(end: TouchContact.State) {
        let down = report(.down, slot: 3, at: CGPoint(x: 0.1, y: 0.2))
        let motion = report(.motion, slot: 3, at: CGPoint(x: 0.3, y: 0.4))
        let lifted = report(end, slot: 3)
        #expect(down.slot == 3)
        #expect(motion.trackingID == down.trackingID)
        #expect(lifted.trackingID == down.trackingID)
        #expect(lifted.position == CGPoint(x: 0.3, y: 0.4))
        let next = report(.down, slot: 3)
        #expect(next.trackingID != down.trackingID)
    }

    @Test("The same slot of two devices is two contacts.")
    mutating func twoDevices() {
        let first = report(.down, slot: 0, at: CGPoint(x: 0.1, y: 0.1))
        let second = report(.down, slot: 0, at: CGPoint(x: 0.9, y: 0.9), of: Self.other)
        #expect(first.trackingID != second.trackingID)
        #expect(report(.up, slot: 0).position == CGPoint(x: 0.1, y: 0.1))
        #expect(report(.up, slot: 0, of: Self.other).position == CGPoint(x: 0.9, y: 0.9))
    }

    @Test("A device that is unplugged takes its contacts with it, and no other's.")
    mutating func unplugged() {
        let kept = report(.down, slot: 0, at: CGPoint(x: 0.5, y: 0.5), of: Self.other)
        _ = report(.down, slot: 0, at: CGPoint(x: 0.1, y: 0.1))
        memory.forget(Self.panel)
        #expect(report(.up, slot: 0).position == .zero)
        #expect(report(.up, slot: 0, of: Self.other).trackingID == kept.trackingID)
    }

    @Test("A slot that comes down twice without a lift has a new number.")
    mutating func downTwice() {
        let first = report(.down, slot: 1)
        let second = report(.down, slot: 1)
        #expect(first.trackingID != second.trackingID)
        #expect(report(.motion, slot: 1).trackingID == second.trackingID)
    }
}
