/// Which device it is, and where it is plugged in: what is kept for it finds it again after a restart, and
/// nobody else's.
package struct DeviceKey: Hashable, Sendable {
    /// `BUS_USB`, `BUS_I2C` …
    package var bus: UInt16
    /// The maker's number.
    package var vendor: UInt16
    /// The maker's number of the product.
    package var product: UInt16
    /// The way to it: udev's `ID_PATH`, else what the kernel calls its physical place; empty where neither
    /// says anything.
    package var path: String

    /// Makes a key.
    package init(bus: UInt16, vendor: UInt16, product: UInt16, path: String) {
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.path = path
    }
}
