/// The pending calls of `perform(_:with:afterDelay:)`.
///
/// The target and the object are retained until the call, as in UIKit.
@MainActor
final class DelayedCalls {
    /// A pending call.
    private struct Request {
        var ticket: CallScheduler.Ticket
        var target: AnyObject
        var selector: Selector
        var object: Any?
    }

    private var requests: [Request] = []

    /// Schedules a call of a target's method on an application's clock.
    ///
    /// - Parameters:
    ///   - selector: The selector of the method to call.
    ///   - target: The object that implements the method.
    ///   - object: The argument, or `nil` for a method without a parameter.
    ///   - delay: The delay in seconds.
    ///   - application: The application whose clock schedules the calls.
    /// - Precondition: The target implements the method, and the method accepts the object.
    func add(
        _ selector: Selector, on target: AnyObject, with object: Any?, afterDelay delay: Double,
        of application: UIApplication
    ) {
        precondition(
            selector.isImplemented(by: target),
            "\(type(of: target)): cannot call \(selector): the method is not implemented")
        // The closure needs the ticket of its call, which is known only after scheduling.
        var ticket: CallScheduler.Ticket?
        let new = application.schedule(after: delay) { [weak self] in
            if let ticket { self?.perform(ticket) }
        }
        ticket = new
        requests.append(Request(ticket: new, target: target, selector: selector, object: object))
    }

    /// Cancels the pending calls of a target.
    ///
    /// - Parameters:
    ///   - target: The target whose calls are cancelled.
    ///   - pattern: The selector and object of the calls to cancel, or `nil` to cancel all calls of
    ///     the target.
    ///   - application: The application whose clock schedules the calls.
    func cancel(
        target: AnyObject, matching pattern: (selector: Selector, object: Any?)?,
        of application: UIApplication
    ) {
        // Requests are released after the loop, because a deinit may cancel other calls.
        var cancelled: [Request] = []
        requests.removeAll { request in
            guard request.target === target else { return false }
            if let pattern {
                guard request.selector == pattern.selector,
                    Self.areEqual(request.object, pattern.object)
                else { return false }
            }
            cancelled.append(request)
            return true
        }
        for request in cancelled { application.cancelScheduled(request.ticket) }
    }

    /// Removes the pending call with the given ticket and performs it.
    private func perform(_ ticket: CallScheduler.Ticket) {
        guard let index = requests.firstIndex(where: { $0.ticket == ticket }) else { return }
        let request = requests.remove(at: index)
        let wasCalled = request.selector.perform(on: request.target, with: request.object)
        precondition(
            wasCalled, "\(request.selector) does not accept \(String(describing: request.object))")
    }

    /// Returns whether two objects are equal, or identical if they are not hashable.
    private static func areEqual(_ left: Any?, _ right: Any?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        if let left = left as? AnyHashable, let right = right as? AnyHashable {
            return left == right
        }
        guard type(of: left) is AnyClass, type(of: right) is AnyClass else { return false }
        return left as AnyObject === right as AnyObject
    }
}
