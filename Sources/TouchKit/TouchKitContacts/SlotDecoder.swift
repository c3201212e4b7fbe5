import TouchKitGeometry

/// Reads the kernel's multitouch protocol B: a stream of evdev events becomes touch frames.
///
/// libinput does this for the kiosk; recordings, the robot and the field test's raw view are read
/// here. Both give the same frames for the same events. Event numbers: `linux/input-event-codes.h`;
/// protocol: `Documentation/input/multi-touch-protocol.rst`.
package struct SlotDecoder: Sendable {
    /// The range of an absolute axis, in device units.
    package struct Axis: Hashable, Sendable {
        /// The smallest value.
        package var minimum: Int32
        /// The largest value.
        package var maximum: Int32

        /// Makes a range from its ends.
        package init(minimum: Int32, maximum: Int32) {
            self.minimum = minimum
            self.maximum = maximum
        }

        /// The value as a part of the range: the first unit begins at 0, the last ends at 1, as in
        /// libinput.
        package func normalize(_ value: Int32) -> Double {
            let units = Double(maximum) - Double(minimum) + 1
            return units > 0 ? (Double(value) - Double(minimum)) / units : 0
        }

        /// The value in device units that `normalize` makes this part of the range from.
        package func value(at part: Double) -> Int32 {
            let units = Double(maximum) - Double(minimum) + 1
            let value = (part * units).rounded() + Double(minimum)
            if value.isNaN { return minimum }
            return Int32(min(max(value, Double(Int32.min)), Double(Int32.max)))
        }
    }

    /// What one event led to.
    package enum Result: Hashable, Sendable {
        /// Nothing yet: the frame goes on.
        case incomplete
        /// A frame is complete.
        case frame
        /// The kernel dropped events (`SYN_DROPPED`): read the slots anew and say so with
        /// `resynchronize(with:at:into:)`.
        case lost
    }

    /// The state of one slot, as `EVIOCGMTSLOTS` tells it.
    package struct SlotState: Hashable, Sendable {
        /// The contact's tracking id, or -1.
        package var trackingID: Int32
        /// `ABS_MT_POSITION_X`.
        package var x: Int32
        /// `ABS_MT_POSITION_Y`.
        package var y: Int32
        /// `ABS_MT_PRESSURE`; nil where it wasn't asked for.
        package var pressure: Int32?
        /// `ABS_MT_TOUCH_MAJOR`; nil where it wasn't asked for.
        package var touchMajor: Int32?

        /// Makes a state from its values.
        package init(
            trackingID: Int32, x: Int32, y: Int32, pressure: Int32? = nil,
            touchMajor: Int32? = nil
        ) {
            self.trackingID = trackingID
            self.x = x
            self.y = y
            self.pressure = pressure
            self.touchMajor = touchMajor
        }
    }

    private struct Slot {
        var state = SlotState(trackingID: -1, x: 0, y: 0)
        /// The contact that was reported before this frame's events, or -1.
        var reportedID: Int32 = -1
        var isChanged = false
    }

    private enum Mode {
        case reading
        /// Between `SYN_DROPPED` and the next `SYN_REPORT`: what arrives is worth nothing.
        case dropping
    }

    private let device: DeviceID
    private let x: Axis
    private let y: Axis
    private let pressure: Axis?
    private var slots: [Slot]
    private var current = 0
    private var mode = Mode.reading

    /// The most slots that are followed; the kernel grants no device more (`input_mt_init_slots`).
    package static let largestSlotCount = 1_024

    /// Makes a decoder for one device.
    ///
    /// - Parameters:
    ///   - device: The identity that its frames carry.
    ///   - slotCount: The number of slots (`ABS_MT_SLOT` maximum + 1), at least 1; what
    ///     lies beyond `largestSlotCount` is passed over.
    ///   - x: The range of `ABS_MT_POSITION_X`.
    ///   - y: The range of `ABS_MT_POSITION_Y`.
    ///   - pressure: The range of `ABS_MT_PRESSURE`, where the device has it.
    ///   - startingSlot: The slot that events are about until they name one: the one named last.
    package init(
        device: DeviceID, slotCount: Int, x: Axis, y: Axis, pressure: Axis? = nil,
        startingSlot: Int = 0
    ) {
        current = startingSlot
        self.device = device
        self.x = x
        self.y = y
        self.pressure = pressure
        slots = Array(repeating: Slot(), count: min(max(1, slotCount), Self.largestSlotCount))
    }

    /// Takes one event; `frame` holds the frame when the answer is `.frame`.
    ///
    /// Events of other types, and slots that the device doesn't have, are passed over.
    package mutating func decode(
        type: UInt16, code: UInt16, value: Int32, time: Timestamp, into frame: inout TouchFrame
    ) -> Result {
        switch (mode, type, code) {
        case (_, EventCode.synchronization, EventCode.dropped):
            mode = .dropping
            return .incomplete
        case (.dropping, EventCode.synchronization, EventCode.report):
            mode = .reading
            return .lost
        case (.dropping, EventCode.absolute, EventCode.slot):
            // The one thing that isn't worthless: which slot the next frame begins with.
            change(code, to: value)
            return .incomplete
        case (.dropping, _, _):
            return .incomplete
        case (.reading, EventCode.synchronization, EventCode.report):
            return finishFrame(at: time, into: &frame) ? .frame : .incomplete
        case (.reading, EventCode.absolute, _):
            change(code, to: value)
            return .incomplete
        case (.reading, _, _):
            return .incomplete
        }
    }

    /// Takes the slots as they are after events were lost: contacts that vanished are cancelled,
    /// new ones come down, the others move. A slot that isn't told of holds no contact.
    ///
    /// - Returns: Whether there was anything to say; `frame` then holds it.
    package mutating func resynchronize(
        with states: [SlotState], at time: Timestamp, into frame: inout TouchFrame
    ) -> Bool {
        for index in slots.indices {
            var state = slots[index].state
            if index < states.count {
                state = states[index]
                state.pressure = state.pressure ?? slots[index].state.pressure
                state.touchMajor = state.touchMajor ?? slots[index].state.touchMajor
            } else {
                state.trackingID = -1
            }
            // What changed in a frame that the loss cut short hasn't been reported yet.
            if state != slots[index].state { slots[index].isChanged = true }
            slots[index].state = state
        }
        return finishFrame(at: time, vanished: .cancel, into: &frame)
    }

    /// Cancels every contact: events were lost, and nobody can tell how the slots are now. A finger
    /// that is still down is told of anew when its slot gets a tracking id.
    ///
    /// - Returns: Whether there was anything to say; `frame` then holds it.
    package mutating func cancelContacts(
        at time: Timestamp, into frame: inout TouchFrame
    ) -> Bool {
        for index in slots.indices {
            slots[index].isChanged = slots[index].reportedID >= 0
            slots[index].state.trackingID = -1
        }
        return finishFrame(at: time, vanished: .cancel, into: &frame)
    }

    private mutating func change(_ code: UInt16, to value: Int32) {
        if code == EventCode.slot {
            current = Int(value)
            return
        }
        guard slots.indices.contains(current) else { return }
        switch code {
        case EventCode.trackingID:
            slots[current].state.trackingID = value
        case EventCode.positionX:
            slots[current].state.x = value
        case EventCode.positionY:
            slots[current].state.y = value
        case EventCode.pressure:
            slots[current].state.pressure = value
        case EventCode.touchMajor:
            slots[current].state.touchMajor = value
        default:
            return
        }
        slots[current].isChanged = true
    }

    private mutating func finishFrame(
        at time: Timestamp, vanished: TouchContact.State = .up, into frame: inout TouchFrame
    ) -> Bool {
        frame.device = device
        frame.time = time
        frame.contacts.removeAll(keepingCapacity: true)
        for index in slots.indices where slots[index].isChanged {
            let slot = slots[index]
            slots[index].isChanged = false
            slots[index].reportedID = slot.state.trackingID
            if slot.reportedID >= 0, slot.reportedID != slot.state.trackingID {
                frame.contacts.append(contact(index, slot, id: slot.reportedID, vanished))
            }
            if slot.state.trackingID >= 0 {
                let isNew = slot.reportedID != slot.state.trackingID
                frame.contacts.append(
                    contact(index, slot, id: slot.state.trackingID, isNew ? .down : .motion))
            }
        }
        return !frame.contacts.isEmpty
    }

    private func contact(
        _ index: Int, _ slot: Slot, id: Int32, _ state: TouchContact.State
    ) -> TouchContact {
        var pressurePart: Double?
        if let pressure, let value = slot.state.pressure {
            pressurePart = min(max(0, pressure.normalize(value)), 1)
        }
        // An axis without a range has no parts: no radius then, rather than one that is no number.
        let units = Double(x.maximum) - Double(x.minimum) + 1
        let touchMajor = units > 0 ? slot.state.touchMajor : nil
        return TouchContact(
            slot: index, trackingID: id, state: state,
            position: CGPoint(x: x.normalize(slot.state.x), y: y.normalize(slot.state.y)),
            rawPosition: TouchContact.RawPosition(x: slot.state.x, y: slot.state.y),
            pressure: pressurePart,
            majorRadius: touchMajor.map { Double(max(0, $0)) / units / 2 })
    }
}

/// The numbers of `linux/input-event-codes.h` that multitouch needs.
package enum EventCode {
    /// `EV_SYN`.
    package static let synchronization: UInt16 = 0x00
    /// `EV_ABS`.
    package static let absolute: UInt16 = 0x03
    /// `SYN_REPORT`.
    package static let report: UInt16 = 0
    /// `SYN_DROPPED`.
    package static let dropped: UInt16 = 3
    /// `ABS_X`: of devices that know one finger.
    package static let x: UInt16 = 0x00
    /// `ABS_Y`: of devices that know one finger.
    package static let y: UInt16 = 0x01
    /// `ABS_MT_SLOT`.
    package static let slot: UInt16 = 0x2f
    /// `ABS_MT_TOUCH_MAJOR`.
    package static let touchMajor: UInt16 = 0x30
    /// `ABS_MT_POSITION_X`.
    package static let positionX: UInt16 = 0x35
    /// `ABS_MT_POSITION_Y`.
    package static let positionY: UInt16 = 0x36
    /// `ABS_MT_TRACKING_ID`.
    package static let trackingID: UInt16 = 0x39
    /// `ABS_MT_PRESSURE`.
    package static let pressure: UInt16 = 0x3a
}
