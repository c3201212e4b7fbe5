import CTouchTrackerLinux
import Glibc

/// A flag that one thread raises and another one's loop watches.
package final class EventDescriptor: Sendable {
    private let owned: OwnedDescriptor

    /// Makes a flag that isn't raised. Wraps `eventfd(2)`.
    package init() throws(LinuxError) {
        owned = OwnedDescriptor(
            owning: try checked("eventfd") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) })
    }

    /// What the loop watches.
    package var descriptor: Int32 { owned.number }

    /// Raises the flag; it stays up until somebody takes notice.
    package func raise() {
        var one: UInt64 = 1
        _ = write(owned.number, &one, MemoryLayout<UInt64>.size)
    }

    /// Takes notice of the flag, so that the descriptor isn't readable any more.
    package func acknowledge() {
        var count: UInt64 = 0
        _ = read(owned.number, &count, MemoryLayout<UInt64>.size)
    }
}
