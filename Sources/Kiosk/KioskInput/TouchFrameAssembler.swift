import TouchKitContacts
import TouchKitGeometry

/// An assembler of touch frames from contact changes that libinput reports one by one.
///
/// The assembler adds the values that libinput does not report: tracking IDs, the last positions of
/// lifted contacts, and positions in device units. Once warm, the assembler allocates no memory.
package struct TouchFrameAssembler {
    /// A change of the contact in one slot. Positions are fractions (0…1) of the touchscreen's
    /// width and height.
    package enum Change: Hashable, Sendable {
        /// The contact came down at a position.
        case down(CGPoint)
        /// The contact moved to a position.
        case motion(CGPoint)
        /// The contact was lifted.
        case up
        /// The device or the kernel cancelled the contact.
        case cancel
    }

    /// A contact that is down, and the ID of its device.
    private struct Entry {
        var device: DeviceID
        var contact: TouchContact
    }

    private var entries: [Entry] = []
    private var nextTrackingID: Int32 = 1
    /// The touch frame whose contacts are being collected. The frame is reused to avoid allocation.
    private var frame = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)

    /// Creates an assembler without contacts.
    package init() {}

    /// Appends a contact change to the device's current frame. Discards an unfinished frame of
    /// another device.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - slot: The slot that libinput reports, -1 for a single-touch device.
    ///   - device: The touchscreen.
    package mutating func append(_ change: Change, slot: Int32, of device: InputDevice) {
        let slot = Int(max(slot, 0))
        let index = entries.firstIndex { $0.device == device.id && $0.contact.slot == slot }
        var contact =
            index.map { entries[$0].contact }
            ?? TouchContact(slot: slot, trackingID: 0, state: .down, position: .zero)
        switch change {
        case .down(let position):
            contact.state = .down
            contact.trackingID = nextTrackingID
            nextTrackingID &+= 1
            contact.move(to: position, on: device)
        case .motion(let position):
            contact.state = .motion
            contact.move(to: position, on: device)
        case .up: contact.state = .up
        case .cancel: contact.state = .cancel
        }
        store(contact, of: device.id, at: index)
        if frame.device != device.id {
            frame.device = device.id
            frame.contacts.removeAll(keepingCapacity: true)
        }
        frame.contacts.append(contact)
    }

    /// Stores the latest state of a contact, or removes the contact if it was lifted or cancelled.
    private mutating func store(_ contact: TouchContact, of device: DeviceID, at index: Int?) {
        switch contact.state {
        case .down, .motion:
            let entry = Entry(device: device, contact: contact)
            if let index { entries[index] = entry } else { entries.append(entry) }
        case .up, .cancel:
            if let index { entries.remove(at: index) }
        }
    }

    /// Ends the device's current frame, and passes the frame to `body` unless it has no contacts.
    package mutating func endFrame(
        of device: DeviceID, at time: Timestamp, _ body: (TouchFrame) -> Void
    ) {
        guard device == frame.device, !frame.contacts.isEmpty else { return }
        frame.time = time
        body(frame)
        frame.contacts.removeAll(keepingCapacity: true)
    }

    /// Removes all contacts of a disconnected device.
    package mutating func removeDevice(_ device: DeviceID) {
        entries.removeAll { $0.device == device }
    }
}

extension TouchContact {
    /// Sets the position, and the position in device units if the device's ranges are known.
    fileprivate mutating func move(to position: CGPoint, on device: InputDevice) {
        self.position = position
        rawPosition = nil
        if let x = device.rangeX, let y = device.rangeY {
            rawPosition = RawPosition(x: x.value(at: position.x), y: y.value(at: position.y))
        }
    }
}
