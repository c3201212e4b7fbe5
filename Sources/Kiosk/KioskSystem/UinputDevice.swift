import CTouchTrackerLinux
import Glibc

/// An input device that this process makes up (`uinput`): for the kernel and everybody who reads it, it
/// is one like others. It goes with its owner.
package final class UinputDevice {
    /// Where the kernel is asked for one.
    package static let path = "/dev/uinput"

    /// Which device it says it is (`struct input_id`).
    package struct Identity: Sendable {
        /// `BUS_VIRTUAL` …
        package var bus: UInt16
        /// The maker's number.
        package var vendor: UInt16
        /// The maker's number of the product.
        package var product: UInt16
        /// The product's version.
        package var version: UInt16

        /// Makes an identity.
        package init(bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16) {
            self.bus = bus
            self.vendor = vendor
            self.product = product
            self.version = version
        }
    }

    /// An absolute axis, in device units.
    package struct Axis: Sendable {
        /// `ABS_MT_POSITION_X` …
        package var code: UInt16
        /// The smallest value.
        package var minimum: Int32
        /// The largest value.
        package var maximum: Int32
        /// Units per millimetre; 0 where the device doesn't say.
        package var resolution: Int32

        /// Makes an axis.
        package init(code: UInt16, minimum: Int32, maximum: Int32, resolution: Int32 = 0) {
            self.code = code
            self.minimum = minimum
            self.maximum = maximum
            self.resolution = resolution
        }
    }

    private let owned: OwnedDescriptor
    /// What waits to be sent.
    private var events: [input_event] = []
    /// The kernel's name of it: `input12`.
    package let systemName: String

    /// Makes a device. Wraps the ioctls of `linux/uinput.h`.
    ///
    /// - Parameters:
    ///   - name: What it says it is called, 79 bytes at most.
    ///   - identity: Which device it says it is.
    ///   - keys: The codes of its keys and buttons (`BTN_TOUCH` …).
    ///   - axes: Its absolute axes.
    ///   - properties: Its properties (`INPUT_PROP_DIRECT` …).
    /// - Throws: `LinuxError` with the path where that can't be opened, and without where the kernel
    ///   doesn't take the device.
    package init(
        name: String, identity: Identity, keys: [UInt16], axes: [Axis], properties: [UInt16]
    ) throws(LinuxError) {
        owned = try OwnedDescriptor(opening: Self.path, flags: O_WRONLY)
        let number = owned.number
        for key in keys {
            try checked("UI_SET_KEYBIT") { touchtracker_uinput_key(number, Int32(key)) }
        }
        for axis in axes {
            try checked("UI_ABS_SETUP") {
                touchtracker_uinput_axis(
                    number, axis.code, axis.minimum, axis.maximum, axis.resolution)
            }
        }
        for property in properties {
            try checked("UI_SET_PROPBIT") {
                touchtracker_uinput_property(number, Int32(property))
            }
        }
        try checked("UI_DEV_SETUP") {
            touchtracker_uinput_setup(
                number, name, identity.bus, identity.vendor, identity.product, identity.version)
        }
        try checked("UI_DEV_CREATE") { touchtracker_uinput_create(number) }
        var bytes = [CChar](repeating: 0, count: 64)
        try checked("UI_GET_SYSNAME") {
            touchtracker_uinput_system_name(number, &bytes, bytes.count - 1)
        }
        systemName = String(
            decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // Ten fingers that all come down say about 50 things at once.
        events.reserveCapacity(128)
    }

    /// The kernel's name of its evdev node: `event5`; nil where evdev doesn't serve it.
    package var eventName: String? {
        Folder.names(in: "/sys/class/input/\(systemName)").first { $0.hasPrefix("event") }
    }

    /// Adds an event to the next report.
    package func add(type: UInt16, code: UInt16, value: Int32) {
        var event = input_event()
        event.type = type
        event.code = code
        event.value = value
        events.append(event)
    }

    /// Sends what was added since the last time, in one `write(2)`: the kernel gives it its time.
    ///
    /// - Throws: `LinuxError` where the kernel doesn't take it.
    package func send() throws(LinuxError) {
        defer { events.removeAll(keepingCapacity: true) }
        let number = owned.number
        try checked("write", path: Self.path) {
            events.withUnsafeBytes { Int32(clamping: write(number, $0.baseAddress, $0.count)) }
        }
    }
}
