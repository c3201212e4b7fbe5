import KioskSystem

/// A failure to open a device node.
package struct NodeOpenFailure: Hashable, Sendable {
    /// The path of the node, for example `/dev/input/event3`.
    package let path: String
    /// The error number that open(2) or the ioctl `EVIOCGRAB` returned.
    package let code: Errno

    /// Creates a failure from the path of a node and an error number.
    package init(path: String, code: Errno) {
        self.path = path
        self.code = code
    }

    /// Returns a one-line message with the node, the cause and the remedy.
    ///
    /// - Parameter group: The name of the group that owns the node, or `nil` if unknown.
    package func message(group: String?) -> String {
        "\(path): \(reason(group: group).line)"
    }

    /// Returns the cause of the failure and the remedy, without the path of the node.
    ///
    /// - Parameter group: The name of the group that owns the node, or `nil` if unknown.
    package func reason(group: String?) -> InputDeviceDiagnostics.Reason {
        switch code {
        case .permissionDenied where group == "root":
            // No udev rule has assigned a group to the node.
            InputDeviceDiagnostics.Reason(
                "this user has no permission to open the node",
                "assign the node to the group input with a udev rule")
        case .permissionDenied:
            InputDeviceDiagnostics.Reason(
                "this user has no permission to open the node",
                "add the user to the group \(group ?? "input")")
        case .notPermitted:
            InputDeviceDiagnostics.Reason(
                "the service's device policy forbids access",
                "add DeviceAllow=char-input rw to the unit")
        case .busy:
            InputDeviceDiagnostics.Reason(
                "another program has grabbed the device", "stop that program")
        default:
            InputDeviceDiagnostics.Reason(
                "cannot open: \(code)", "see the kernel log (journalctl -k)")
        }
    }
}
