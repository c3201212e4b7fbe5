import CTouchTrackerLinux
import Glibc

/// A flag that one thread raises to wake another thread's event loop.
package final class EventDescriptor: Sendable {
    private let ownedDescriptor: OwnedDescriptor

    /// Creates a flag that is not raised.
    ///
    /// The corresponding C function is `eventfd(2)`.
    package init() throws(LinuxError) {
        ownedDescriptor = OwnedDescriptor(
            owning: try performSystemCall("eventfd") {
                eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
            })
    }

    /// The file descriptor that is readable while the flag is raised.
    package var descriptor: Int32 { ownedDescriptor.number }

    /// Raises the flag until `acknowledge()` lowers it.
    ///
    /// The corresponding C function is `write(2)`.
    package func raise() {
        var one: UInt64 = 1
        _ = write(ownedDescriptor.number, &one, MemoryLayout<UInt64>.size)
    }

    /// Lowers the flag, so that the descriptor is no longer readable.
    ///
    /// The corresponding C function is `read(2)`.
    package func acknowledge() {
        var count: UInt64 = 0
        _ = read(ownedDescriptor.number, &count, MemoryLayout<UInt64>.size)
    }
}
