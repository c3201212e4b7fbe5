import TouchKit

/// Recognizes taps in the four corners in order: upper left, upper right, lower right, lower left. It is
/// the way to ask on panels that can't tell three fingers apart.
///
/// Put it on the scene's window. Each tap is an attempt of its own, and fails at once: nothing waits for
/// it, and nothing is different for anybody until the last tap, which no view gets the end of.
final class CornersGestureRecognizer: UIGestureRecognizer {
    /// How long all of it may take, from the first contact to the last lift, in seconds.
    static let duration = 4.0
    /// How far from its corner a tap may be, in points, across and down.
    static let reach: CGFloat = 64

    /// How many corners were tapped in order, and when that began; kept from one tap to the next.
    private var corners = 0
    private var began = 0.0
    /// The one finger of the tap.
    private var finger: UITouch?

    /// Makes one that calls a method.
    required init(target: AnyObject?, action: Selector?) {
        super.init(target: target, action: action)
        delaysTouchesEnded = false
    }

    /// What others recognize meanwhile doesn't concern it.
    override func canBePrevented(
        by preventingGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }

    /// The finger has to be in the next corner, alone; or it is the first one of another round.
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        guard finger == nil, let touch = touches.first, event.allTouches?.count == 1 else {
            return giveUp()
        }
        if corners > 0, touch.timestamp - began > Self.duration || !isInCorner(corners, touch) {
            corners = 0
        }
        guard isInCorner(corners, touch) else { return giveUp() }
        if corners == 0 { began = touch.timestamp }
        finger = touch
    }

    /// It is lifted where it came down, in time.
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let touch = finger, touches.contains(touch), isInCorner(corners, touch),
            touch.timestamp - began <= Self.duration
        else { return giveUp() }
        corners += 1
        if corners == 4 {
            corners = 0
            state = .ended
        } else {
            state = .failed
        }
    }

    /// It was taken back: that was no tap.
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        giveUp()
    }

    override func reset() {
        super.reset()
        finger = nil
    }

    private func giveUp() {
        corners = 0
        state = .failed
    }

    private func isInCorner(_ corner: Int, _ touch: UITouch) -> Bool {
        guard let view else { return false }
        let place = touch.location(in: view)
        let isRight = corner == 1 || corner == 2
        let isLower = corner >= 2
        let across = isRight ? view.bounds.maxX - place.x : place.x - view.bounds.minX
        let down = isLower ? view.bounds.maxY - place.y : place.y - view.bounds.minY
        return across <= Self.reach && down <= Self.reach
    }
}
