import KioskSystem
import TouchKitGeometry

/// The clock of the store's thread. Tests use another clock, so that they need not wait for
/// retries.
package protocol StoreClock: Sendable {
    /// Returns the current monotonic time.
    func now() -> Timestamp
    /// Blocks until `descriptor` is readable, or until `time` if it is not `nil`.
    func wait(for descriptor: Int32, until time: Timestamp?)
}

/// A store clock that uses the system's monotonic clock.
package struct SystemStoreClock: StoreClock {
    /// Creates the clock.
    package init() {}

    /// Returns the current time of `CLOCK_MONOTONIC`.
    package func now() -> Timestamp { MonotonicClock.now() }

    /// Blocks in `poll(2)` until `descriptor` is readable, or until `time` if it is not `nil`.
    package func wait(for descriptor: Int32, until time: Timestamp?) {
        if let time {
            Poll.waitUntilReadable(descriptor, until: time)
        } else {
            Poll.waitUntilReadable(descriptor)
        }
    }
}
