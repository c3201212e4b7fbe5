extension TouchSampling {
    /// The interval in milliseconds at which all drivers of Raspberry Pi's touchscreens poll by
    /// default: `goodix.c`, `edt-ft5x06.c` and `raspberrypi-ts.c` in `drivers/input/touchscreen`.
    package static let driverMilliseconds = 17

    /// Creates the sampling that follows from the name that a driver gives its touchscreen.
    ///
    /// - Parameters:
    ///   - name: The name that the device reports.
    ///   - bus: The bus number of the device (`BUS_I2C` and others in `linux/input.h`).
    package init(deviceName name: String, bus: UInt16) {
        let (usb, bluetooth, i2c): (UInt16, UInt16, UInt16) = (0x03, 0x05, 0x18)
        let interval = Self.driverMilliseconds
        let model = Self.removingBusAddress(from: name)
        if bus == usb || bus == bluetooth {
            self = .interrupts
        } else if name == "raspberrypi-ts" {
            self = .polled(TouchPolling(milliseconds: interval, range: 0...interval))
        } else if bus == i2c, model.hasSuffix("Goodix Capacitive TouchScreen") {
            self = .polledIfRegular(TouchPolling(milliseconds: interval, range: 0...interval))
        } else if bus == i2c, model.hasPrefix("generic ft5x06") || model.hasPrefix("EP0") {
            // The driver polls with a timer of its own, without an attribute.
            self = .polledIfRegular(TouchPolling(milliseconds: interval))
        } else {
            self = .unknown
        }
    }

    /// Returns `name` without the I²C bus number and address with which the drivers of Raspberry
    /// Pi's kernel begin it, for example `10-0038 `.
    private static func removingBusAddress(from name: String) -> Substring {
        guard let space = name.firstIndex(of: " ") else { return name[...] }
        let address = name[..<space]
        let isAddress =
            address.contains { $0 == "-" } && address.allSatisfy { $0 == "-" || $0.isHexDigit }
        return isAddress ? name[space...].dropFirst() : name[...]
    }
}
