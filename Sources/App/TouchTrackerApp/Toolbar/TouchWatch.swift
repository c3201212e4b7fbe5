import TouchKit

/// Tells of fingers on a view and in it. It never recognizes anything, and keeps nothing from
/// anybody.
final class TouchWatch: UIGestureRecognizer {
    /// Is called for each finger that comes down.
    var onTouch: ((UITouch) -> Void)?
    /// Is called when no finger is left.
    var onRelease: (() -> Void)?

    private var count = 0

    required init(target: AnyObject?, action: Selector?) {
        super.init(target: target, action: action)
        cancelsTouchesInView = false
        delaysTouchesEnded = false
    }

    /// What others recognize doesn't concern it.
    override func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool {
        false
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        count += touches.count
        for touch in touches { onTouch?(touch) }
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        lift(touches, event)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) {
        lift(touches, event)
    }

    private func lift(_ touches: Set<UITouch>, _ event: UIEvent) {
        count -= touches.count
        if count == 0 {
            state = .failed
            return
        }
        // While one finger rests others may tap without end: let go of each.
        for touch in touches { ignore(touch, for: event) }
    }

    override func reset() {
        super.reset()
        count = 0
        onRelease?()
    }
}
