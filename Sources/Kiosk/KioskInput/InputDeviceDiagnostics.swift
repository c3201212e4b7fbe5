import TouchKitContacts
import TouchKitGeometry

/// Diagnostic information about an evdev node, for the command `touchtracker devices`.
package struct InputDeviceDiagnostics: Hashable, Sendable {
    /// The kind of a device according to udev, or according to its event codes if udev has not
    /// classified it.
    package enum Kind: String, Hashable, Sendable {
        /// A touchscreen.
        case touchscreen
        /// A mouse or another device that moves a cursor.
        case pointer
        /// A touchpad.
        case touchpad
        /// The pen or the buttons of a graphics tablet.
        case tablet
        /// A keyboard.
        case keyboard
        /// Any other device, such as buttons, switches or sensors.
        case other
    }

    /// The path of the node, for example `/dev/input/event3`.
    package var node: String
    /// The name that the device reports.
    package var name: String
    /// The kind of the device, for example a touchscreen.
    package var kind: Kind
    /// The device's evdev description, or `nil` if the node could not be opened.
    package var description: EvdevDescription?
    /// The udev properties that affect touch input.
    package var properties: UdevProperties
    /// The name of the device's seat, for example `seat0`.
    package var seat: String
    /// The kiosk's use of the device's events, or `nil` if the kiosk ignores the device.
    package var use: InputDevice.Kind?
    /// The key under which the kiosk stores the device's calibration, or `nil` if the kiosk ignores
    /// the device.
    package var key: DeviceKey?
    /// The calibration that udev defines for the device (`LIBINPUT_CALIBRATION_MATRIX`), or the
    /// identity if udev defines none.
    package var calibration: TouchCalibration
    /// The way in which the kernel obtains the device's reports.
    package var sampling: TouchSampling
    /// The reason that the kiosk does not use the device as a touchscreen, or `nil` for a
    /// touchscreen that the kiosk uses.
    package var reason: Reason?

    /// The reason that a device is not used as a touchscreen, and the remedy.
    package struct Reason: Hashable, Sendable {
        /// The cause, as text without the path of the node.
        package var cause: String
        /// The action that resolves the cause, as text, or `nil` if there is none.
        package var remedy: String?

        /// Creates a reason from a cause and a remedy.
        package init(_ cause: String, _ remedy: String? = nil) {
            self.cause = cause
            self.remedy = remedy
        }

        /// The cause and the remedy as one line of text.
        package var line: String { remedy.map { "\(cause); \($0)" } ?? cause }
    }

    /// The axis of horizontal positions, or `nil` if the device has none.
    package var axisX: EvdevDescription.AbsoluteAxis? {
        description.flatMap { $0.axes[EventCode.positionX] ?? $0.axes[0] }
    }

    /// The axis of vertical positions, or `nil` if the device has none.
    package var axisY: EvdevDescription.AbsoluteAxis? {
        description.flatMap { $0.axes[EventCode.positionY] ?? $0.axes[1] }
    }
}

extension EvdevDescription.AbsoluteAxis {
    /// The physical length of the axis in millimeters, or `nil` if the device does not report its
    /// resolution.
    package var millimeters: Double? {
        resolution > 0 ? (Double(maximum) - Double(minimum)) / Double(resolution) : nil
    }
}

/// The diagnostics of all input devices of the machine.
package struct InputInventory: Hashable, Sendable {
    /// The diagnostics of all evdev nodes, in ascending order of the node's number.
    package let devices: [InputDeviceDiagnostics]
    /// The error that prevents reading all devices, or `nil` if devices can be read.
    package let error: InputError?

    /// Creates an inventory from the diagnostics of all nodes.
    package init(devices: [InputDeviceDiagnostics], error: InputError? = nil) {
        self.devices = devices
        self.error = error
    }

    /// The reason that the kiosk has no touchscreen, or `nil` if the kiosk uses at least one
    /// touchscreen.
    package var reason: InputDeviceDiagnostics.Reason? {
        if let error { return InputDeviceDiagnostics.Reason(error.cause, error.remedy) }
        if devices.contains(where: { $0.use == .touch }) { return nil }
        if let unused = devices.first(where: { $0.kind == .touchscreen }),
            let reason = unused.reason
        {
            return InputDeviceDiagnostics.Reason("\(unused.node): \(reason.cause)", reason.remedy)
        }
        let mouse = devices.first { $0.use == .pointer }
        return InputDeviceDiagnostics.Reason(
            "no touchscreen is plugged in",
            mouse.map { "plug one in; until then \($0.name) (\($0.node)) works as one finger" }
                ?? "plug one in (a mouse works as one finger)")
    }
}
