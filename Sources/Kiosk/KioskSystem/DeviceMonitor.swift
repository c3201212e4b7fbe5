import CTouchTrackerUdev
import Glibc

/// Tells when devices of one kind come, go or change, once udev is through with them.
///
/// Owns a netlink socket of udev's; nothing is asked again and again.
package final class DeviceMonitor {
    /// News of one device.
    package struct Event: Hashable, Sendable {
        /// What happened: `add`, `remove`, `change` …
        package let action: String
        /// The kernel's name: `card0`, `card0-HDMI-A-1`.
        package let name: String
    }

    /// What a reading led to.
    package enum Reading: Hashable, Sendable {
        /// Something happened.
        case event(Event)
        /// So much happened that the kernel dropped news: look at everything anew.
        case lost
    }

    private let udev: OpaquePointer
    private let monitor: OpaquePointer

    /// Listens to a subsystem: `drm`, `input`.
    ///
    /// - Throws: `LinuxError` where udev's news can't be had: without `/run/udev`, or where the
    ///   service's sandbox forbids `AF_NETLINK`.
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

    /// What a loop watches: readable when there is news.
    package var descriptor: Int32 { udev_monitor_get_fd(monitor) }

    /// The next piece of news; nil where there is none.
    package func next() -> Reading? {
        guard let device = udev_monitor_receive_device(monitor) else {
            // The socket's buffer was full; everything else means that nothing (for us) is there.
            return Errno.last == Errno(rawValue: ENOBUFS) ? .lost : nil
        }
        defer { udev_device_unref(device) }
        let action = udev_device_get_action(device).map { String(cString: $0) }
        let name = udev_device_get_sysname(device).map { String(cString: $0) }
        return .event(Event(action: action ?? "change", name: name ?? ""))
    }
}
