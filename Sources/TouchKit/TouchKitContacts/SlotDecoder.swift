import TouchKitGeometry

/// A decoder that converts evdev events of the kernel's multitouch protocol B to touch frames.
///
/// The decoder is used for recordings, for the robot (the program that plays scripted touches
/// through uinput) and for the raw touches of the field test. The kiosk itself reads touchscreens
/// through libinput. Equal events produce equal frames. The event codes are defined in
/// `linux/input-event-codes.h`, and the protocol is documented in
/// `Documentation/input/multi-touch-protocol.rst`.
package struct SlotDecoder: Sendable {
    /// The value range of an absolute axis, in device units.
    package struct Axis: Hashable, Sendable {
        /// The minimum value.
        package var minimum: Int32
        /// The maximum value.
        package var maximum: Int32

        /// Creates a range from its limits.
        package init(minimum: Int32, maximum: Int32) {
            self.minimum = minimum
            self.maximum = maximum
        }

        /// Returns `value` as a fraction of the range. As in libinput, the minimum is 0, and the
        /// maximum plus one unit is 1.
        package func normalize(_ value: Int32) -> Double {
            let units = Double(maximum) - Double(minimum) + 1
            return units > 0 ? (Double(value) - Double(minimum)) / units : 0
        }

        /// Returns the device value at `fraction` of the range. This is the inverse of
        /// `normalize(_:)`.
        package func value(at fraction: Double) -> Int32 {
            let units = Double(maximum) - Double(minimum) + 1
            let value = (fraction * units).rounded() + Double(minimum)
            if value.isNaN { return minimum }
            return Int32(min(max(value, Double(Int32.min)), Double(Int32.max)))
        }
    }

    /// The result of decoding one event.
    package enum Result: Hashable, Sendable {
        /// There is no touch frame yet: the frame is incomplete, or the complete frame contains no
        /// contact.
        case incomplete
        /// A touch frame with at least one contact is complete.
        case frame
        /// The kernel dropped events (`SYN_DROPPED`). The caller must read the state of all slots
        /// and pass it to `resynchronize(with:at:into:)`, or call `cancelContacts(at:into:)`.
        case eventsDropped
    }

    /// The state of a slot, as read with the ioctl `EVIOCGMTSLOTS`.
    package struct SlotState: Hashable, Sendable {
        /// The tracking ID of the contact in the slot, or -1 if there is none.
        package var trackingID: Int32
        /// The value of `ABS_MT_POSITION_X`.
        package var x: Int32
        /// The value of `ABS_MT_POSITION_Y`.
        package var y: Int32
        /// The value of `ABS_MT_PRESSURE`, or `nil` if it is unknown.
        package var pressure: Int32?
        /// The value of `ABS_MT_TOUCH_MAJOR`, or `nil` if it is unknown.
        package var touchMajor: Int32?

        /// Creates a slot state.
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

    /// A slot's current state and its state in the previous touch frame.
    private struct Slot {
        var state = SlotState(trackingID: -1, x: 0, y: 0)
        /// The state in the previous touch frame that contained a change of the slot.
        var reported = SlotState(trackingID: -1, x: 0, y: 0)
        /// Whether the slot has changed since the previous touch frame.
        var isChanged = false
    }

    /// The handling of events before and after the kernel has dropped events.
    private enum Mode {
        /// Events are decoded.
        case decoding
        /// Events between `SYN_DROPPED` and the next `SYN_REPORT` are discarded.
        case discarding
    }

    private let device: DeviceID
    private let x: Axis
    private let y: Axis
    private let pressure: Axis?
    private var slots: [Slot]
    private var currentSlot = 0
    private var mode = Mode.decoding

    /// The maximum number of slots of a device: the kernel's limit (`input_mt_init_slots`).
    package static let maximumSlotCount = 1_024

    /// Creates a decoder for one device.
    ///
    /// - Parameters:
    ///   - device: The device ID of the touch frames.
    ///   - slotCount: The number of slots (maximum of `ABS_MT_SLOT` + 1), at least 1. Slots beyond
    ///     `maximumSlotCount` are ignored.
    ///   - x: The range of `ABS_MT_POSITION_X`.
    ///   - y: The range of `ABS_MT_POSITION_Y`.
    ///   - pressure: The range of `ABS_MT_PRESSURE`, or `nil` if the device has none.
    ///   - startingSlot: The slot that events refer to until an `ABS_MT_SLOT` event selects another
    ///     slot.
    package init(
        device: DeviceID, slotCount: Int, x: Axis, y: Axis, pressure: Axis? = nil,
        startingSlot: Int = 0
    ) {
        currentSlot = startingSlot
        self.device = device
        self.x = x
        self.y = y
        self.pressure = pressure
        slots = Array(repeating: Slot(), count: min(max(1, slotCount), Self.maximumSlotCount))
    }

    /// Decodes one event, and writes the touch frame to `frame` if the result is `.frame`.
    ///
    /// Events that multitouch protocol B does not use, and events for slots outside of the device's
    /// slot count, are ignored.
    package mutating func decode(
        type: UInt16, code: UInt16, value: Int32, time: Timestamp, into frame: inout TouchFrame
    ) -> Result {
        switch (mode, type, code) {
        case (_, EventCode.synchronization, EventCode.dropped):
            mode = .discarding
            return .incomplete
        case (.discarding, EventCode.synchronization, EventCode.report):
            mode = .decoding
            return .eventsDropped
        case (.discarding, EventCode.absolute, EventCode.slot):
            // The slot selection also applies to events after the discarded events.
            setValue(value, for: code)
            return .incomplete
        case (.discarding, _, _):
            return .incomplete
        case (.decoding, EventCode.synchronization, EventCode.report):
            return finishFrame(at: time, into: &frame) ? .frame : .incomplete
        case (.decoding, EventCode.absolute, _):
            setValue(value, for: code)
            return .incomplete
        case (.decoding, _, _):
            return .incomplete
        }
    }

    /// Replaces the state of all slots after events were dropped.
    ///
    /// Contacts that are missing in `states` are reported as `cancel`, new contacts as `down`, and
    /// changed contacts as `motion`.
    ///
    /// - Parameters:
    ///   - states: The state of each slot, indexed by slot. Slots beyond the end of the array are
    ///     empty.
    ///   - time: The time of the touch frame.
    ///   - frame: The touch frame that receives the changes.
    /// - Returns: Whether the touch frame contains a contact.
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
            // `isChanged` stays set for changes before the dropped events, which have not been
            // reported yet.
            if state != slots[index].state { slots[index].isChanged = true }
            slots[index].state = state
        }
        return finishFrame(at: time, removedState: .cancel, into: &frame)
    }

    /// Cancels all contacts after events were dropped, if the slots cannot be read.
    ///
    /// A contact that is still down is not reported again. The next contact in its slot, which has
    /// a new tracking ID, is reported.
    ///
    /// - Returns: Whether the touch frame contains a contact.
    package mutating func cancelContacts(
        at time: Timestamp, into frame: inout TouchFrame
    ) -> Bool {
        for index in slots.indices {
            slots[index].isChanged = slots[index].reported.trackingID >= 0
            slots[index].state.trackingID = -1
        }
        return finishFrame(at: time, removedState: .cancel, into: &frame)
    }

    /// Processes an `EV_ABS` event, which selects the current slot or sets a value of the current
    /// slot.
    private mutating func setValue(_ value: Int32, for code: UInt16) {
        if code == EventCode.slot {
            currentSlot = Int(value)
            return
        }
        guard slots.indices.contains(currentSlot) else { return }
        switch code {
        case EventCode.trackingID:
            slots[currentSlot].state.trackingID = value
        case EventCode.positionX:
            slots[currentSlot].state.x = value
        case EventCode.positionY:
            slots[currentSlot].state.y = value
        case EventCode.pressure:
            slots[currentSlot].state.pressure = value
        case EventCode.touchMajor:
            slots[currentSlot].state.touchMajor = value
        default:
            return
        }
        slots[currentSlot].isChanged = true
    }

    /// Writes the contacts of the changed slots to `frame`, and returns whether `frame` contains a
    /// contact. Contacts that have left their slot are written with the state `removedState`.
    private mutating func finishFrame(
        at time: Timestamp, removedState: TouchContact.State = .up, into frame: inout TouchFrame
    ) -> Bool {
        frame.device = device
        frame.time = time
        frame.contacts.removeAll(keepingCapacity: true)
        for index in slots.indices where slots[index].isChanged {
            let (state, reported) = (slots[index].state, slots[index].reported)
            slots[index].isChanged = false
            slots[index].reported = state
            let isSame = reported.trackingID == state.trackingID
            if reported.trackingID >= 0, !isSame {
                // The values of a slot that is in use again belong to the next contact.
                var last = state.trackingID >= 0 ? reported : state
                last.trackingID = reported.trackingID
                frame.contacts.append(contact(index, last, removedState))
            }
            if state.trackingID >= 0 {
                frame.contacts.append(contact(index, state, isSame ? .motion : .down))
            }
        }
        return !frame.contacts.isEmpty
    }

    /// Returns the change of a contact for a touch frame.
    ///
    /// - Parameters:
    ///   - index: The contact's slot.
    ///   - values: The contact's tracking ID, position, pressure and size.
    ///   - state: The kind of change.
    private func contact(
        _ index: Int, _ values: SlotState, _ state: TouchContact.State
    ) -> TouchContact {
        var normalizedPressure: Double?
        if let pressure, let value = values.pressure {
            normalizedPressure = min(max(0, pressure.normalize(value)), 1)
        }
        // An empty axis range would make the radius infinite or not a number.
        let units = Double(x.maximum) - Double(x.minimum) + 1
        let touchMajor = units > 0 ? values.touchMajor : nil
        return TouchContact(
            slot: index, trackingID: values.trackingID, state: state,
            position: CGPoint(x: x.normalize(values.x), y: y.normalize(values.y)),
            rawPosition: TouchContact.RawPosition(x: values.x, y: values.y),
            pressure: normalizedPressure,
            majorRadius: touchMajor.map { Double(max(0, $0)) / units / 2 })
    }
}

