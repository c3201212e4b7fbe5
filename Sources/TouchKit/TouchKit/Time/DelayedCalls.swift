/// The calls that `perform(_:with:afterDelay:)` asked for and that weren't made yet.
///
/// It holds target and object until the call, as on iOS.
@MainActor
final class DelayedCalls {
    private struct Request {
        var ticket: CallScheduler.Ticket
        var target: AnyObject
        var selector: Selector
        var object: Any?
    }

    private var requests: [Request] = []

    /// Asks for a call on an application's clock.
    ///
    /// - Precondition: The target has the method, and the method takes the object.
    func add(
        _ selector: Selector, on target: AnyObject, with object: Any?, afterDelay delay: Double,
        of application: UIApplication
    ) {
        precondition(
            selector.isImplemented(by: target), "\(type(of: target)) has no method \(selector)")
        // The ticket isn't known before the call is asked for, and the call has to know it.
        var ticket: CallScheduler.Ticket?
        let new = application.schedule(after: delay) { [weak self] in
            if let ticket { self?.make(ticket) }
        }
        ticket = new
        requests.append(Request(ticket: new, target: target, selector: selector, object: object))
    }

    /// Takes back what a target waits for; of one selector and object only, if there is a selector.
    func cancel(
        target: AnyObject, matching wanted: (selector: Selector, object: Any?)?,
        of application: UIApplication
    ) {
        // What is let go of may take back other calls in its deinit: not while this runs.
        var cancelled: [Request] = []
        requests.removeAll { request in
            guard request.target === target else { return false }
            if let wanted {
                guard request.selector == wanted.selector,
                    Self.areEqual(request.object, wanted.object)
                else { return false }
            }
            cancelled.append(request)
            return true
        }
        for request in cancelled { application.cancelScheduled(request.ticket) }
    }

    private func make(_ ticket: CallScheduler.Ticket) {
        guard let index = requests.firstIndex(where: { $0.ticket == ticket }) else { return }
        let request = requests.remove(at: index)
        let isMade = request.selector.perform(on: request.target, with: request.object)
        precondition(
            isMade, "\(request.selector) doesn't take \(String(describing: request.object))")
    }

    /// Whether two objects are equal; where they can't be compared, whether they are the same one.
    private static func areEqual(_ left: Any?, _ right: Any?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        if let left = left as? AnyHashable, let right = right as? AnyHashable {
            return left == right
        }
        guard type(of: left) is AnyClass, type(of: right) is AnyClass else { return false }
        return left as AnyObject === right as AnyObject
    }
}
