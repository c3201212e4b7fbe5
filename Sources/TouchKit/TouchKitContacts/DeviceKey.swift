/// A key that identifies an input device and its port, also after a restart of the program.
/// Settings are stored per device under this key.
package struct DeviceKey: Hashable, Sendable {
    /// The bus type of `struct input_id`, such as `BUS_USB` or `BUS_I2C`.
    package var bus: UInt16
    /// The vendor ID.
    package var vendor: UInt16
    /// The product ID.
    package var product: UInt16
    /// The path of the port: udev's `ID_PATH`, or the kernel's physical path (`EVIOCGPHYS`) if udev
    /// has none, or empty if neither is known.
    package var path: String

    /// Creates a key.
    package init(bus: UInt16, vendor: UInt16, product: UInt16, path: String) {
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.path = path
    }
}
