import TouchKitGeometry

/// The identifier of an input device while the device is connected.
///
/// An identifier is never reused while the program runs.
package struct DeviceID: Hashable, Sendable {
    /// The number that identifies the device.
    package let rawValue: UInt32

    /// Creates an identifier from its number.
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// A change of one contact in a touch frame.
package struct TouchContact: Hashable, Sendable {
    /// The kind of change.
    package enum State: Hashable, Sendable {
        /// The contact came down.
        case down
        /// The contact moved, or its pressure or size changed.
        case motion
        /// The contact was lifted.
        case up
        /// The device or the kernel cancelled the contact, for example as an unintended touch.
        case cancel
    }

    /// A position in the units of the device.
    package struct RawPosition: Hashable, Sendable {
        /// The value of `ABS_MT_POSITION_X`.
        package var x: Int32
        /// The value of `ABS_MT_POSITION_Y`.
        package var y: Int32

        /// Creates a position from its coordinates.
        package init(x: Int32, y: Int32) {
            self.x = x
            self.y = y
        }
    }

    /// The slot of the contact, from 0.
    package var slot: Int
    /// The kernel's tracking ID of the contact, different for each touch-down.
    package var trackingID: Int32
    /// The kind of change.
    package var state: State
    /// The position as a fraction (0…1) of the touchscreen's width and height in scanout
    /// orientation, before calibration. For `up` and `cancel`, the last known position.
    package var position: CGPoint
    /// The position in device units, or `nil` if the source of the touch frame does not provide it.
    package var rawPosition: RawPosition?
    /// The value of `ABS_MT_PRESSURE` as a fraction (0…1) of its range, or `nil` if the device does
    /// not report pressure.
    package var pressure: Double?
    /// Half the value of `ABS_MT_TOUCH_MAJOR` as a fraction of the range of `ABS_MT_POSITION_X`, or
    /// `nil` if the device does not report it.
    package var majorRadius: Double?

    /// Creates a contact change.
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

/// The contact changes that one touch device reported up to one `SYN_REPORT` event.
///
/// To avoid allocations at run time, reuse a frame after `contacts.removeAll(keepingCapacity:
/// true)`.
package struct TouchFrame: Hashable, Sendable {
    /// The device that reported the frame.
    package var device: DeviceID
    /// The kernel's time of the `SYN_REPORT` event that ended the frame.
    package var time: Timestamp
    /// The contacts that changed. A slot occurs twice only if an `up` or `cancel` precedes a
    /// `down`.
    package var contacts: [TouchContact]

    /// Creates a touch frame.
    package init(device: DeviceID, time: Timestamp, contacts: [TouchContact] = []) {
        self.device = device
        self.time = time
        self.contacts = contacts
    }
}
