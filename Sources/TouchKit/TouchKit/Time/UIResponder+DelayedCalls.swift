extension UIResponder {
    /// Calls a method of this object after a while, on the application's clock.
    ///
    /// It is never called at once, even after 0 seconds. The object is held until then, as
    /// on iOS: one that shall be released earlier takes the call back first.
    ///
    /// - Parameters:
    ///   - selector: The method; this object must have it.
    ///   - object: What a method with a parameter gets.
    ///   - delay: Seconds from now; what isn't above 0 counts as 0.
    public func perform(_ selector: Selector, with object: Any?, afterDelay delay: Double) {
        let application = UIApplication.shared
        application.delayedCalls.add(
            selector, on: self, with: object, afterDelay: delay, of: application)
    }

    /// Takes back the calls of `perform(_:with:afterDelay:)` that wait for a target, if selector and
    /// object are the same: the object by equality, nil equals only nil.
    ///
    /// - Complexity: O(calls waiting).
    public class func cancelPreviousPerformRequests(
        withTarget target: AnyObject, selector: Selector, object: Any?
    ) {
        guard let application = UIApplication.newest else { return }
        application.delayedCalls.cancel(
            target: target, matching: (selector, object), of: application)
    }

    /// Takes back all calls of `perform(_:with:afterDelay:)` that wait for a target.
    ///
    /// - Complexity: O(calls waiting).
    public class func cancelPreviousPerformRequests(withTarget target: AnyObject) {
        guard let application = UIApplication.newest else { return }
        application.delayedCalls.cancel(target: target, matching: nil, of: application)
    }
}
