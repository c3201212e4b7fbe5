import CLinux
import Glibc

/// A flag that one thread raises and another one's loop watches.
public final class EventDescriptor: Sendable {
    private let owned: OwnedDescriptor

    /// Makes a flag that isn't raised. Wraps `eventfd(2)`.
    public init() throws(LinuxError) {
        owned = OwnedDescriptor(
            owning: try checked("eventfd") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) })
    }

    /// What the loop watches.
    public var descriptor: Int32 { owned.number }

    /// Raises the flag; it stays up until somebody takes notice.
    public func raise() {
        var one: UInt64 = 1
        _ = write(owned.number, &one, MemoryLayout<UInt64>.size)
    }

    /// Takes notice of the flag, so that the descriptor isn't readable any more.
    public func acknowledge() {
        var count: UInt64 = 0
        _ = read(owned.number, &count, MemoryLayout<UInt64>.size)
    }
}
