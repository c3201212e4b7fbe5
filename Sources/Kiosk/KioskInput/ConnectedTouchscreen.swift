import KioskSystem
import TouchKitContacts

/// A connected touchscreen as sysfs describes it.
package struct ConnectedTouchscreen: Hashable, Sendable {
    /// The kernel's name of the device, for example `event3`.
    package var sysname: String
    /// The name that the device reports.
    package var name: String
    /// The way in which the kernel obtains the device's reports.
    package var sampling: TouchSampling
    /// The folder of the USB device in sysfs, or `nil` if the touchscreen is not on USB.
    package var usbDevice: String?

    /// Creates a description of a touchscreen.
    package init(
        sysname: String, name: String, sampling: TouchSampling = .unknown, usbDevice: String? = nil
    ) {
        self.sysname = sysname
        self.name = name
        self.sampling = sampling
        self.usbDevice = usbDevice
    }

    /// The attribute that contains the poll interval of a polled touchscreen.
    package var pollAttribute: String { "/sys/class/input/\(sysname)/device/poll" }

    /// Returns all connected touchscreens in ascending order of their numbers. Opens no device
    /// node.
    ///
    /// - Parameter files: The files of the machine.
    package static func all(in files: SystemFiles = SystemFiles()) -> [ConnectedTouchscreen] {
        let folder = "/sys/class/input"
        return files.names(in: folder).compactMap { event in
            let device = "\(folder)/\(event)/device"
            guard event.hasPrefix("event"), isTouchscreen(event, files) else { return nil }
            let name = files.line("\(device)/name") ?? "unnamed"
            let bus = files.line("\(device)/id/bustype").flatMap { UInt16($0, radix: 16) } ?? 0
            return ConnectedTouchscreen(
                sysname: event, name: name,
                sampling: TouchSampling(
                    node: "/dev/input/\(event)", name: name, bus: bus, files: files),
                usbDevice: files.usbDevice(of: device))
        }
    }

    /// Returns whether udev has classified an event device as a touchscreen. Without udev's data,
    /// the kernel's property for devices on a display decides (`INPUT_PROP_DIRECT`).
    private static func isTouchscreen(_ event: String, _ files: SystemFiles) -> Bool {
        let device = "/sys/class/input/\(event)"
        if let number = files.line("\(device)/dev"),
            let data = files.text("/run/udev/data/c\(number)")
        {
            return data.split(separator: "\n").contains("E:ID_INPUT_TOUCHSCREEN=1")
        }
        let properties = files.line("\(device)/device/properties")
        return properties.flatMap { Int($0, radix: 16) }.map { $0 & 0b10 != 0 } ?? false
    }
}
