import KioskSystem
import TouchKitContacts
import TouchKitGeometry

extension InputDeviceDiagnostics {
    /// The data from which the diagnostics of an evdev node are derived.
    package struct ProbeResult {
        /// The path of the node, for example `/dev/input/event3`.
        package var node: String
        /// The device's name from sysfs, which is used if the node cannot be opened.
        package var name: String
        /// The device's evdev description, or `nil` if the node could not be opened.
        package var description: EvdevDescription?
        /// All udev properties.
        package var properties: UdevProperties
        /// Whether udev has processed the device.
        package var isInitialized: Bool
        /// The error from opening the node for reading and writing, as libinput does, or `nil` if
        /// the node could be opened.
        package var openError: Errno?
        /// The name of the group that owns the node, or `nil` if unknown.
        package var group: String?
        /// The input device that the kiosk created for the node, or `nil` if the kiosk ignores it.
        package var inputDevice: InputDevice?

        /// Creates a probe result.
        package init(
            node: String, name: String, description: EvdevDescription? = nil,
            properties: UdevProperties = UdevProperties(), isInitialized: Bool = true,
            openError: Errno? = nil, group: String? = nil, inputDevice: InputDevice? = nil
        ) {
            self.node = node
            self.name = name
            self.description = description
            self.properties = properties
            self.isInitialized = isInitialized
            self.openError = openError
            self.group = group
            self.inputDevice = inputDevice
        }
    }

    /// The seat whose devices the kiosk reads. libinput assigns devices without ID_SEAT to it.
    private static let kioskSeat = "seat0"

    /// Creates the diagnostics of a node from the data read from it.
    package init(_ probe: ProbeResult) {
        node = probe.node
        name = probe.description?.name ?? probe.name
        kind = Self.kind(of: probe)
        description = probe.description
        properties = probe.properties.forTouch
        seat = probe.properties["ID_SEAT"] ?? Self.kioskSeat
        use = probe.inputDevice.flatMap { $0.kind == .other ? nil : $0.kind }
        key = probe.inputDevice?.key
        calibration = probe.inputDevice?.calibration ?? .identity
        sampling = probe.inputDevice?.sampling ?? .unknown
        reason = nil
        reason = findReason(probe)
    }

    /// Returns the reason that the device is not used as a touchscreen, or `nil` if the device is
    /// used as a touchscreen.
    ///
    /// The conditions are checked in libinput's order. The kind is checked before permissions,
    /// because the permissions of a keyboard's node do not matter.
    private func findReason(_ probe: ProbeResult) -> Reason? {
        switch use {
        case .touch:
            return nil
        case .pointer:
            return Reason("used as one finger while its button is down")
        case .other, nil:
            break
        }
        if seat != Self.kioskSeat {
            return Reason(
                "the device belongs to \(seat), the kiosk reads \(Self.kioskSeat)",
                "remove ID_SEAT from the device's udev rule (loginctl flush-devices)")
        }
        if probe.properties.isSet("LIBINPUT_IGNORE_DEVICE") {
            return Reason(
                "a udev rule hides the device from libinput",
                "remove LIBINPUT_IGNORE_DEVICE from that rule")
        }
        let isClassified = Self.isClassified(probe.properties)
        switch kind {
        case .keyboard: return Reason("not a touchscreen: a keyboard")
        case .tablet: return Reason("not a touchscreen: a tablet with a pen")
        case .other where isClassified: return Reason("not a touchscreen")
        case .touchscreen, .pointer, .touchpad, .other: break
        }
        if probe.openError == .permissionDenied, probe.properties.isKeyboard {
            return Reason("not a touchscreen: also a keyboard, which the kiosk must not read")
        }
        if let error = probe.openError {
            return NodeOpenFailure(path: node, code: error).reason(group: probe.group)
        }
        if !isClassified {
            return probe.isInitialized
                ? Reason(
                    "udev has not classified the device (no ID_INPUT_TOUCHSCREEN or similar)",
                    "for a touchscreen, set ID_INPUT and ID_INPUT_TOUCHSCREEN in a udev rule")
                : Reason(
                    "udev has not processed the device yet (no ID_INPUT)",
                    "check that systemd-udevd runs; then: udevadm trigger --subsystem-match=input")
        }
        return Reason(
            "libinput does not accept the device",
            "see the output of libinput debug-events --verbose")
    }

    /// Returns whether udev has classified the device. `ID_INPUT` alone is not sufficient for
    /// libinput.
    private static func isClassified(_ properties: UdevProperties) -> Bool {
        properties.all.contains { $0.key.hasPrefix("ID_INPUT_") && properties.isSet($0.key) }
    }

    /// Returns the kind of a device according to udev, with libinput's precedence, or according to
    /// its event codes if udev has not classified it.
    private static func kind(of probe: ProbeResult) -> Kind {
        let properties = probe.properties
        guard isClassified(properties) else {
            return probe.description.map(Self.kind(accordingTo:)) ?? .other
        }
        if properties.isSet("ID_INPUT_TABLET_PAD") { return .tablet }
        if properties.isSet("ID_INPUT_TOUCHSCREEN") { return .touchscreen }
        if properties.isSet("ID_INPUT_TOUCHPAD") { return .touchpad }
        if properties.isSet("ID_INPUT_TABLET") { return .tablet }
        if properties.isSet("ID_INPUT_MOUSE") || properties.isSet("ID_INPUT_POINTINGSTICK") {
            return .pointer
        }
        return properties.isSet("ID_INPUT_KEYBOARD") ? .keyboard : .other
    }

    /// Returns the kind of a device according to its event codes (`linux/input-event-codes.h`).
    private static func kind(accordingTo description: EvdevDescription) -> Kind {
        let keys = description.codes[0x01] ?? []
        // INPUT_PROP_DIRECT, BTN_TOUCH and BTN_TOOL_PEN.
        let isDirect = description.properties.contains(0x01)
        let hasTouch = keys.contains(0x14a)
        let hasPen = keys.contains(0x140)
        if hasPen { return .tablet }
        if description.axes[EventCode.positionX] != nil || hasTouch {
            return isDirect || description.properties.isEmpty ? .touchscreen : .touchpad
        }
        // BTN_LEFT with EV_REL or ABS_X.
        if keys.contains(0x110), description.codes[0x02] != nil || description.axes[0] != nil {
            return .pointer
        }
        // KEY_Q to KEY_P.
        return (0x10...0x19).allSatisfy { keys.contains($0) } ? .keyboard : .other
    }
}
