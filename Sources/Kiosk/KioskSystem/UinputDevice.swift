import CTouchTrackerLinux
import Glibc
import TouchKitGeometry

/// A virtual input device that this process creates with uinput.
///
/// The kernel and all readers treat the device like a hardware device. The device is removed on
/// deinitialization.
package final class UinputDevice {
    /// The path of the uinput control node.
    package static let path = "/dev/uinput"

    /// An absolute axis of a virtual device, in device units.
    package struct Axis: Sendable {
        /// The axis code, for example `ABS_MT_POSITION_X`.
        package var code: UInt16
        /// The minimum value of the axis, in device units.
        package var minimum: Int32
        /// The maximum value of the axis, in device units.
        package var maximum: Int32
        /// The resolution in device units per millimeter, or 0 if the resolution is unknown.
        package var resolution: Int32

        /// Creates an axis from a code and a range.
        package init(code: UInt16, minimum: Int32, maximum: Int32, resolution: Int32 = 0) {
            self.code = code
            self.minimum = minimum
            self.maximum = maximum
            self.resolution = resolution
        }
    }

    private let descriptor: OwnedDescriptor
    /// The events that the next call of `sendEvents()` sends.
    private var events: [input_event] = []
    /// The kernel's name for the device, for example `input12`.
    package let systemName: String

    /// Creates a virtual device.
    ///
    /// The corresponding C interfaces are the ioctls `UI_SET_KEYBIT`, `UI_ABS_SETUP`,
    /// `UI_SET_PROPBIT`, `UI_DEV_SETUP`, `UI_DEV_CREATE` and `UI_GET_SYSNAME`.
    ///
    /// - Parameters:
    ///   - name: The device's name, at most 79 bytes.
    ///   - bus: The bus type, for example `BUS_VIRTUAL`.
    ///   - vendor: The vendor ID of the device.
    ///   - product: The product ID of the device.
    ///   - version: The version number of the device.
    ///   - keys: The codes of the keys and buttons, for example `BTN_TOUCH`.
    ///   - axes: The absolute axes of the device.
    ///   - properties: The device properties, for example `INPUT_PROP_DIRECT`.
    /// - Throws: `LinuxError`. The error contains the path `/dev/uinput` if that file cannot be
    ///   opened, and no path if the kernel rejects the device.
    package init(
        name: String, bus: UInt16, vendor: UInt16, product: UInt16, version: UInt16,
        keys: [UInt16], axes: [Axis], properties: [UInt16]
    ) throws(LinuxError) {
        descriptor = try OwnedDescriptor(opening: Self.path, flags: O_WRONLY)
        let fileDescriptor = descriptor.number
        for key in keys {
            try performSystemCall("UI_SET_KEYBIT") {
                touchtracker_uinput_add_key(fileDescriptor, Int32(key))
            }
        }
        for axis in axes {
            try performSystemCall("UI_ABS_SETUP") {
                touchtracker_uinput_add_axis(
                    fileDescriptor, axis.code, axis.minimum, axis.maximum, axis.resolution)
            }
        }
        for property in properties {
            try performSystemCall("UI_SET_PROPBIT") {
                touchtracker_uinput_add_property(fileDescriptor, Int32(property))
            }
        }
        try performSystemCall("UI_DEV_SETUP") {
            touchtracker_uinput_set_identity(fileDescriptor, name, bus, vendor, product, version)
        }
        try performSystemCall("UI_DEV_CREATE") { touchtracker_uinput_create(fileDescriptor) }
        var bytes = [CChar](repeating: 0, count: 64)
        try performSystemCall("UI_GET_SYSNAME") {
            touchtracker_uinput_get_system_name(fileDescriptor, &bytes, bytes.count - 1)
        }
        systemName = String(
            decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // Ten contacts that begin in the same touch frame require about 50 events.
        events.reserveCapacity(128)
    }

    /// The kernel's name for the device's evdev node, for example `event5`, or `nil` if the device
    /// has no evdev node.
    package var eventNodeName: String? {
        FileSystem.names(in: "/sys/class/input/\(systemName)").first { $0.hasPrefix("event") }
    }

    /// Adds an event, which the next call of `sendEvents()` sends.
    package func addEvent(type: UInt16, code: UInt16, value: Int32) {
        var event = input_event()
        event.type = type
        event.code = code
        event.value = value
        events.append(event)
    }

    /// Sends the events that were added since the last call.
    ///
    /// The corresponding C function is `write(2)`.
    ///
    /// - Parameter time: The timestamp of the events on the monotonic clock, or `nil` for the time
    ///   of the call. The kernel ignores a timestamp that is in the future or older than 10 s.
    /// - Throws: `LinuxError` if the kernel rejects the events.
    package func sendEvents(at time: Timestamp? = nil) throws(LinuxError) {
        defer { events.removeAll(keepingCapacity: true) }
        if let time {
            let microseconds = Int(time.microseconds)
            for index in events.indices {
                events[index].time = timeval(
                    tv_sec: microseconds / 1_000_000, tv_usec: microseconds % 1_000_000)
            }
        }
        let fileDescriptor = descriptor.number
        try performSystemCall("write", path: Self.path) {
            events.withUnsafeBytes {
                Int32(clamping: write(fileDescriptor, $0.baseAddress, $0.count))
            }
        }
    }
}
