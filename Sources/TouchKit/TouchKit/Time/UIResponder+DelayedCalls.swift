extension UIResponder {
    /// Invokes a method of the receiver on the main thread after a delay.
    ///
    /// The method is never called immediately, even after a delay of 0. As in UIKit, the
    /// receiver and the object are retained until the call; cancel the call to release them
    /// earlier. In UIKit every `NSObject` has this method.
    ///
    /// - Parameters:
    ///   - selector: The method, which the receiver must implement.
    ///   - object: The argument, or `nil` for a method without a parameter.
    ///   - delay: The delay in seconds; a negative delay counts as 0.
    public func perform(_ selector: Selector, with object: Any?, afterDelay delay: Double) {
        let application = UIApplication.shared
        application.delayedCalls.add(
            selector, on: self, with: object, afterDelay: delay, of: application)
    }

    /// Cancels perform requests previously registered with `perform(_:with:afterDelay:)` whose
    /// target, selector and object match.
    ///
    /// Objects are compared by equality; `nil` matches only `nil`.
    ///
    /// - Complexity: O(pending requests).
    public class func cancelPreviousPerformRequests(
        withTarget target: AnyObject, selector: Selector, object: Any?
    ) {
        guard let application = UIApplication.sharedIfPresent else { return }
        application.delayedCalls.cancel(
            target: target, matching: (selector, object), of: application)
    }

    /// Cancels all perform requests previously registered with `perform(_:with:afterDelay:)` for a
    /// target.
    ///
    /// - Complexity: O(pending requests).
    public class func cancelPreviousPerformRequests(withTarget target: AnyObject) {
        guard let application = UIApplication.sharedIfPresent else { return }
        application.delayedCalls.cancel(target: target, matching: nil, of: application)
    }
}
