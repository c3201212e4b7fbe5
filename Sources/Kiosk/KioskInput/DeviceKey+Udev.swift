import CTouchTrackerInput
import TouchKitContacts
import TouchKitGeometry

extension DeviceKey {
    /// Creates the key that identifies the device of an event node across restarts. Returns `nil`
    /// if the kernel does not report the device's product numbers.
    ///
    /// The corresponding C function is `udev_device_get_property_value`.
    ///
    /// - Parameters:
    ///   - device: The libudev device of the event node.
    ///   - properties: The node's udev properties.
    init?(_ device: OpaquePointer, _ properties: UdevProperties) {
        // The child device owns its parent, so the reference to the parent must not be released.
        guard
            let parent = udev_device_get_parent_with_subsystem_devtype(device, "input", nil),
            let product = udev_device_get_property_value(parent, "PRODUCT")
        else { return nil }
        let physical = udev_device_get_property_value(parent, "PHYS").map { String(cString: $0) }
        self.init(
            product: String(cString: product), path: properties["ID_PATH"], physical: physical)
    }

    /// Creates a key from properties that the kernel and udev report. Returns `nil` if `product` is
    /// malformed.
    ///
    /// - Parameters:
    ///   - product: The kernel's `PRODUCT`: hexadecimal bus, vendor, product and version, separated
    ///     by slashes.
    ///   - path: udev's `ID_PATH`, or `nil` if the property is missing.
    ///   - physical: The kernel's `PHYS` in quotation marks, which replaces a missing `path`, or
    ///     `nil` if the property is missing.
    package init?(product: String, path: String?, physical: String?) {
        let numbers = product.split(separator: "/").map { UInt16($0, radix: 16) }
        guard numbers.count == 4, let bus = numbers[0], let vendor = numbers[1],
            let product = numbers[2]
        else { return nil }
        let unquoted = physical.map { String($0.drop { $0 == "\"" }.prefix { $0 != "\"" }) }
        self.init(bus: bus, vendor: vendor, product: product, path: path ?? unquoted ?? "")
    }
}

extension UdevProperties {
    /// The time at which udev initialized the device (`USEC_INITIALIZED`), on the monotonic clock,
    /// or `nil` if unknown.
    package var initializationTime: Timestamp? {
        self["USEC_INITIALIZED"].flatMap { Int64($0) }.map { Timestamp(microseconds: $0) }
    }
}
