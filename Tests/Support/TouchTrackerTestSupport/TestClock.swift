import Glibc
import KioskSystem
import Synchronization
import TouchKitGeometry
import TouchTrackerStore

/// A clock that goes when it is told to; who waits by it is woken then.
package final class TestClock: StoreClock {
    private struct State {
        var now = Timestamp.zero
        var waiting: (descriptor: Int32, until: Timestamp?)?
        /// How often somebody began to wait.
        var waits = 0
    }

    private let state = Mutex(State())

    /// Makes a clock that shows 0.
    package init() {}

    /// The time now.
    package func now() -> Timestamp { state.withLock { $0.now } }

    /// Waits by looking again and again.
    package func wait(for descriptor: Int32, until time: Timestamp?) {
        state.withLock { state in
            state.waiting = (descriptor, time)
            state.waits += 1
        }
        while !Poll.isReadable(descriptor), !isReached(time) { sched_yield() }
        state.withLock { $0.waiting = nil }
    }

    private func isReached(_ time: Timestamp?) -> Bool {
        state.withLock { state in time.map { $0 <= state.now } ?? false }
    }

    /// Sets it to a later moment, in seconds.
    package func advance(to seconds: Double) {
        state.withLock { $0.now = Timestamp(seconds: seconds) }
    }

    /// Waits until the thread has nothing left to do, and tells until when; nil: for ever. A test that
    /// waits in vain is ended by its harness.
    package func idle() -> Double? {
        while true {
            let waiting = state.withLock { state -> (Int32, Timestamp?, Int)? in
                guard let waiting = state.waiting else { return nil }
                if let until = waiting.until, until <= state.now { return nil }
                return (waiting.descriptor, waiting.until, state.waits)
            }
            // News may have been taken between the two looks: then nobody waits any more, or anew.
            if let waiting, !Poll.isReadable(waiting.0),
                state.withLock({ $0.waiting != nil && $0.waits == waiting.2 })
            {
                return waiting.1?.seconds
            }
            sched_yield()
        }
    }
}
