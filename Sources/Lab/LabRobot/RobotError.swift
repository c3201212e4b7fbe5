import KioskSystem

/// Why there can't be a robot.
package enum RobotError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kernel has no `uinput`, or it isn't loaded.
    case missing
    /// This user may not make devices up; the group that `/dev/uinput` belongs to.
    case denied(group: String)
    /// The service's device policy doesn't let this process.
    case forbidden
    /// The panel was made, but nobody can read it; why.
    case noNode(String)
    /// Something else.
    case system(LinuxError)

    /// The robot's name for an error of the system's.
    package init(_ error: LinuxError) {
        guard error.path == UinputDevice.path else {
            self = .system(error)
            return
        }
        switch error.code {
        case .notFound, .noDevice: self = .missing
        case .permissionDenied: self = .denied(group: Folder.group(of: UinputDevice.path) ?? "root")
        case .notPermitted: self = .forbidden
        default: self = .system(error)
        }
    }

    /// One line: the thing, the cause, the remedy.
    package var description: String {
        let path = UinputDevice.path
        return switch self {
        case .missing:
            "robot: \(path) isn't there: load the kernel's module for it (modprobe uinput)"
        case .denied(let group) where group == "root":
            "robot: \(path): this user may not open it; run it as root, or let a udev rule give it to a group of the user's"
        case .denied(let group):
            "robot: \(path): this user may not open it; run it as root, or add the user to the group \(group)"
        case .forbidden:
            "robot: \(path): the service's device policy forbids it; its unit needs DeviceAllow=\(path) rw"
        case .noNode(let cause):
            "robot: its panel has no node to be read from: \(cause); belong to the group input, or see the kernel's log (journalctl -k)"
        case .system(let error):
            "robot: \(error); see the kernel's log (journalctl -k)"
        }
    }
}
