import KioskSystem
import TouchKitGeometry

/// The clock of the thread that stores drawings. Tests use a clock of their own, so that they need
/// not wait for retries.
package protocol StoreClock: Sendable {
    /// Returns the current time on the monotonic clock.
    func now() -> Timestamp
    /// Blocks until the file descriptor `descriptor` is readable or, if `time` is not `nil`, until
    /// that time.
    func wait(for descriptor: Int32, until time: Timestamp?)
}

/// A clock for the thread of the store that uses the system's monotonic clock.
package struct SystemStoreClock: StoreClock {
    /// Creates a clock that uses `CLOCK_MONOTONIC`.
    package init() {}

    /// Returns the current time of `CLOCK_MONOTONIC`.
    package func now() -> Timestamp { MonotonicClock.now() }

    /// Blocks in `poll(2)` until the file descriptor `descriptor` is readable or, if `time` is not
    /// `nil`, until that time.
    package func wait(for descriptor: Int32, until time: Timestamp?) {
        Poll.waitUntilReadable(descriptor, until: time)
    }
}
