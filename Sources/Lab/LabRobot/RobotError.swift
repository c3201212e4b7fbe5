import KioskSystem

/// An error that prevents the robot from playing touches.
package enum RobotError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kernel has no `uinput` device, because the driver is missing or the module is not
    /// loaded.
    case missing
    /// The user lacks permission for `/dev/uinput`, which belongs to the given group.
    case denied(group: String)
    /// The service's device policy forbids access to `/dev/uinput`.
    case forbidden
    /// The uinput touchscreen was created, but its device node cannot be read. The associated value
    /// is the cause.
    case noNode(String)
    /// Another error of the operating system.
    case system(LinuxError)

    /// Creates the robot error that corresponds to an error of the operating system.
    package init(_ error: LinuxError) {
        guard error.path == UinputDevice.path else {
            self = .system(error)
            return
        }
        switch error.code {
        case .notFound, .noDevice: self = .missing
        case .permissionDenied:
            self = .denied(group: FileSystem.groupName(of: UinputDevice.path) ?? "root")
        case .notPermitted: self = .forbidden
        default: self = .system(error)
        }
    }

    /// One line with the device, the cause and the action that the user can take.
    package var description: String {
        let path = UinputDevice.path
        return switch self {
        case .missing:
            "robot: \(path): not found; load the kernel module (modprobe uinput)"
        case .denied(let group) where group == "root":
            "robot: \(path): permission denied; run as root, or add a udev rule for a group of "
                + "the user"
        case .denied(let group):
            "robot: \(path): permission denied; run as root, or add the user to the group "
                + group
        case .forbidden:
            "robot: \(path): the service's device policy forbids it; "
                + "add DeviceAllow=\(path) rw to its unit"
        case .noNode(let cause):
            "robot: the touchscreen has no readable node: \(cause); "
                + "add the user to the group input, or see the kernel log (journalctl -k)"
        case .system(let error):
            "robot: \(error); see the kernel log (journalctl -k)"
        }
    }
}
