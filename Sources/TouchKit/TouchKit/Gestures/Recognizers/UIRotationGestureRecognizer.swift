/// Recognizes two fingers that turn around each other: continuous.
@MainActor
open class UIRotationGestureRecognizer: UIGestureRecognizer {
    /// How far the fingers have turned, in radians, positive clockwise; what it took to begin doesn't
    /// count in full. Assigning it makes it so now.
    open var rotation: CGFloat {
        get { hasBegun ? turned - origin : assigned }
        set {
            if hasBegun { origin = turned - newValue } else { assigned = newValue }
            velocity = 0
        }
    }
    /// How fast the fingers turned in the last step, in radians per second.
    public private(set) var velocity: CGFloat = 0

    private var hasBegun = false
    private var pair: FingerPair?
    /// How far they have turned since there were two, in radians.
    private var turned = 0.0
    /// How far they had turned where `rotation` is zero.
    private var origin = 0.0
    private var assigned: CGFloat = 0
    private var lastTime = 0.0

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        // The first two count, and a finger that is ignored doesn't start anything anew.
        while let touch = thirdTouch { ignore(touch, for: event) }
        guard pair == nil, let pair = FingerPair(tracked) else { return }
        if !hasBegun { turned = 0 }
        self.pair = pair
        lastTime = event.timestamp
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let before = pair, let now = FingerPair(tracked) else { return }
        let step = now.turn(since: before)
        pair = now
        turned += step
        let seconds = event.timestamp - lastTime
        lastTime = event.timestamp
        if seconds > 0 { velocity = step / seconds }
        if hasBegun {
            state = .changed
            return
        }
        guard abs(turned) >= GestureConstants.rotationAngle - GestureConstants.roundingSlack else {
            return
        }
        hasBegun = true
        let shift = GestureConstants.rotationBaselineShift
        origin = turned > 0 ? shift : -shift
        state = .began
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        if numberOfTouches == touches.count {
            if hasBegun { state = .ended } else { fail(.liftedEarly) }
        } else if FingerPair(tracked, without: touches) == nil {
            pair = nil
        }
    }

    open override func reset() {
        super.reset()
        hasBegun = false
        pair = nil
        turned = 0
        origin = 0
        assigned = 0
        velocity = 0
    }
}
