import KioskDisplay
import KioskInput
import KioskSystem
import TouchKitRaster

/// The state and counters of a running kiosk, for the status socket and the metrics file.
package struct KioskStatus: Hashable, Sendable {
    /// The properties of the display in use.
    package struct Display: Hashable, Sendable {
        /// The names of the card and the connector, for example
        /// `/dev/dri/by-path/platform-gpu-card HDMI-A-1`.
        package var name: String
        /// The active mode.
        package var mode: DisplayMode
        /// The pixel format of the display's buffers.
        package var format: PixelFormat
        /// The name of the kernel driver, or `nil` for a headless display.
        package var driver: String?

        /// Creates a display description from its properties.
        package init(name: String, mode: DisplayMode, format: PixelFormat, driver: String?) {
            self.name = name
            self.mode = mode
            self.format = format
            self.driver = driver
        }
    }

    /// The properties of a touchscreen or pointer.
    package struct Device: Hashable, Sendable {
        /// The product name that the device reports.
        package var name: String
        /// The path of the device node, for example `/dev/input/event3`.
        package var node: String
        /// Whether the device is a touchscreen. If `false`, the device is a pointer, such as a
        /// mouse, which emulates one touch.
        package var isTouch: Bool
        /// The number of slots in which the device reports contacts, or 0 if the device has no
        /// slots.
        package var slotCount: Int
        /// The interval at which the driver polls the device, in milliseconds, or `nil` if the
        /// device is not known to be polled.
        package var pollMilliseconds: Int?

        /// Creates a device description from its properties.
        package init(
            name: String, node: String, isTouch: Bool, slotCount: Int,
            pollMilliseconds: Int? = nil
        ) {
            self.name = name
            self.node = node
            self.isTouch = isTouch
            self.slotCount = slotCount
            self.pollMilliseconds = pollMilliseconds
        }
    }

    /// The time since the kiosk's start, in microseconds.
    package var uptimeMicroseconds: Int64 = 0
    /// The time since boot in microseconds, including the time during which the machine was
    /// suspended.
    package var machineUptimeMicroseconds: Int64 = 0
    /// The number of times that the kiosk was started since boot, including the current start, or 1
    /// if starts are not counted.
    package var starts = 1
    /// The counters since the kiosk's start.
    package var report = KioskReport()
    /// The number of touch frames (sets of contact changes that a device reports at one time) since
    /// the kiosk's start.
    package var touchFrames = 0
    /// The display in use, or `nil` while no display is in use.
    package var display: Display?
    /// The reason that the kiosk waits for a display, or `nil` while a display is in use.
    package var waiting: String?
    /// The connected touchscreens and pointers, in the order in which they were connected.
    package var devices: [Device] = []
    /// The touchscreens that do not work since the display was switched on.
    package var touchscreenProblems: [TouchscreenWatch.Change] = []
    /// The latest warnings and errors of the log.
    package var log = LogHistory.Snapshot()

    /// Creates the status of a kiosk that has just started.
    package init() {}
}

extension KioskStatus.Device {
    /// Creates the description of an input device, or returns `nil` if the device is neither a
    /// touchscreen nor a pointer.
    init?(_ device: InputDevice) {
        if device.kind == .other { return nil }
        self.init(
            name: device.name, node: device.path, isTouch: device.kind == .touch,
            slotCount: device.slotCount,
            pollMilliseconds: device.sampling.knownPolling?.milliseconds)
    }
}
