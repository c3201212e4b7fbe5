import Glibc
import TouchKitGeometry

/// A namespace for functions that wait for one or two file descriptors without an event loop.
package enum Poll {
    /// Returns whether the file descriptor is readable now.
    ///
    /// The corresponding C function is `poll(2)` with a timeout of 0.
    package static func isReadable(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    /// Waits until the file descriptor is readable, `time` is reached (unless it is `nil`), or a
    /// signal interrupts the wait.
    ///
    /// The timeout has a resolution of one millisecond and is rounded up, so that it never ends
    /// before `time`. The corresponding C function is `poll(2)`.
    package static func waitUntilReadable(_ descriptor: Int32, until time: Timestamp? = nil) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds = time.map {
            Int32(clamping: (max(0, $0.microseconds(since: MonotonicClock.now())) + 999) / 1_000)
        }
        _ = poll(&entry, 1, milliseconds ?? -1)
    }

    /// Waits until at least one of two file descriptors is readable or a signal interrupts the
    /// wait.
    ///
    /// The corresponding C function is `poll(2)`.
    package static func waitUntilReadable(_ first: Int32, or second: Int32) {
        var entries = (
            pollfd(fd: first, events: Int16(POLLIN), revents: 0),
            pollfd(fd: second, events: Int16(POLLIN), revents: 0)
        )
        withUnsafeMutableBytes(of: &entries) { bytes in
            _ = poll(bytes.assumingMemoryBound(to: pollfd.self).baseAddress, 2, -1)
        }
    }
}
