import TouchKitContacts
import TouchKitGeometry

/// Writes touch frames as a panel's driver does: protocol B, and beside it what a pointer would do, of the
/// finger that is down longest (`Documentation/input/multi-touch-protocol.rst`). `SlotDecoder` reads it.
package struct PanelEncoder: Sendable {
    private struct Slot: Sendable {
        /// The contact, or -1.
        var trackingID: Int32 = -1
        var x: Int32 = 0
        var y: Int32 = 0
        /// How many contacts came before it.
        var age = 0
    }

    private let axis: SlotDecoder.Axis
    private var slots: [Slot]
    private var landings = 0
    private var isTouched = false

    /// Makes the encoder of a panel that nothing touches.
    ///
    /// - Parameters:
    ///   - slotCount: The number of slots.
    ///   - axis: The range of both axes.
    package init(slotCount: Int, axis: SlotDecoder.Axis) {
        self.axis = axis
        slots = Array(repeating: Slot(), count: slotCount)
    }

    /// Says what a frame says, and ends with `SYN_REPORT`. Contacts in slots that the panel hasn't are
    /// passed over.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - emit: Gets each event: type, code, value.
    package mutating func encode(
        _ frame: TouchFrame, _ emit: (_ type: UInt16, _ code: UInt16, _ value: Int32) -> Void
    ) {
        for contact in frame.contacts where slots.indices.contains(contact.slot) {
            emit(EventCode.absolute, EventCode.slot, Int32(contact.slot))
            switch contact.state {
            case .down:
                slots[contact.slot].trackingID = contact.trackingID
                slots[contact.slot].age = landings
                landings += 1
                emit(EventCode.absolute, EventCode.trackingID, contact.trackingID)
                place(contact, emit)
            case .motion:
                place(contact, emit)
            case .up, .cancel:
                slots[contact.slot].trackingID = -1
                emit(EventCode.absolute, EventCode.trackingID, -1)
            }
        }
        emulatePointer(emit)
        emit(EventCode.synchronization, EventCode.report, 0)
    }

    /// Says that every finger is lifted.
    package mutating func encodeLift(
        _ emit: (_ type: UInt16, _ code: UInt16, _ value: Int32) -> Void
    ) {
        for index in slots.indices where slots[index].trackingID >= 0 {
            slots[index].trackingID = -1
            emit(EventCode.absolute, EventCode.slot, Int32(index))
            emit(EventCode.absolute, EventCode.trackingID, -1)
        }
        emulatePointer(emit)
        emit(EventCode.synchronization, EventCode.report, 0)
    }

    private mutating func place(
        _ contact: TouchContact, _ emit: (UInt16, UInt16, Int32) -> Void
    ) {
        let x = value(at: contact.position.x)
        let y = value(at: contact.position.y)
        slots[contact.slot].x = x
        slots[contact.slot].y = y
        emit(EventCode.absolute, EventCode.positionX, x)
        emit(EventCode.absolute, EventCode.positionY, y)
    }

    private func value(at part: Double) -> Int32 {
        min(max(axis.value(at: part), axis.minimum), axis.maximum)
    }

    private mutating func emulatePointer(_ emit: (UInt16, UInt16, Int32) -> Void) {
        var oldest: Int?
        for index in slots.indices where slots[index].trackingID >= 0 {
            if let known = oldest, slots[known].age < slots[index].age { continue }
            oldest = index
        }
        if isTouched != (oldest != nil) {
            isTouched = oldest != nil
            emit(EventCode.key, EventCode.touch, isTouched ? 1 : 0)
        }
        guard let oldest else { return }
        emit(EventCode.absolute, EventCode.x, slots[oldest].x)
        emit(EventCode.absolute, EventCode.y, slots[oldest].y)
    }
}

extension EventCode {
    /// `EV_KEY`.
    static let key: UInt16 = 0x01
    /// `BTN_TOUCH`.
    static let touch: UInt16 = 0x14a
    /// `ABS_X`.
    static let x: UInt16 = 0x00
    /// `ABS_Y`.
    static let y: UInt16 = 0x01
}
