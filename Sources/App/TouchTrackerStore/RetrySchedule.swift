import TouchKitGeometry

/// A schedule of retries with exponential backoff. The first pause is 0.5 s, and each failure
/// doubles the pause, up to 30 s. A new edit shortens the current pause to 0.5 s.
struct RetrySchedule: Hashable, Sendable {
    /// The first pause after a failure, and the minimum time between two attempts, in microseconds.
    private static let shortestPause: Int64 = 500_000
    /// The maximum pause between two attempts, in microseconds.
    private static let longestPause: Int64 = 30_000_000

    private enum State: Hashable, Sendable {
        case working
        case failing(StoreError, pause: Int64, earliest: Timestamp, due: Timestamp)
    }

    private var state = State.working

    /// The error of the last attempt, or `nil` if it was successful.
    var error: StoreError? {
        if case .failing(let error, _, _, _) = state { error } else { nil }
    }

    /// The earliest time of the next attempt, or `nil` if an attempt is allowed at any time.
    var due: Timestamp? {
        if case .failing(_, _, _, let due) = state { due } else { nil }
    }

    /// Returns whether an attempt is allowed at the time `now`.
    func isDue(at now: Timestamp) -> Bool { due.map { $0 <= now } ?? true }

    /// Records an attempt that has failed at the time `now`, and schedules the next attempt.
    mutating func recordFailure(_ error: StoreError, at now: Timestamp) {
        var pause = Self.shortestPause
        if case .failing(_, let last, _, _) = state { pause = min(2 * last, Self.longestPause) }
        state = .failing(
            error, pause: pause, earliest: now.advanced(byMicroseconds: Self.shortestPause),
            due: now.advanced(byMicroseconds: pause))
    }

    /// Records that there is a new edit to store, which shortens the current pause to
    /// `shortestPause`.
    mutating func recordEdit() {
        guard case .failing(let error, let pause, let earliest, let due) = state else { return }
        state = .failing(error, pause: pause, earliest: earliest, due: min(due, earliest))
    }

    /// Records a successful attempt. Until the next failure, an attempt is allowed at any time.
    mutating func recordSuccess() {
        state = .working
    }
}
