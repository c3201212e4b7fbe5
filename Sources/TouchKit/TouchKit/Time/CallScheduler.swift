/// Calls that are due at a time of the application's clock, in the order of their times; those of
/// one time in the order in which they were asked for.
///
/// There are few of them at a time: a sorted array is all it takes.
@MainActor
package struct CallScheduler {
    /// What a call is taken back by.
    package struct Ticket: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct Call {
        var ticket: Ticket
        var time: Timestamp
        var action: () -> Void
    }

    private var calls: [Call] = []
    private var next = 0

    /// Makes one that nothing waits in.
    package init() {}

    /// The time of the call that is due first.
    package var nextDeadline: Timestamp? { calls.first?.time }

    /// Asks for a call.
    ///
    /// - Complexity: O(calls waiting).
    package mutating func schedule(at time: Timestamp, _ action: @escaping () -> Void) -> Ticket {
        let ticket = Ticket(number: next)
        next += 1
        let index = calls.firstIndex { $0.time > time } ?? calls.count
        calls.insert(Call(ticket: ticket, time: time, action: action), at: index)
        return ticket
    }

    /// Takes a call back; one that was made already isn't affected.
    package mutating func cancel(_ ticket: Ticket) {
        calls.removeAll { $0.ticket == ticket }
    }

    /// Takes out the first call that is due.
    package mutating func takeDue(at time: Timestamp) -> (time: Timestamp, action: () -> Void)? {
        guard let first = calls.first, first.time <= time else { return nil }
        calls.removeFirst()
        return (first.time, first.action)
    }
}
