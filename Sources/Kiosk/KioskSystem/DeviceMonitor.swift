import CTouchTrackerUdev
import Glibc

/// A udev monitor that reports the hotplug events of one subsystem after udev has processed the
/// events.
///
/// The monitor reads events from a netlink socket and does not poll devices.
package final class DeviceMonitor {
    /// A hotplug event for one device.
    package struct Event: Hashable, Sendable {
        /// The udev action, for example `add`, `remove` or `change`.
        package let action: String
        /// The kernel's name for the device, for example `card0` or `card0-HDMI-A-1`.
        package let name: String
    }

    /// The result of reading from the monitor.
    package enum ReadResult: Hashable, Sendable {
        /// An event was received.
        case event(Event)
        /// The kernel has dropped events, because the socket's buffer was full. The caller must
        /// enumerate the devices again.
        case overflow
    }

    private let udev: OpaquePointer
    private let monitor: OpaquePointer

    /// Creates a monitor for `subsystem`, for example `drm` or `input`.
    ///
    /// The corresponding C function is `udev_monitor_new_from_netlink`.
    ///
    /// - Throws: `LinuxError` if the monitor cannot be created, for example because the service's
    ///   sandbox forbids `AF_NETLINK`. Without udevd, the monitor receives no events.
    package init(subsystem: String) throws(LinuxError) {
        guard let udev = udev_new() else {
            throw LinuxError(operation: "udev_new", code: Errno.last)
        }
        guard let monitor = udev_monitor_new_from_netlink(udev, "udev") else {
            let code = Errno.last
            udev_unref(udev)
            throw LinuxError(operation: "udev_monitor_new_from_netlink", code: code)
        }
        self.udev = udev
        self.monitor = monitor
        let filtered = udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
        guard filtered >= 0 else {
            throw LinuxError(
                operation: "udev_monitor_filter_add_match_subsystem_devtype",
                code: Errno(rawValue: -filtered))
        }
        let enabled = udev_monitor_enable_receiving(monitor)
        guard enabled >= 0 else {
            throw LinuxError(
                operation: "udev_monitor_enable_receiving", code: Errno(rawValue: -enabled))
        }
    }

    deinit {
        udev_monitor_unref(monitor)
        udev_unref(udev)
    }

    /// The file descriptor that is readable while events are pending.
    package var descriptor: Int32 { udev_monitor_get_fd(monitor) }

    /// Returns the next pending event, or `nil` if there is none.
    ///
    /// The corresponding C function is `udev_monitor_receive_device`.
    package func next() -> ReadResult? {
        guard let device = udev_monitor_receive_device(monitor) else {
            // Any other error means that no pending event belongs to the subsystem.
            return Errno.last == Errno(rawValue: ENOBUFS) ? .overflow : nil
        }
        defer { udev_device_unref(device) }
        let action = udev_device_get_action(device).map { String(cString: $0) }
        let name = udev_device_get_sysname(device).map { String(cString: $0) }
        return .event(Event(action: action ?? "change", name: name ?? ""))
    }
}
