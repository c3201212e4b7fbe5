import TouchKit

/// A gesture recognizer for three touches that rest anywhere for three seconds. The gesture opens
/// the lock.
///
/// Add the recognizer to the window of the scenes. The recognizer delays no touches, prevents no
/// recognizers and is not prevented by others, so the scene works unchanged until the gesture is
/// recognized; then the touches of views and recognizers below are cancelled. A fourth touch in any
/// window makes the gesture fail.
final class ThreeFingerHoldGestureRecognizer: UILongPressGestureRecognizer {
    /// The exact number of contacts in a hold.
    static let contactCount = 3
    /// The duration of the hold, in seconds, measured from the moment the last contact came down.
    static let duration = 3.0
    /// The maximum movement of a contact during a hold, in points. The limit exceeds the jitter of
    /// a resting finger.
    static let movementLimit: CGFloat = 20

    /// Creates a recognizer that sends `action` to `target`.
    required init(target: AnyObject?, action: Selector?) {
        super.init(target: target, action: action)
        numberOfTouchesRequired = Self.contactCount
        minimumPressDuration = Self.duration
        allowableMovement = Self.movementLimit
        delaysTouchesEnded = false
    }

    /// Returns `false`: other recognizers cannot prevent the hold.
    override func canBePrevented(
        by preventingGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }

    /// Fails if the app has more touches than the recognizer, for example in another window.
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        guard state == .possible, numberOfTouches == Self.contactCount else { return }
        if event.allTouches?.count != Self.contactCount { state = .failed }
    }
}
