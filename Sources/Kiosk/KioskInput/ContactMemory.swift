import TouchKitContacts
import TouchKitGeometry

/// The contacts that are down, by device and slot: libinput says neither where a lifted finger was
/// nor which contact it is.
package struct ContactMemory {
    private struct Entry {
        var device: DeviceID
        var contact: TouchContact
    }

    private var entries: [Entry] = []
    private var nextTrackingID: Int32 = 1

    /// Makes a memory of nothing.
    package init() {}

    /// What is known of a slot; a contact that is new gets a number of its own.
    package mutating func contact(_ device: DeviceID, slot: Int, isNew: Bool) -> TouchContact {
        let known = entries.first { $0.device == device && $0.contact.slot == slot }?.contact
        var contact =
            known
            ?? TouchContact(slot: slot, trackingID: 0, state: .down, position: .zero)
        if isNew {
            contact.trackingID = nextTrackingID
            nextTrackingID &+= 1
        }
        return contact
    }

    /// Remembers a contact until it is lifted.
    package mutating func remember(_ contact: TouchContact, of device: DeviceID) {
        let index = entries.firstIndex { $0.device == device && $0.contact.slot == contact.slot }
        switch contact.state {
        case .down, .motion:
            let entry = Entry(device: device, contact: contact)
            if let index { entries[index] = entry } else { entries.append(entry) }
        case .up, .cancel:
            if let index { entries.remove(at: index) }
        }
    }

    /// Forgets a device that was unplugged.
    package mutating func forget(_ device: DeviceID) {
        entries.removeAll { $0.device == device }
    }
}
