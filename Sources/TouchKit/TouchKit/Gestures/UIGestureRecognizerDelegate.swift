/// Methods implemented by the delegate of a gesture recognizer to fine-tune an app's
/// gesture-recognition behavior. All methods have default implementations.
@MainActor
public protocol UIGestureRecognizerDelegate: AnyObject {
    /// Asks the delegate if a gesture recognizer should begin interpreting touches, when it is
    /// about to leave `possible`. The default is `true`.
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
    /// Asks the delegate if two gesture recognizers should be allowed to recognize gestures
    /// simultaneously. The default is `false`. The recognizers recognize simultaneously if at least
    /// one of the two delegates returns `true`.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    /// Asks the delegate if a gesture recognizer should require another recognizer to fail. The
    /// default is `false`. The answer is valid for one attempt.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    /// Asks the delegate if a gesture recognizer should be required to fail by another recognizer.
    /// The default is `false`. The answer is valid for one attempt.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    /// Asks the delegate if a gesture recognizer should receive a new touch. The default is `true`
    ///
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
    ) -> Bool
    /// Asks the delegate if a gesture recognizer should receive the new touches of an event. The
    /// default is `true`.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive event: UIEvent
    ) -> Bool
}

extension UIGestureRecognizerDelegate {
    /// Returns `true`: the gesture recognizer begins.
    public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        true
    }

    /// Returns `false`: the gesture recognizers do not recognize simultaneously.
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }

    /// Returns `false`: the gesture recognizer does not require the other gesture recognizer to
    /// fail.
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }

    /// Returns `false`: the other gesture recognizer does not require this gesture recognizer to
    /// fail.
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }

    /// Returns `true`: the gesture recognizer receives the touch.
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
    ) -> Bool { true }

    /// Returns `true`: the gesture recognizer receives the new touches of the event.
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer, shouldReceive event: UIEvent
    ) -> Bool { true }
}
