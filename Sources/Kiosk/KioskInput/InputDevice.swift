import TouchKitContacts
import TouchKitGeometry

/// A connected input device as the kiosk uses it.
package struct InputDevice: Hashable, Sendable {
    /// The way in which the kiosk uses a device's events.
    package enum Kind: Hashable, Sendable {
        /// The touches of a touchscreen.
        case touch
        /// A mouse or an absolute pointer, which emulates one contact while its button is down.
        case pointer
        /// The kiosk ignores the events, for example those of a keyboard.
        case other
    }

    /// The device's ID, which is valid until the device is disconnected.
    package let id: DeviceID
    /// The name that the device reports.
    package let name: String
    /// The kernel's name of the device, for example `event3`.
    package let sysname: String
    /// The path of the node, for example `/dev/input/event3`.
    package let path: String
    /// The way in which the kiosk uses the device's events.
    package let kind: Kind
    /// The calibration that `ScreenGeometry` applies to the device's positions: the kiosk's own, or
    /// udev's (`LIBINPUT_CALIBRATION_MATRIX`). Calibration within libinput is disabled.
    package var calibration: TouchCalibration
    /// The range of x in device units, or `nil` if the device is not a touchscreen.
    package let rangeX: SlotDecoder.Axis?
    /// The range of y in device units, or `nil` if the device is not a touchscreen.
    package let rangeY: SlotDecoder.Axis?
    /// The maximum number of simultaneous contacts, or 0 if it is unknown.
    package let slotCount: Int
    /// The key that identifies the device and its port across restarts, or `nil` if it is unknown.
    package let key: DeviceKey?
    /// The time at which udev initialized the device after the boot or after it was connected, on
    /// the monotonic clock, or `nil` if it is unknown.
    package let connectionTime: Timestamp?

    /// Creates a device.
    package init(
        id: DeviceID, name: String, sysname: String, path: String, kind: Kind,
        calibration: TouchCalibration = .identity, rangeX: SlotDecoder.Axis? = nil,
        rangeY: SlotDecoder.Axis? = nil, slotCount: Int = 0, key: DeviceKey? = nil,
        connectionTime: Timestamp? = nil
    ) {
        self.id = id
        self.name = name
        self.sysname = sysname
        self.path = path
        self.kind = kind
        self.calibration = calibration
        self.rangeX = rangeX
        self.rangeY = rangeY
        self.slotCount = slotCount
        self.key = key
        self.connectionTime = connectionTime
    }
}

/// An event of a mouse or an absolute pointer.
package struct PointerEvent: Hashable, Sendable {
    /// The change that a pointer event reports.
    package enum Action: Hashable, Sendable {
        /// The pointer moved by a vector in libinput's accelerated units, which are about one
        /// pixel.
        case moved(by: CGVector)
        /// The pointer is at an absolute position, 0...1 along each side of the scanout.
        case positioned(at: CGPoint)
        /// The left button was pressed.
        case pressed
        /// The left button was released.
        case released
    }

    /// The ID of the device.
    package var device: DeviceID
    /// The kernel's timestamp.
    package var time: Timestamp
    /// The reported change.
    package var action: Action

    /// Creates an event.
    package init(device: DeviceID, time: Timestamp, action: Action) {
        self.device = device
        self.time = time
        self.action = action
    }
}

/// An event of the input devices.
package enum InputEvent: Sendable {
    /// A device was connected, or was present at the start.
    case deviceAdded(InputDevice)
    /// A device was disconnected. Its contacts have ended.
    case deviceRemoved(DeviceID)
    /// A touchscreen reported a touch frame.
    case touch(TouchFrame)
    /// A pointer device reported an event.
    case pointer(PointerEvent)
}
