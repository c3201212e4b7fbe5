import KioskDisplay
import KioskInput
import KioskSystem
import TouchKitRaster

/// The state and counters of a running kiosk, for the status socket and the metrics file.
package struct KioskStatus: Hashable, Sendable {
    /// The display in use.
    package struct Display: Hashable, Sendable {
        /// The names of the card and the connector, for example `card0:HDMI-A-1`.
        package var name: String
        /// The active mode.
        package var mode: DisplayMode
        /// The pixel format of the display's buffers.
        package var format: PixelFormat
        /// The name of the kernel driver, or `nil` for a headless display.
        package var driver: String?

        /// Creates a description of a display.
        package init(name: String, mode: DisplayMode, format: PixelFormat, driver: String?) {
            self.name = name
            self.mode = mode
            self.format = format
            self.driver = driver
        }
    }

    /// A touchscreen or pointer.
    package struct Device: Hashable, Sendable {
        /// The product name that the device reports.
        package var name: String
        /// The path of the device node, for example `/dev/input/event3`.
        package var node: String
        /// Whether the device is a touchscreen; otherwise it is a pointer that acts as one touch.
        package var isTouch: Bool
        /// The number of contacts that the device tracks in slots, or 0 without slots.
        package var slotCount: Int

        /// Creates a description of a device.
        package init(name: String, node: String, isTouch: Bool, slotCount: Int) {
            self.name = name
            self.node = node
            self.isTouch = isTouch
            self.slotCount = slotCount
        }
    }

    /// The time since the kiosk's start, in microseconds.
    package var uptimeMicroseconds: Int64 = 0
    /// The time since boot in microseconds, including suspend.
    package var machineUptimeMicroseconds: Int64 = 0
    /// The number of starts of the kiosk since boot, including the current one, or 1 if starts are
    /// not counted.
    package var starts = 1
    /// The counters since the kiosk's start.
    package var report = KioskReport()
    /// The number of touch frames that devices have reported since the kiosk's start.
    package var touchFrames = 0
    /// The display, or `nil` while none is available.
    package var display: Display?
    /// The reason for waiting for a display, or `nil` while one is in use.
    package var waiting: String?
    /// The connected touchscreens and pointers, in the order in which they were connected.
    package var devices: [Device] = []
    /// The latest warnings and errors of the log.
    package var log = LogHistory.Snapshot()

    /// Creates the status of a kiosk that has just started.
    package init() {}
}

extension KioskStatus.Device {
    /// Creates a description of an input device, or returns `nil` if it is neither touchscreen nor
    /// pointer.
    init?(_ device: InputDevice) {
        if device.kind == .other { return nil }
        self.init(
            name: device.name, node: device.path, isTouch: device.kind == .touch,
            slotCount: device.slotCount)
    }
}
