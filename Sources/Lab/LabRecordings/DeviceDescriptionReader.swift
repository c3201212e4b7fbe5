import KioskYAML
import TouchKitContacts

/// Functions that read the description of a device in a recording: everything before the device's
/// events.
enum DeviceDescriptionReader {
    /// The largest valid slot number.
    private static let largestSlot = Int32(SlotDecoder.maximumSlotCount) - 1

    /// Returns the device that an element of `devices` describes, without its events.
    ///
    /// - Throws: `YAMLError` if the description is incomplete or invalid.
    static func readDevice(_ node: YAMLNode) throws(YAMLError) -> Recording.Device {
        let evdev = try node.value(of: "evdev")
        let codes = try codes(evdev.value(of: "codes"))
        let description = EvdevDescription(
            name: try evdev.value(of: "name").string(),
            identity: try identity(evdev.value(of: "id")),
            codes: codes,
            axes: try axes(evdev["absinfo"], of: codes, in: evdev),
            properties: try numbers(
                evdev.value(of: "properties"), upTo: EventNames.largestProperty))
        return Recording.Device(
            node: try node["node"]?.string() ?? "", description: description,
            udevProperties: try udevProperties(node.value(of: "udev").value(of: "properties")))
    }

    private static func identity(_ node: YAMLNode) throws(YAMLError) -> EvdevDescription.Identity {
        let list = try node.elements()
        guard list.count == 4 else {
            throw node.error(
                "\(list.count) numbers instead of 4",
                remedy: "write bus, vendor, product, version")
        }
        var numbers: [UInt16] = []
        for element in list {
            numbers.append(UInt16(try element.integer(in: 0...Int64(UInt16.max))))
        }
        return EvdevDescription.Identity(
            bus: numbers[0], vendor: numbers[1], product: numbers[2], version: numbers[3])
    }

    private static func codes(_ node: YAMLNode) throws(YAMLError) -> [UInt16: [UInt16]] {
        var codes: [UInt16: [UInt16]] = [:]
        for pair in try node.pairs() {
            let type = UInt16(try pair.key.integer(in: 0...EventNames.largestType))
            codes[type] = try numbers(pair.value, upTo: EventNames.largestCode)
        }
        return codes
    }

    /// Returns the numbers of a list in ascending order, without duplicates.
    private static func numbers(
        _ node: YAMLNode, upTo largest: Int64
    ) throws(YAMLError) -> [UInt16] {
        var numbers: Set<UInt16> = []
        for element in try node.elements() {
            numbers.insert(UInt16(try element.integer(in: 0...largest)))
        }
        return numbers.sorted()
    }

    private static func axes(
        _ node: YAMLNode?, of codes: [UInt16: [UInt16]], in evdev: YAMLNode
    ) throws(YAMLError) -> [UInt16: EvdevDescription.AbsoluteAxis] {
        var axes: [UInt16: EvdevDescription.AbsoluteAxis] = [:]
        if let node, !node.isNull {
            for pair in try node.pairs() {
                let code = UInt16(try pair.key.integer(in: 0...EventNames.largestAxis))
                axes[code] = try axis(pair.value)
                if code == EventCode.slot, let slot = axes[code]?.maximum, slot > largestSlot {
                    throw pair.value.error(
                        "\(Int(slot) + 1) slots exceed the kernel's limit",
                        remedy: "write at most \(SlotDecoder.maximumSlotCount)")
                }
            }
            for code in [EventCode.positionX, EventCode.positionY] {
                if let axis = axes[code], axis.minimum >= axis.maximum {
                    throw node.error(
                        "axis \(code) has an empty range: \(axis.minimum) to \(axis.maximum)",
                        remedy: "write the touchscreen's range")
                }
            }
        }
        for code in codes[EventCode.absolute] ?? [] where axes[code] == nil {
            throw (node ?? evdev).error(
                "axis \(code) is missing in “absinfo”", remedy: "write its range")
        }
        return axes
    }

    private static func axis(_ node: YAMLNode) throws(YAMLError) -> EvdevDescription.AbsoluteAxis {
        let list = try node.elements()
        guard list.count == 5 else {
            throw node.error(
                "\(list.count) numbers instead of 5",
                remedy: "write minimum, maximum, fuzz, flat, resolution")
        }
        var numbers: [Int32] = []
        for element in list { numbers.append(try element.int32()) }
        return EvdevDescription.AbsoluteAxis(
            minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
            resolution: numbers[4])
    }

    private static func udevProperties(
        _ node: YAMLNode
    ) throws(YAMLError) -> [Recording.UdevProperty] {
        if node.isNull { return [] }
        var properties: [Recording.UdevProperty] = []
        for element in try node.elements() {
            let text = try propertyText(element)
            guard let mark = text.unicodeScalars.firstIndex(of: "=") else {
                throw element.error("a udev property has no value", remedy: "write KEY=VALUE")
            }
            properties.append(
                Recording.UdevProperty(
                    key: String(text.unicodeScalars[..<mark]),
                    value: String(text.unicodeScalars[mark...].dropFirst())))
        }
        return properties
    }
}

extension DeviceDescriptionReader {
    /// Returns the text of a udev property.
    ///
    /// `libinput record` does not quote properties, so that a property with a colon is parsed as a
    /// YAML mapping.
    private static func propertyText(_ node: YAMLNode) throws(YAMLError) -> String {
        guard node.kind == .mapping else { return try node.string() }
        var text = ""
        for pair in try node.pairs() {
            guard text.isEmpty else {
                throw node.error("several keys in one property", remedy: "write KEY=VALUE")
            }
            text = try pair.key.string() + ":"
            if !pair.value.isNull { text += " " + (try pair.value.string()) }
        }
        return text
    }
}

extension YAMLNode {
    /// Returns the node's value as a 32-bit integer.
    ///
    /// - Throws: `YAMLError` if the value is not an integer or out of range.
    func int32() throws(YAMLError) -> Int32 {
        Int32(try integer(in: Int64(Int32.min)...Int64(Int32.max)))
    }
}
