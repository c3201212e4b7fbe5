import KioskSystem
import TouchKitContacts
import TouchKitGeometry

extension InputReport {
    /// What was found out about a node.
    package struct Facts {
        /// The node: `/dev/input/event3`.
        package var node: String
        /// What the kernel's tables call the device, for where the node can't be opened.
        package var name: String
        /// What the device says of itself; nil where it couldn't be asked.
        package var description: EvdevDescription?
        /// What udev knows.
        package var properties: UdevProperties
        /// Whether udev's rules have run for it.
        package var isInitialized: Bool
        /// Why it can't be opened as libinput opens it; nil where it can.
        package var refusal: Errno?
        /// The group that the node belongs to, where it can be told.
        package var group: String?
        /// What the kiosk's reader made of it; nil where it passed it over.
        package var taken: InputDevice?

        /// Makes facts.
        package init(
            node: String, name: String, description: EvdevDescription? = nil,
            properties: UdevProperties = UdevProperties(), isInitialized: Bool = true,
            refusal: Errno? = nil, group: String? = nil, taken: InputDevice? = nil
        ) {
            self.node = node
            self.name = name
            self.description = description
            self.properties = properties
            self.isInitialized = isInitialized
            self.refusal = refusal
            self.group = group
            self.taken = taken
        }
    }

    /// Judges what was found out.
    package init(_ facts: Facts, readerSeat: String = "seat0") {
        node = facts.node
        name = facts.description?.name ?? facts.name
        kind = Self.kind(facts)
        description = facts.description
        properties = facts.properties.forTouch
        // What libinput takes where udev names none.
        seat = facts.properties["ID_SEAT"] ?? "seat0"
        use = facts.taken.flatMap { $0.kind == .other ? nil : $0.kind }
        key = facts.taken?.key
        calibration = facts.taken?.calibration ?? .identity
        reason = nil
        reason = reason(facts, readerSeat)
    }

    /// The order matters: what libinput looks at first is said first, and whoever has a keyboard
    /// before him doesn't want to hear of groups.
    private func reason(_ facts: Facts, _ readerSeat: String) -> Reason? {
        switch use {
        case .touch:
            return nil
        case .pointer:
            return Reason("used as one finger while its button is down")
        case .other, nil:
            break
        }
        if seat != readerSeat {
            return Reason(
                "it belongs to \(seat), the kiosk reads \(readerSeat)",
                "take ID_SEAT out of its udev rule (loginctl flush-devices)")
        }
        if facts.properties.isSet("LIBINPUT_IGNORE_DEVICE") {
            return Reason(
                "a udev rule hides it from libinput", "take LIBINPUT_IGNORE_DEVICE out of that rule"
            )
        }
        let isClassified = Self.isClassified(facts.properties)
        switch kind {
        case .keyboard: return Reason("not a touchscreen: a keyboard")
        case .tablet: return Reason("not a touchscreen: a tablet with a pen")
        case .other where isClassified: return Reason("not a touchscreen")
        case .touchscreen, .pointer, .touchpad, .other: break
        }
        if let refusal = facts.refusal {
            return RefusedNode(path: node, code: refusal).reason(group: facts.group)
        }
        if !isClassified {
            return facts.isInitialized
                ? Reason(
                    "udev can't tell what it is (no ID_INPUT_TOUCHSCREEN or the like)",
                    "if it is a touchscreen, let a udev rule set ID_INPUT and ID_INPUT_TOUCHSCREEN")
                : Reason(
                    "udev hasn't looked at it yet (no ID_INPUT)",
                    "is systemd-udevd running? then: udevadm trigger --subsystem-match=input")
        }
        return Reason("libinput doesn't take it", "libinput debug-events --verbose says why")
    }

    /// Whether udev has said what it is. "Some kind of input device" alone isn't enough for libinput.
    private static func isClassified(_ properties: UdevProperties) -> Bool {
        properties.all.contains { $0.key.hasPrefix("ID_INPUT_") && properties.isSet($0.key) }
    }

    /// What udev says comes first, in libinput's order.
    private static func kind(_ facts: Facts) -> Kind {
        let properties = facts.properties
        guard isClassified(properties) else {
            return facts.description.map(Self.kind(suggestedBy:)) ?? .other
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

    /// Numbers: `linux/input-event-codes.h`.
    private static func kind(suggestedBy description: EvdevDescription) -> Kind {
        let keys = description.codes[0x01] ?? []
        let isDirect = description.properties.contains(0x01)
        let hasTouch = keys.contains(0x14a)
        let hasPen = keys.contains(0x140)
        if hasPen { return .tablet }
        if description.axes[EventCode.positionX] != nil || hasTouch {
            return isDirect || description.properties.isEmpty ? .touchscreen : .touchpad
        }
        // The left button, with something to move.
        if keys.contains(0x110), description.codes[0x02] != nil || description.axes[0] != nil {
            return .pointer
        }
        // The letters of the upper row.
        return (0x10...0x19).allSatisfy { keys.contains($0) } ? .keyboard : .other
    }
}
