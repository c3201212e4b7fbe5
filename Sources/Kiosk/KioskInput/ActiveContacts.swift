import TouchKitContacts
import TouchKitGeometry

/// A table of the contacts that are down, by device and slot.
///
/// The table supplies tracking IDs and the last positions of lifted contacts, because libinput
/// reports neither.
package struct ActiveContacts {
    /// A contact that is down, and the ID of its device.
    private struct Entry {
        var device: DeviceID
        var contact: TouchContact
    }

    private var entries: [Entry] = []
    private var nextTrackingID: Int32 = 1

    /// Creates an empty table.
    package init() {}

    /// Returns the contact in a slot of a device, or a contact at position zero if the slot is
    /// empty.
    ///
    /// - Parameters:
    ///   - device: The ID of the device.
    ///   - slot: The slot number.
    ///   - isNew: Whether a new contact begins. If `true`, the returned contact has a new tracking
    ///     ID.
    package mutating func contact(
        on device: DeviceID, slot: Int, isNew: Bool
    ) -> TouchContact {
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

    /// Stores the latest state of a contact, or removes the contact if it was lifted or cancelled.
    package mutating func update(_ contact: TouchContact, on device: DeviceID) {
        let index = entries.firstIndex { $0.device == device && $0.contact.slot == contact.slot }
        switch contact.state {
        case .down, .motion:
            let entry = Entry(device: device, contact: contact)
            if let index { entries[index] = entry } else { entries.append(entry) }
        case .up, .cancel:
            if let index { entries.remove(at: index) }
        }
    }

    /// Removes all contacts of a device.
    package mutating func removeAll(of device: DeviceID) {
        entries.removeAll { $0.device == device }
    }
}
