import KioskDisplay
import KioskInput
import KioskSystem
import TouchKitRaster

/// How a running kiosk is: what it says of itself to whoever asks.
package struct KioskStatus: Hashable, Sendable {
    /// A display that is drawn on.
    package struct Display: Hashable, Sendable {
        /// Card and connector.
        package var name: String
        /// The mode that is set.
        package var mode: DisplayMode
        /// How pixels lie in its buffers.
        package var format: PixelFormat
        /// The driver; nil for a display in memory.
        package var driver: String?

        /// Makes a display.
        package init(name: String, mode: DisplayMode, format: PixelFormat, driver: String?) {
            self.name = name
            self.mode = mode
            self.format = format
            self.driver = driver
        }
    }

    /// Something that can be touched, or points.
    package struct Device: Hashable, Sendable {
        /// The name that the device gives itself.
        package var name: String
        /// Its node: `/dev/input/event3`.
        package var node: String
        /// Whether it is a touch panel; if not, a pointer that serves as one finger.
        package var isTouch: Bool
        /// The number of fingers that it can tell apart by slots; 0 where it has none.
        package var slotCount: Int

        /// Makes a device.
        package init(name: String, node: String, isTouch: Bool, slotCount: Int) {
            self.name = name
            self.node = node
            self.isTouch = isTouch
            self.slotCount = slotCount
        }
    }

    /// Since when the kiosk runs, in microseconds.
    package var uptimeMicroseconds: Int64 = 0
    /// Since when the machine runs, in microseconds, the time included in which it slept.
    package var machineUptimeMicroseconds: Int64 = 0
    /// The number of this start since the machine was switched on: 1 is the first; more where a kiosk
    /// ended, by itself or not, and was started anew. 1 where nobody counts.
    package var starts = 1
    /// What it did so far.
    package var report = KioskReport()
    /// Frames that touch devices reported.
    package var touchFrames = 0
    /// The display; nil while there is none to draw on.
    package var display: Display?
    /// Why there is none to draw on, in a few words; nil while there is one.
    package var waiting: String?
    /// Touch panels and pointers that are plugged in, in the order in which they came.
    package var devices: [Device] = []
    /// The last warnings and errors of the log.
    package var log = LogMemory.Content()

    /// Makes the status of a kiosk that did nothing yet.
    package init() {}
}

extension KioskStatus.Device {
    /// A device, if it can be touched or points.
    init?(_ device: InputDevice) {
        if device.kind == .other { return nil }
        self.init(
            name: device.name, node: device.path, isTouch: device.kind == .touch,
            slotCount: device.slotCount)
    }
}
