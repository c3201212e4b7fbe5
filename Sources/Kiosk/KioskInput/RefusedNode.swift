import KioskSystem

/// A device node that couldn't be opened.
package struct RefusedNode: Hashable, Sendable {
    /// The node: `/dev/input/event3`.
    package let path: String
    /// Why it couldn't.
    package let code: Errno

    /// Makes a report of a node.
    package init(path: String, code: Errno) {
        self.path = path
        self.code = code
    }

    /// One line: the node, the cause, the remedy.
    ///
    /// - Parameter group: The group that the node belongs to, where it can be told.
    package func complaint(group: String?) -> String {
        let reason = reason(group: group)
        return "\(path): \(reason.cause)" + (reason.remedy.map { "; \($0)" } ?? "")
    }

    /// The cause and the remedy.
    ///
    /// - Parameter group: The group that the node belongs to, where it can be told.
    package func reason(group: String?) -> InputReport.Reason {
        switch code {
        case .permissionDenied where group == "root":
            // udev hasn't given it to anybody.
            InputReport.Reason(
                "this user may not open it", "let a udev rule give it to the group input")
        case .permissionDenied:
            InputReport.Reason(
                "this user may not open it", "add the user to the group \(group ?? "input")")
        case .notPermitted:
            InputReport.Reason(
                "the service's device policy forbids it",
                "its unit needs DeviceAllow=char-input rw")
        case .busy:
            InputReport.Reason("another program keeps it for itself", "stop that program")
        default:
            InputReport.Reason(
                "it can't be opened: \(code)", "see the kernel's log (journalctl -k)")
        }
    }
}
