import CTouchTrackerInput
import TouchKitContacts
import TouchKitGeometry

extension DeviceKey {
    /// Reads the key of libudev's event node; nil where its device doesn't say what it is.
    ///
    /// - Parameters:
    ///   - device: The event node.
    ///   - properties: Its properties.
    init?(_ device: OpaquePointer, _ properties: UdevProperties) {
        // The parent belongs to its child.
        guard
            let parent = udev_device_get_parent_with_subsystem_devtype(device, "input", nil),
            let product = udev_device_get_property_value(parent, "PRODUCT")
        else { return nil }
        let place = udev_device_get_property_value(parent, "PHYS").map { String(cString: $0) }
        self.init(product: String(cString: product), path: properties["ID_PATH"], physical: place)
    }

    /// Makes a key of what the kernel and udev say.
    ///
    /// - Parameters:
    ///   - product: The kernel's `PRODUCT`: bus, vendor, product and version in hexadecimal, with slashes
    ///     between.
    ///   - path: udev's `ID_PATH`; nil where there is none.
    ///   - physical: The kernel's `PHYS`, in quotes; nil where there is none.
    package init?(product: String, path: String?, physical: String?) {
        let numbers = product.split(separator: "/").map { UInt16($0, radix: 16) }
        guard numbers.count == 4, let bus = numbers[0], let vendor = numbers[1],
            let product = numbers[2]
        else { return nil }
        let place = physical.map { String($0.drop { $0 == "\"" }.prefix { $0 != "\"" }) }
        self.init(bus: bus, vendor: vendor, product: product, path: path ?? place ?? "")
    }
}

extension UdevProperties {
    /// When udev had set the device up, by the monotonic clock; nil where it doesn't say.
    package var initialized: Timestamp? {
        self["USEC_INITIALIZED"].flatMap { Int64($0) }.map { Timestamp(microseconds: $0) }
    }
}
