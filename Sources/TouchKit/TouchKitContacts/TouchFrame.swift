import TouchKitGeometry

/// One input device for as long as it is plugged in; numbers are never used twice in a run.
package struct DeviceID: Hashable, Sendable {
    /// The number.
    package let rawValue: UInt32

    /// Makes an identity from its number.
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// What a touch device reports about one of its contacts in one hardware frame.
package struct TouchContact: Hashable, Sendable {
    /// What happened to the contact.
    package enum State: Hashable, Sendable {
        /// It came down.
        case down
        /// It moved, or its pressure or size changed.
        case motion
        /// It was lifted.
        case up
        /// The device or the kernel took it back; it never happened.
        case cancel
    }

    /// A place in the device's own units.
    package struct RawPosition: Hashable, Sendable {
        /// `ABS_MT_POSITION_X`.
        package var x: Int32
        /// `ABS_MT_POSITION_Y`.
        package var y: Int32

        /// Makes a place from its coordinates.
        package init(x: Int32, y: Int32) {
            self.x = x
            self.y = y
        }
    }

    /// The device's slot, from 0.
    package var slot: Int
    /// The kernel's number of the contact; a new one for each time a finger comes down.
    package var trackingID: Int32
    /// What happened.
    package var state: State
    /// The place, 0…1 across the panel as it is scanned out, without a calibration. For `up` and
    /// `cancel`: the last one known.
    package var position: CGPoint
    /// The place in device units, where the source tells.
    package var rawPosition: RawPosition?
    /// `ABS_MT_PRESSURE` as a part of its range (0…1), where the device has it.
    package var pressure: Double?
    /// Half of `ABS_MT_TOUCH_MAJOR` as a part of the range of x, where the device has it.
    package var majorRadius: Double?

    /// Makes a report of one contact.
    package init(
        slot: Int, trackingID: Int32, state: State, position: CGPoint,
        rawPosition: RawPosition? = nil, pressure: Double? = nil, majorRadius: Double? = nil
    ) {
        self.slot = slot
        self.trackingID = trackingID
        self.state = state
        self.position = position
        self.rawPosition = rawPosition
        self.pressure = pressure
        self.majorRadius = majorRadius
    }
}

/// All that one touch device reported up to one `SYN_REPORT`.
///
/// Reuse a frame (`contacts.removeAll(keepingCapacity: true)`) where frames are made at run time:
/// then no frame allocates.
package struct TouchFrame: Hashable, Sendable {
    /// The device.
    package var device: DeviceID
    /// The kernel's time of the report.
    package var time: Timestamp
    /// The contacts that changed; a slot appears twice only as `up` or `cancel` before `down`.
    package var contacts: [TouchContact]

    /// Makes a frame.
    package init(device: DeviceID, time: Timestamp, contacts: [TouchContact] = []) {
        self.device = device
        self.time = time
        self.contacts = contacts
    }
}
