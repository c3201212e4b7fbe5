/// Methods implemented by the delegate of a gesture recognizer to fine-tune an app's
/// gesture-recognition behaviour. All methods have a default implementation.
@MainActor
public protocol UIGestureRecognizerDelegate: AnyObject {
    /// Asks the delegate if a gesture recognizer should begin interpreting touches, when it is
    /// about to leave `possible`. The default is `true`.
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
    /// Asks the delegate if two gesture recognizers should be allowed to recognize gestures
    /// simultaneously. The default is `false`. `true` from either delegate is enough.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    /// Asks the delegate if a gesture recognizer should require another one to fail. The default is
    /// `false`. The answer is valid for one attempt.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
    /// Asks the delegate if a gesture recognizer should be required to fail by another one. The
    /// default is `false`. The answer is valid for one attempt.
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

    /// Returns `false`: the gesture recognizer does not require the other one to fail.
    public func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }

    /// Returns `false`: the other gesture recognizer does not require this one to fail.
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
