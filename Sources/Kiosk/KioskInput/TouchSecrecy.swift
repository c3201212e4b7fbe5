import CTouchTrackerInput
import Glibc
import KioskSystem
import TouchKitGeometry

/// Whether touches on a device are secret, for example because the screen for the unlock pattern is
/// visible. A kiosk publishes the value on its open evdev nodes for recorders in other processes.
///
/// The value is published as a record lock on one byte of the node (`fcntl(2)`, `F_OFD_SETLK`). The
/// offset of the byte encodes the time of the last change and whether touches have been secret
/// since then. A recorder that compares two values therefore also detects a secret period between
/// them. The kernel removes the lock when the kiosk closes the node or exits.
package struct TouchSecrecy: Hashable, Sendable {
    /// The time of the last change.
    package let changeTime: Timestamp
    /// Whether touches after `changeTime` are secret.
    package let isSecret: Bool

    /// Creates a value for a change at `changeTime`, which must be later than 0.
    package init(changeTime: Timestamp, isSecret: Bool) {
        self.changeTime = changeTime
        self.isSecret = isSecret
    }

    /// Reads the value that another open file description has published on a node, or `nil` if none
    /// is published.
    ///
    /// - Parameter descriptor: An open descriptor of the node.
    package init?(publishedOn descriptor: Int32) {
        let offset = touchtracker_find_locked_byte(descriptor)
        guard offset > 1 else { return nil }
        self.init(
            changeTime: Timestamp(microseconds: offset / 2), isSecret: offset % 2 == 1)
    }

    /// Publishes the value, which must have a later time than the value published before.
    ///
    /// - Parameters:
    ///   - descriptor: A descriptor of the node that is open for writing.
    ///   - path: The path of the node, for the error.
    /// - Throws: `LinuxError` if another process has published the same value or the node cannot be
    ///   locked.
    package func publish(on descriptor: Int32, path: String) throws(LinuxError) {
        let offset = changeTime.microseconds * 2 + (isSecret ? 1 : 0)
        try performSystemCall("lock", path: path) {
            touchtracker_lock_byte(descriptor, offset)
        }
    }
}
