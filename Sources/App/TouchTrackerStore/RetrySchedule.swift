import TouchKitGeometry

/// A schedule of retries with exponential backoff. The first pause is 0.5 s, and each failure
/// doubles the pause, up to 30 s. A new edit shortens the current pause to 0.5 s.
package struct RetrySchedule: Hashable, Sendable {
    /// The first pause after a failure, and the minimum time between two attempts, in microseconds.
    package static let shortestPause: Int64 = 500_000
    /// The maximum pause between two attempts, in microseconds.
    package static let longestPause: Int64 = 30_000_000

    private enum State: Hashable, Sendable {
        case working
        case failing(pause: Int64, earliest: Timestamp, due: Timestamp)
    }

    private var state = State.working

    /// Creates a schedule without a recorded failure, so that an attempt is allowed at once.
    package init() {}

    /// The earliest time of the next attempt, or `nil` if an attempt is allowed at any time.
    package var due: Timestamp? {
        switch state {
        case .working: nil
        case .failing(_, _, let due): due
        }
    }

    /// Returns whether an attempt is allowed at the time `now`.
    package func isDue(at now: Timestamp) -> Bool { due.map { $0 <= now } ?? true }

    /// Records an attempt that has failed at the time `now`, and schedules the next attempt.
    package mutating func recordFailure(at now: Timestamp) {
        let pause: Int64
        switch state {
        case .working: pause = Self.shortestPause
        case .failing(let last, _, _): pause = min(2 * last, Self.longestPause)
        }
        state = .failing(
            pause: pause, earliest: now.advanced(byMicroseconds: Self.shortestPause),
            due: now.advanced(byMicroseconds: pause))
    }

    /// Records that there is a new edit to store, which shortens the current pause to
    /// `shortestPause`.
    package mutating func recordEdit() {
        switch state {
        case .working: break
        case .failing(let pause, let earliest, let due):
            state = .failing(pause: pause, earliest: earliest, due: min(due, earliest))
        }
    }

    /// Records a successful attempt. Until the next failure, an attempt is allowed at any time.
    package mutating func recordSuccess() {
        state = .working
    }
}
