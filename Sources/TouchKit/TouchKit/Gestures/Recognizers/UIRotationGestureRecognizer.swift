/// A continuous gesture recognizer that interprets rotation gestures involving two touches.
@MainActor
open class UIRotationGestureRecognizer: UIGestureRecognizer {
    /// The rotation of the gesture in radians since its start, positive clockwise.
    ///
    /// The gesture begins after a minimum rotation of the touches, a part of which does not count
    /// toward the value. When you set the rotation, later changes are added to the value
    /// that you set, and the velocity becomes zero.
    open var rotation: CGFloat {
        get { hasBegun ? totalRotation - origin : assignedRotation }
        set {
            if hasBegun { origin = totalRotation - newValue } else { assignedRotation = newValue }
            velocity = 0
        }
    }
    /// The velocity of the rotation gesture in radians per second, measured between the last two
    /// deliveries.
    public private(set) var velocity: CGFloat = 0

    private var hasBegun = false
    private var pair: TouchPair?
    /// The rotation since the second touch came down, in radians.
    private var totalRotation = 0.0
    /// The value of `totalRotation` at which `rotation` is zero.
    private var origin = 0.0
    /// The value assigned to `rotation` before the gesture began.
    private var assignedRotation: CGFloat = 0
    private var lastTime = 0.0

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        // Touches beyond the first two are ignored.
        while let touch = thirdTouch { ignore(touch, for: event) }
        guard pair == nil, let pair = TouchPair(trackedTouches) else { return }
        if !hasBegun { totalRotation = 0 }
        self.pair = pair
        lastTime = event.timestamp
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard let previous = pair, let newPair = TouchPair(trackedTouches) else { return }
        let step = newPair.rotation(since: previous)
        pair = newPair
        totalRotation += step
        let seconds = event.timestamp - lastTime
        lastTime = event.timestamp
        if seconds > 0 { velocity = step / seconds }
        if hasBegun {
            state = .changed
            return
        }
        guard
            abs(totalRotation)
                >= GestureConstants.rotationAngle - GestureConstants.roundingTolerance
        else { return }
        hasBegun = true
        let shift = GestureConstants.rotationBaselineShift
        origin = totalRotation > 0 ? shift : -shift
        state = .began
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        if numberOfTouches == touches.count {
            if hasBegun { state = .ended } else { fail(.liftedEarly) }
        } else {
            pair = nil
        }
    }

    open override func reset() {
        super.reset()
        hasBegun = false
        pair = nil
        totalRotation = 0
        origin = 0
        assignedRotation = 0
        velocity = 0
    }
}
