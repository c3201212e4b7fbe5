import TouchKitContacts
import TouchKitGeometry

/// What a plugged-in device is to the kiosk.
package struct InputDevice: Hashable, Sendable {
    /// What its events are taken for.
    package enum Kind: Hashable, Sendable {
        /// Fingers on a panel.
        case touch
        /// A mouse or an absolute pointer: one finger while its button is down.
        case pointer
        /// Keyboards, switches and the like: passed over.
        case other
    }

    /// Its identity for as long as it is plugged in.
    package let id: DeviceID
    /// The name that the device gives itself.
    package let name: String
    /// The kernel's name for it: `event3`.
    package let sysname: String
    /// The node: `/dev/input/event3`.
    package let path: String
    /// What its events are taken for.
    package let kind: Kind
    /// The correction that udev holds for it (`LIBINPUT_CALIBRATION_MATRIX`), unless a kiosk keeps another
    /// one; libinput's own use of it is switched off, `ScreenGeometry` applies it.
    package package(set) var calibration: TouchCalibration
    /// The range of x in device units, where it is a panel.
    package let rangeX: SlotDecoder.Axis?
    /// The range of y in device units, where it is a panel.
    package let rangeY: SlotDecoder.Axis?
    /// The number of fingers it can tell apart; 0 where it doesn't say.
    package let slotCount: Int
    /// Which device it is, and where; nil where that isn't known.
    package let key: DeviceKey?
    /// When udev had set it up, by the monotonic clock: a moment after the boot, or after it was plugged in,
    /// whenever it was opened; nil where udev doesn't say.
    package let pluggedIn: Timestamp?

    /// Makes a device.
    package init(
        id: DeviceID, name: String, sysname: String, path: String, kind: Kind,
        calibration: TouchCalibration = .identity, rangeX: SlotDecoder.Axis? = nil,
        rangeY: SlotDecoder.Axis? = nil, slotCount: Int = 0, key: DeviceKey? = nil,
        pluggedIn: Timestamp? = nil
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
        self.pluggedIn = pluggedIn
    }
}

/// What a mouse or an absolute pointer reports.
package struct PointerEvent: Hashable, Sendable {
    /// What happened.
    package enum Action: Hashable, Sendable {
        /// It moved by so much, in libinput's units: about a pixel, accelerated.
        case moved(by: CGVector)
        /// It is at a place, 0…1 across the panel as it is scanned out.
        case placed(at: CGPoint)
        /// Its first button went down.
        case pressed
        /// Its first button came up.
        case released
    }

    /// The device.
    package var device: DeviceID
    /// The kernel's time.
    package var time: Timestamp
    /// What happened.
    package var action: Action

    /// Makes an event.
    package init(device: DeviceID, time: Timestamp, action: Action) {
        self.device = device
        self.time = time
        self.action = action
    }
}

/// News of the input devices.
package enum InputEvent: Sendable {
    /// A device was plugged in, or was there at the start.
    case deviceAdded(InputDevice)
    /// A device was unplugged; its fingers are gone.
    case deviceRemoved(DeviceID)
    /// A panel reported a hardware frame.
    case touch(TouchFrame)
    /// A pointer did something.
    case pointer(PointerEvent)
}
