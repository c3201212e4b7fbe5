import Glibc
import KioskSystem
import Synchronization
import TouchKitGeometry
import TouchTrackerStore

/// A store clock that the test advances manually.
///
/// A thread that waits with the clock wakes when the test advances it far enough.
package final class TestClock: StoreClock {
    private struct State {
        var now = Timestamp.zero
        var waiting: (descriptor: Int32, until: Timestamp?)?
        /// The number of calls of `wait(for:until:)`.
        var waitCount = 0
    }

    private let state = Mutex(State())

    /// Creates a clock that reads 0.
    package init() {}

    /// Returns the reading of the clock.
    package func now() -> Timestamp { state.withLock { $0.now } }

    /// Blocks until `descriptor` is readable or the clock reaches `time`, by polling.
    package func wait(for descriptor: Int32, until time: Timestamp?) {
        state.withLock { state in
            state.waiting = (descriptor, time)
            state.waitCount += 1
        }
        while !Poll.isReadable(descriptor), !isReached(time) { sched_yield() }
        state.withLock { $0.waiting = nil }
    }

    private func isReached(_ time: Timestamp?) -> Bool {
        state.withLock { state in time.map { $0 <= state.now } ?? false }
    }

    /// Sets the clock to a later time, in seconds.
    package func advance(to seconds: Double) {
        state.withLock { $0.now = Timestamp(seconds: seconds) }
    }

    /// Blocks until the store's thread waits with no pending work.
    ///
    /// There is no timeout; the test runner ends a test that hangs here.
    ///
    /// - Returns: The time until which the thread waits, in seconds, or `nil` if it waits without a
    ///   limit.
    package func waitUntilIdle() -> Double? {
        while true {
            let waiting = state.withLock { state -> (Int32, Timestamp?, Int)? in
                guard let waiting = state.waiting else { return nil }
                if let until = waiting.until, until <= state.now { return nil }
                return (waiting.descriptor, waiting.until, state.waitCount)
            }
            // Work that arrived after the first check changes `waiting` or `waitCount`.
            if let waiting, !Poll.isReadable(waiting.0),
                state.withLock({ $0.waiting != nil && $0.waitCount == waiting.2 })
            {
                return waiting.1?.seconds
            }
            sched_yield()
        }
    }
}
