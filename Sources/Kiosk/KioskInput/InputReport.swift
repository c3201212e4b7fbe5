import TouchKitContacts
import TouchKitGeometry

/// All that a person may want to know of one evdev node; a plain value, nothing is held open.
package struct InputReport: Hashable, Sendable {
    /// What kind of device udev takes it for; where udev hasn't looked, what its events suggest.
    package enum Kind: String, Hashable, Sendable {
        /// Fingers on a screen.
        case touchscreen
        /// A mouse, or something that places a cursor.
        case pointer
        /// Fingers beside a screen.
        case touchpad
        /// A pen, or the buttons beside it.
        case tablet
        /// Keys for typing.
        case keyboard
        /// Buttons, switches, sensors and the like.
        case other
    }

    /// The node: `/dev/input/event3`.
    package var node: String
    /// The name that the device gives itself.
    package var name: String
    /// What kind of device it is.
    package var kind: Kind
    /// What the device says of itself; nil where it couldn't be asked.
    package var description: EvdevDescription?
    /// What udev knows.
    package var properties: UdevProperties
    /// The seat, as udev names it.
    package var seat: String
    /// What the kiosk takes its events for; nil where it doesn't take it.
    package var use: InputDevice.Kind?
    /// What the kiosk keeps a calibration for it by; nil where it doesn't take it.
    package var key: DeviceKey?
    /// The correction that udev holds for it.
    package var calibration: TouchCalibration
    /// Why it isn't used, or not as a touchscreen; nil where there is nothing to say.
    package var reason: Reason?

    /// Why, and what to do about it.
    package struct Reason: Hashable, Sendable {
        /// Why.
        package var cause: String
        /// What to do; nil where there is nothing to do.
        package var remedy: String?

        /// Makes a reason.
        package init(_ cause: String, _ remedy: String? = nil) {
            self.cause = cause
            self.remedy = remedy
        }
    }

    /// The axis of positions across the screen, where it has one.
    package var axisX: EvdevDescription.AbsoluteAxis? {
        description.flatMap { $0.axes[EventCode.positionX] ?? $0.axes[0] }
    }

    /// The axis of positions down the screen, where it has one.
    package var axisY: EvdevDescription.AbsoluteAxis? {
        description.flatMap { $0.axes[EventCode.positionY] ?? $0.axes[1] }
    }
}

extension EvdevDescription.AbsoluteAxis {
    /// The length of the axis in millimetres; nil where the device doesn't know it.
    package var millimetres: Double? {
        resolution > 0 ? (Double(maximum) - Double(minimum)) / Double(resolution) : nil
    }
}

/// Every input device of a machine: which would be used, and why others aren't.
package struct InputInventory: Hashable, Sendable {
    /// Every evdev node, by number.
    package let devices: [InputReport]
    /// Why no device can be read at all; nil where they can.
    package let trouble: InputError?

    /// Makes an inventory.
    package init(devices: [InputReport], trouble: InputError? = nil) {
        self.devices = devices
        self.trouble = trouble
    }

    /// Why nobody can touch the screen, and what to do; nil where somebody can.
    package var reason: InputReport.Reason? {
        if let trouble { return InputReport.Reason(trouble.cause, trouble.remedy) }
        if devices.contains(where: { $0.use == .touch }) { return nil }
        if let refused = devices.first(where: { $0.kind == .touchscreen }),
            let reason = refused.reason
        {
            return InputReport.Reason("\(refused.node): \(reason.cause)", reason.remedy)
        }
        let mouse = devices.first { $0.use == .pointer }
        return InputReport.Reason(
            "no touchscreen is plugged in",
            mouse.map { "plug one in; until then \($0.name) (\($0.node)) works as one finger" }
                ?? "plug one in (a mouse works as one finger)")
    }
}
