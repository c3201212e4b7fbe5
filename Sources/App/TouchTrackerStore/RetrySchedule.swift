import TouchKitGeometry

/// When what couldn't be stored is tried again: after half a second, then after twice as long each
/// time, up to half a minute; and with each new edit, but not before half a second is over.
package struct RetrySchedule: Hashable, Sendable {
    /// The first pause, and the shortest between any two tries, in microseconds.
    package static let shortestPause: Int64 = 500_000
    /// The longest pause, in microseconds.
    package static let longestPause: Int64 = 30_000_000

    private enum State: Hashable, Sendable {
        case working
        case failing(pause: Int64, earliest: Timestamp, due: Timestamp)
    }

    private var state = State.working

    /// Makes a schedule of something that works.
    package init() {}

    /// When the next try is due; nil: whenever there is something to do.
    package var due: Timestamp? {
        switch state {
        case .working: nil
        case .failing(_, _, let due): due
        }
    }

    /// Whether a try is due.
    package func isDue(at now: Timestamp) -> Bool { due.map { $0 <= now } ?? true }

    /// A try failed.
    package mutating func failed(at now: Timestamp) {
        let pause: Int64
        switch state {
        case .working: pause = Self.shortestPause
        case .failing(let last, _, _): pause = min(2 * last, Self.longestPause)
        }
        state = .failing(
            pause: pause, earliest: now.advanced(byMicroseconds: Self.shortestPause),
            due: now.advanced(byMicroseconds: pause))
    }

    /// There is something new to be stored.
    package mutating func editArrived() {
        switch state {
        case .working: break
        case .failing(let pause, let earliest, let due):
            state = .failing(pause: pause, earliest: earliest, due: min(due, earliest))
        }
    }

    /// A try succeeded.
    package mutating func succeeded() {
        state = .working
    }
}
