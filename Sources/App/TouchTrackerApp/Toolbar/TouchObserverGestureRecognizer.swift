import TouchKit

/// A gesture recognizer that only reports the touches on a view and its subviews. The recognizer
/// never recognizes a gesture, and does not affect other recognizers or the delivery of touches.
package final class TouchObserverGestureRecognizer: UIGestureRecognizer {
    /// Called for each touch that begins, with the touch.
    package var onTouchBegan: ((UITouch) -> Void)?
    /// Called when all touches on the view and its subviews have ended or been cancelled.
    package var onAllTouchesEnded: (() -> Void)?

    private var count = 0

    package required init(target: AnyObject?, action: Selector?) {
        super.init(target: target, action: action)
        cancelsTouchesInView = false
        delaysTouchesEnded = false
    }

    /// Returns `false`, so that gestures recognized by other recognizers do not stop the
    /// observation.
    package override func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer)
        -> Bool
    {
        false
    }

    package override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        count += touches.count
        for touch in touches { onTouchBegan?(touch) }
    }

    package override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        removeTouches(touches, event)
    }

    package override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        removeTouches(touches, event)
    }

    private func removeTouches(_ touches: Set<UITouch>, _ event: UIEvent) {
        count -= touches.count
        if count == 0 {
            state = .failed
            return
        }
        // Ended touches are ignored. If they were not ignored, repeated taps would add ended
        // touches to the recognizer without a limit while one touch stays down.
        for touch in touches { ignore(touch, for: event) }
    }

    package override func reset() {
        super.reset()
        count = 0
        onAllTouchesEnded?()
    }
}
