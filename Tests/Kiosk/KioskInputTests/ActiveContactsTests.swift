import KioskInput
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Active contacts")
struct ActiveContactsTests {
    static let touchscreen = DeviceID(rawValue: 1)
    static let other = DeviceID(rawValue: 2)
    var contacts = ActiveContacts()

    /// Updates a slot with a state and returns the contact.
    mutating func report(
        _ state: TouchContact.State, slot: Int, at position: CGPoint = .zero,
        of device: DeviceID = touchscreen
    ) -> TouchContact {
        var contact = contacts.contact(on: device, slot: slot, isNew: state == .down)
        contact.state = state
        switch state {
        case .down, .motion: contact.position = position
        case .up, .cancel: break
        }
        contacts.update(contact, on: device)
        return contact
    }

    @Test(
        "A contact has one tracking ID, and a lifted contact has the last position.",
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

    @Test("The same slot of two devices contains two contacts.")
    mutating func twoDevices() {
        let first = report(.down, slot: 0, at: CGPoint(x: 0.1, y: 0.1))
        let second = report(.down, slot: 0, at: CGPoint(x: 0.9, y: 0.9), of: Self.other)
        #expect(first.trackingID != second.trackingID)
        #expect(report(.up, slot: 0).position == CGPoint(x: 0.1, y: 0.1))
        #expect(report(.up, slot: 0, of: Self.other).position == CGPoint(x: 0.9, y: 0.9))
    }

    @Test("Removing a device removes only the contacts of this device.")
    mutating func removedDevice() {
        let remaining = report(.down, slot: 0, at: CGPoint(x: 0.5, y: 0.5), of: Self.other)
        _ = report(.down, slot: 0, at: CGPoint(x: 0.1, y: 0.1))
        contacts.removeAll(of: Self.touchscreen)
        #expect(report(.up, slot: 0).position == .zero)
        #expect(report(.up, slot: 0, of: Self.other).trackingID == remaining.trackingID)
    }

    @Test("A second contact in a slot without a lift has a new tracking ID.")
    mutating func downTwice() {
        let first = report(.down, slot: 1)
        let second = report(.down, slot: 1)
        #expect(first.trackingID != second.trackingID)
        #expect(report(.motion, slot: 1).trackingID == second.trackingID)
    }
}
