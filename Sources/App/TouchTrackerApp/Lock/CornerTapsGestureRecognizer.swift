import TouchKit

/// A gesture recognizer for taps in the four corners in the order upper left, upper right, lower
/// right, lower left. When it recognizes the gesture, the app shows the lock screen. The gesture is
/// meant for touchscreens that report fewer than three contacts.
///
/// Add the recognizer to the window of the scenes. Each tap is a separate attempt. The first three
/// attempts fail, so the scene receives these taps unchanged. Only the last tap is recognized,
/// which cancels its touch in the view.
final class CornerTapsGestureRecognizer: UIGestureRecognizer {
    /// The maximum duration from the beginning of the first tap to the end of the fourth tap, in
    /// seconds.
    static let duration = 4.0
    /// The maximum horizontal and vertical distance of a tap from its corner, in points.
    static let reach: CGFloat = 64

    /// The number of corners that have been tapped so far in the required order.
    private var cornerCount = 0
    /// The time at which the first tap of the sequence began, in seconds on the clock of touch
    /// timestamps.
    private var began = 0.0
    /// The touch of the current tap, or `nil` between taps.
    private var tapTouch: UITouch?

    /// Creates a recognizer that sends `action` to `target`.
    required init(target: AnyObject?, action: Selector?) {
        super.init(target: target, action: action)
        delaysTouchesEnded = false
    }

    /// Returns `false`, so that no other recognizer can prevent the gesture.
    override func canBePrevented(
        by preventingGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }

    /// Begins a tap if the touch is the only touch and is in the next corner of the sequence. A
    /// touch in the first corner can also start a new sequence. In all other cases, the recognizer
    /// fails and the sequence must start again.
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard tapTouch == nil, let touch = touches.first, event.allTouches?.count == 1 else {
            return failAndRestart()
        }
        if cornerCount > 0,
            touch.timestamp - began > Self.duration || !isInCorner(cornerCount, touch)
        {
            cornerCount = 0
        }
        guard isInCorner(cornerCount, touch) else { return failAndRestart() }
        if cornerCount == 0 { began = touch.timestamp }
        tapTouch = touch
    }

    /// Counts the tap if the touch has ended in its corner and within `duration`. The fourth tap
    /// completes the gesture; an earlier tap fails, but the sequence continues with the next tap.
    /// If the tap is not counted, the recognizer fails and the sequence must start again.
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let touch = tapTouch, touches.contains(touch), isInCorner(cornerCount, touch),
            touch.timestamp - began <= Self.duration
        else { return failAndRestart() }
        cornerCount += 1
        if cornerCount == 4 {
            cornerCount = 0
            state = .ended
        } else {
            state = .failed
        }
    }

    /// Fails, because the touch was cancelled. The sequence of taps must start again.
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        failAndRestart()
    }

    /// Ends the current tap. The number of corners that have been tapped is preserved for the next
    /// tap.
    override func reset() {
        super.reset()
        tapTouch = nil
    }

    private func failAndRestart() {
        cornerCount = 0
        state = .failed
    }

    /// Returns whether a touch is within `reach` of a corner. The parameter `corner` is a number in
    /// 0…3, counted clockwise from the upper left.
    private func isInCorner(_ corner: Int, _ touch: UITouch) -> Bool {
        guard let view else { return false }
        let position = touch.location(in: view)
        let isRight = corner == 1 || corner == 2
        let isLower = corner >= 2
        let across = isRight ? view.bounds.maxX - position.x : position.x - view.bounds.minX
        let down = isLower ? view.bounds.maxY - position.y : position.y - view.bounds.minY
        return across <= Self.reach && down <= Self.reach
    }
}
