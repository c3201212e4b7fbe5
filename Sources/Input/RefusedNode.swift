import Linux

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
        switch code {
        case .permissionDenied where group == "root":
            // udev hasn't given it to anybody.
            "\(path): this user may not open it; let a udev rule give it to the group input"
        case .permissionDenied:
            "\(path): this user may not open it; add the user to the group \(group ?? "input")"
        case .notPermitted:
            "\(path): the service's device policy forbids it; "
                + "its unit needs DeviceAllow=char-input rw"
        default:
            "\(path): it can't be opened: \(code); see the kernel's log (journalctl -k)"
        }
    }
}
