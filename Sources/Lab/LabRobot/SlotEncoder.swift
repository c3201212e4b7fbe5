import TouchKitContacts
import TouchKitGeometry

/// An encoder that converts touch frames to evdev events, as a touchscreen driver does: with the
/// kernel's multi-touch protocol B, and with single-touch emulation for the oldest contact
/// (`Documentation/input/multi-touch-protocol.rst`). `SlotDecoder` is the inverse.
package struct SlotEncoder: Sendable {
    private struct Slot: Sendable {
        /// The tracking id of the contact in the slot, or -1 for an empty slot.
        var trackingID: Int32 = -1
        var x: Int32 = 0
        var y: Int32 = 0
        /// The number of contacts that the encoder started before the contact.
        var order = 0
    }

    private let axisX: SlotDecoder.Axis
    private let axisY: SlotDecoder.Axis
    private var slots: [Slot]
    private var startCount = 0
    private var isTouched = false

    /// Creates an encoder for a touchscreen without contacts.
    ///
    /// - Parameters:
    ///   - slotCount: The number of slots.
    ///   - axisX: The range of x.
    ///   - axisY: The range of y.
    package init(slotCount: Int, axisX: SlotDecoder.Axis, axisY: SlotDecoder.Axis) {
        self.axisX = axisX
        self.axisY = axisY
        slots = Array(repeating: Slot(), count: slotCount)
    }

    /// Emits the events of a touch frame, followed by `SYN_REPORT`. Contacts with invalid slots are
    /// ignored.
    ///
    /// - Parameters:
    ///   - frame: The touch frame to encode.
    ///   - emit: Called with the type, code and value of each event.
    package mutating func encode(
        _ frame: TouchFrame, _ emit: (_ type: UInt16, _ code: UInt16, _ value: Int32) -> Void
    ) {
        for contact in frame.contacts where slots.indices.contains(contact.slot) {
            emit(EventCode.absolute, EventCode.slot, Int32(contact.slot))
            switch contact.state {
            case .down:
                slots[contact.slot].trackingID = contact.trackingID
                slots[contact.slot].order = startCount
                startCount += 1
                emit(EventCode.absolute, EventCode.trackingID, contact.trackingID)
                emitPosition(of: contact, emit)
            case .motion:
                emitPosition(of: contact, emit)
            case .up, .cancel:
                slots[contact.slot].trackingID = -1
                emit(EventCode.absolute, EventCode.trackingID, -1)
            }
        }
        emulatePointer(emit)
        emit(EventCode.synchronization, EventCode.report, 0)
    }

    /// Emits the events that lift all contacts, followed by `SYN_REPORT`.
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

    private mutating func emitPosition(
        of contact: TouchContact, _ emit: (UInt16, UInt16, Int32) -> Void
    ) {
        let x = Self.value(at: contact.position.x, on: axisX)
        let y = Self.value(at: contact.position.y, on: axisY)
        slots[contact.slot].x = x
        slots[contact.slot].y = y
        emit(EventCode.absolute, EventCode.positionX, x)
        emit(EventCode.absolute, EventCode.positionY, y)
    }

    private static func value(at fraction: Double, on axis: SlotDecoder.Axis) -> Int32 {
        min(max(axis.value(at: fraction), axis.minimum), axis.maximum)
    }

    private mutating func emulatePointer(_ emit: (UInt16, UInt16, Int32) -> Void) {
        var oldest: Int?
        for index in slots.indices where slots[index].trackingID >= 0 {
            if let known = oldest, slots[known].order < slots[index].order { continue }
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
    /// The event type `EV_KEY`.
    static let key: UInt16 = 0x01
    /// The key code `BTN_TOUCH`.
    static let touch: UInt16 = 0x14a
}
