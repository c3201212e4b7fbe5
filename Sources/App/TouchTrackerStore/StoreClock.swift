import KioskSystem
import TouchKitGeometry

/// What the store's thread waits by; tests have another one, so that nothing sleeps in them.
package protocol StoreClock: Sendable {
    /// The time now.
    func now() -> Timestamp
    /// Waits until something can be read from a descriptor, or until a moment where one is given.
    func wait(for descriptor: Int32, until time: Timestamp?)
}

/// The machine's monotonic clock.
package struct MachineClock: StoreClock {
    /// Makes the clock.
    package init() {}

    /// The time now.
    package func now() -> Timestamp { MonotonicClock.now() }

    /// Waits in `poll(2)`.
    package func wait(for descriptor: Int32, until time: Timestamp?) {
        if let time {
            Poll.waitUntilReadable(descriptor, until: time)
        } else {
            Poll.waitUntilReadable(descriptor)
        }
    }
}
