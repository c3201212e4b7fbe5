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
        if bus == usb || bus == bluetooth {
            self = .interrupts
        } else if name == "raspberrypi-ts" {
            self = .polled(TouchPolling(milliseconds: interval, range: 0...interval))
        } else if bus == i2c, name.hasSuffix("Goodix Capacitive TouchScreen") {
            self = .polledIfRegular(TouchPolling(milliseconds: interval, range: 0...interval))
        } else if bus == i2c, name.hasPrefix("generic ft5x06") || name.hasPrefix("EP0") {
            // The driver polls with a timer of its own, without an attribute.
            self = .polledIfRegular(TouchPolling(milliseconds: interval))
        } else {
            self = .unknown
        }
    }
}
