/// A queue of closures to call at given times of the application's clock.
///
/// Calls are made in the order of their times. Calls at the same time are made in the order in
/// which they were scheduled. The queue is a sorted array, because only a few calls are scheduled
/// at a time.
@MainActor
package struct CallScheduler {
    /// An identifier of a scheduled call, with which the call can be cancelled.
    package struct Ticket: Hashable, Sendable {
        fileprivate let number: Int
    }

    /// A scheduled call.
    private struct Call {
        var ticket: Ticket
        var time: Timestamp
        var action: () -> Void
    }

    /// The scheduled calls, in the order in which they are made.
    private var calls: [Call] = []
    private var nextNumber = 0

    /// Creates an empty scheduler.
    package init() {}

    /// The time of the earliest scheduled call, or `nil` if there is none.
    package var nextDeadline: Timestamp? { calls.first?.time }

    /// Schedules `action` to be called at `time`.
    ///
    /// - Complexity: O(scheduled calls).
    package mutating func schedule(at time: Timestamp, _ action: @escaping () -> Void) -> Ticket {
        let ticket = Ticket(number: nextNumber)
        nextNumber += 1
        let index = calls.firstIndex { $0.time > time } ?? calls.count
        calls.insert(Call(ticket: ticket, time: time, action: action), at: index)
        return ticket
    }

    /// Cancels a scheduled call, or does nothing if the call was already made.
    package mutating func cancel(_ ticket: Ticket) {
        calls.removeAll { $0.ticket == ticket }
    }

    /// Removes and returns the first call that is due at `time`, or returns `nil` if none is due.
    package mutating func removeFirstDue(
        at time: Timestamp
    ) -> (time: Timestamp, action: () -> Void)? {
        guard let first = calls.first, first.time <= time else { return nil }
        calls.removeFirst()
        return (first.time, first.action)
    }
}
