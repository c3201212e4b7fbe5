import TouchKit

/// Recognizes three fingers that rest anywhere for three seconds: nobody does that by mistake, and it
/// is one gesture on every scene.
///
/// Put it on the scene's window. It sees every finger, and as long as it hasn't recognized nothing is
/// different for anybody: it delays nothing, prevents nobody, and nobody prevents it. When it has, views
/// and recognizers below lose the fingers. A fourth finger, on any window, makes it fail.
final class HoldToAskGestureRecognizer: UILongPressGestureRecognizer {
    /// How many fingers have to rest.
    static let fingers = 3
    /// How long, in seconds, from the last one's contact.
    static let duration = 3.0
    /// How far each may stray from where it came down, in points: more than a resting finger trembles.
    static let movement: CGFloat = 20

    /// Makes one that calls a method.
    required init(target: AnyObject?, action: Selector?) {
        super.init(target: target, action: action)
        numberOfTouchesRequired = Self.fingers
        minimumPressDuration = Self.duration
        allowableMovement = Self.movement
        delaysTouchesEnded = false
    }

    /// What others recognize meanwhile doesn't concern it.
    override func canBePrevented(
        by preventingGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }

    /// Fingers count that came down before it looked, too.
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        guard state == .possible, numberOfTouches == Self.fingers else { return }
        if event.allTouches?.count != Self.fingers { state = .failed }
    }
}
