import TouchKit

/// A gesture recognizer for three touches that stay nearly still anywhere on the screen for three
/// seconds. When it recognizes the gesture, the app shows the lock screen.
///
/// Add the recognizer to the window of the scenes. The recognizer delays no touches and prevents no
/// recognizers, and other recognizers cannot prevent it. The scene therefore works unchanged until
/// the gesture is recognized. At this moment, the touches of the views and recognizers in the
/// window are cancelled. A fourth touch in the window makes the gesture fail, and so does a touch
/// in another window that began before the third touch.
final class ThreeFingerHoldGestureRecognizer: UILongPressGestureRecognizer {
    /// The exact number of touches that the gesture requires.
    static let contactCount = 3
    /// The duration of the hold, in seconds, measured from the beginning of the last touch.
    static let duration = 3.0
    /// The maximum movement of a touch during the hold, in points. The limit exceeds the jitter of
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

    /// Returns `false`, so that no other recognizer can prevent the gesture.
    override func canBePrevented(
        by preventingGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }

    /// Fails if the app has a touch that is not part of the gesture, for example in another window.
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        guard state == .possible, numberOfTouches == Self.contactCount else { return }
        if event.allTouches?.count != Self.contactCount { state = .failed }
    }
}
