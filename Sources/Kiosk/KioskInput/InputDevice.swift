import TouchKitContacts
import TouchKitGeometry

/// A connected input device that libinput has opened.
package struct InputDevice: Hashable, Sendable {
    /// The kiosk's use of a device's events.
    package enum Kind: Hashable, Sendable {
        /// The events are touches of a touchscreen.
        case touch
        /// The events of a mouse or an absolute pointer emulate one contact while the button is
        /// down.
        case pointer
        /// The events are ignored, for example the events of a keyboard.
        case other
    }

    /// The device's ID, which is valid until the device is disconnected.
    package let id: DeviceID
    /// The name that the device reports.
    package let name: String
    /// The path of the node, for example `/dev/input/event3`.
    package let path: String
    /// The kiosk's use of the device's events.
    package let kind: Kind
    /// The calibration that `ScreenGeometry` applies to the device's positions. Its source is the
    /// kiosk's calibration file or udev (`LIBINPUT_CALIBRATION_MATRIX`). Calibration within
    /// libinput is disabled.
    package var calibration: TouchCalibration
    /// The range of x in device units, or `nil` if the device reports no absolute positions.
    package let rangeX: SlotDecoder.Axis?
    /// The range of y in device units, or `nil` if the device reports no absolute positions.
    package let rangeY: SlotDecoder.Axis?
    /// The maximum number of simultaneous contacts, or 0 if unknown.
    package let slotCount: Int
    /// The key that identifies the device and its port across restarts, or `nil` if unknown.
    package let key: DeviceKey?
    /// The time at which udev initialized the device after the boot or after it was connected, on
    /// the monotonic clock, or `nil` if unknown.
    package let connectionTime: Timestamp?
    /// The way in which the kernel obtains the device's reports.
    package var sampling: TouchSampling

    /// Creates a description of a connected device.
    package init(
        id: DeviceID, name: String, path: String, kind: Kind,
        calibration: TouchCalibration = .identity, rangeX: SlotDecoder.Axis? = nil,
        rangeY: SlotDecoder.Axis? = nil, slotCount: Int = 0, key: DeviceKey? = nil,
        connectionTime: Timestamp? = nil, sampling: TouchSampling = .unknown
    ) {
        self.id = id
        self.name = name
        self.path = path
        self.kind = kind
        self.calibration = calibration
        self.rangeX = rangeX
        self.rangeY = rangeY
        self.slotCount = slotCount
        self.key = key
        self.connectionTime = connectionTime
        self.sampling = sampling
    }
}

/// An event of a mouse or an absolute pointer.
package struct PointerEvent: Hashable, Sendable {
    /// The change that a pointer event reports.
    package enum Action: Hashable, Sendable {
        /// The pointer moved by a vector in libinput's accelerated units. One unit is about one
        /// pixel.
        case moved(by: CGVector)
        /// The pointer is at an absolute position, 0...1 along each side of the display, before the
        /// picture is rotated.
        case positioned(at: CGPoint)
        /// The left button was pressed.
        case pressed
        /// The left button was released.
        case released
    }

    /// The ID of the pointer device.
    package var device: DeviceID
    /// The kernel's timestamp of the event.
    package var time: Timestamp
    /// The reported change.
    package var action: Action

    /// Creates a pointer event.
    package init(device: DeviceID, time: Timestamp, action: Action) {
        self.device = device
        self.time = time
        self.action = action
    }
}

/// An event that an input device reports, or a change of the connected devices.
package enum InputEvent: Sendable {
    /// A device was connected, or was present at the start.
    case deviceAdded(InputDevice)
    /// A device was disconnected. All contacts of the device have ended.
    case deviceRemoved(DeviceID)
    /// A touchscreen reported a touch frame.
    case touch(TouchFrame)
    /// A pointer device reported an event.
    case pointer(PointerEvent)
}