/// The event types and codes of `linux/input-event-codes.h` that multitouch protocol B uses.
package enum EventCode {
    /// `EV_SYN`, the type of synchronization events.
    package static let synchronization: UInt16 = 0x00
    /// `EV_ABS`, the type of absolute axis events.
    package static let absolute: UInt16 = 0x03
    /// `SYN_REPORT`, the end of a touch frame.
    package static let report: UInt16 = 0
    /// `SYN_DROPPED`, which indicates that the kernel dropped events.
    package static let dropped: UInt16 = 3
    /// `ABS_X`, the horizontal position on single-touch devices.
    package static let x: UInt16 = 0x00
    /// `ABS_Y`, the vertical position on single-touch devices.
    package static let y: UInt16 = 0x01
    /// `ABS_MT_SLOT`, the slot to which the following events refer.
    package static let slot: UInt16 = 0x2f
    /// `ABS_MT_TOUCH_MAJOR`, the length of the major axis of the contact area.
    package static let touchMajor: UInt16 = 0x30
    /// `ABS_MT_POSITION_X`, the horizontal position of a contact.
    package static let positionX: UInt16 = 0x35
    /// `ABS_MT_POSITION_Y`, the vertical position of a contact.
    package static let positionY: UInt16 = 0x36
    /// `ABS_MT_TRACKING_ID`, the identifier of the contact in the slot.
    package static let trackingID: UInt16 = 0x39
    /// `ABS_MT_PRESSURE`, the pressure of a contact.
    package static let pressure: UInt16 = 0x3a
}
