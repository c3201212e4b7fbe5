import Glibc
import TouchKitGeometry

/// Looks at one descriptor, without a loop.
package enum Poll {
    /// Whether something can be read now. Wraps `poll(2)` with a time-out of 0.
    package static func isReadable(_ descriptor: Int32) -> Bool {
        var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&question, 1, 0) > 0
    }

    /// Waits until something can be read, or a signal came between. Wraps `poll(2)`.
    package static func waitUntilReadable(_ descriptor: Int32) {
        var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&question, 1, -1)
    }

    /// Waits until something can be read, a moment has come, or a signal came between: not before the
    /// moment, and less than a millisecond after it. Wraps `poll(2)`.
    package static func waitUntilReadable(_ descriptor: Int32, until time: Timestamp) {
        var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let microseconds = max(0, time.microseconds(since: MonotonicClock.now()))
        _ = poll(&question, 1, Int32(clamping: (microseconds + 999) / 1_000))
    }

    /// Waits until one of two descriptors can be read, or a signal came between. Wraps `poll(2)`.
    package static func waitUntilReadable(_ first: Int32, or second: Int32) {
        var questions = (
            pollfd(fd: first, events: Int16(POLLIN), revents: 0),
            pollfd(fd: second, events: Int16(POLLIN), revents: 0)
        )
        withUnsafeMutableBytes(of: &questions) { bytes in
            _ = poll(bytes.assumingMemoryBound(to: pollfd.self).baseAddress, 2, -1)
        }
    }
}
