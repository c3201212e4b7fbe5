/// A continuous gesture recognizer that interprets pinching gestures involving two touches.
@MainActor
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    /// The scale factor relative to the distance between the two touches at the start of the
    /// gesture.
    ///
    /// The gesture begins after a minimum change of the distance, a part of which does not count
    /// toward the scale. When you set the scale, later changes multiply the value that you
    /// set, and the velocity becomes zero.
    open var scale: CGFloat {
        get { lastScale }
        set {
            guard newValue > 0 else { return }
            if let pair { baseline = pair.distance / newValue }
            lastScale = newValue
            velocity = 0
        }
    }
    /// The velocity of the pinch, as the change of the scale factor per second, measured between
    /// the last two deliveries.
    public private(set) var velocity: CGFloat = 0

    private var hasBegun = false
    private var pair: TouchPair?
    /// The distance between the touches when the second one came down, in points.
    private var startDistance = 0.0
    /// The distance at which the scale is 1, in points.
    private var baseline = 0.0
    private var lastScale: CGFloat = 1
    private var lastTime = 0.0

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        // Touches beyond the first two are ignored.
        while let touch = thirdTouch { ignore(touch, for: event) }
        guard pair == nil, let pair = TouchPair(trackedTouches) else { return }
        startDistance = pair.distance
        // When a second touch comes down again, the gesture continues at the same scale.
        if hasBegun { baseline = pair.distance / lastScale }
        self.pair = pair
        lastTime = event.timestamp
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard pair != nil, let newPair = TouchPair(trackedTouches) else { return }
        pair = newPair
        if hasBegun {
            updateScale(newPair, at: event.timestamp)
            state = .changed
            return
        }
        let change = newPair.distance - startDistance
        guard abs(change) >= GestureConstants.pinchDistance - GestureConstants.roundingTolerance
        else {
            lastTime = event.timestamp
            return
        }
        hasBegun = true
        let shift = GestureConstants.pinchBaselineShift
        baseline = startDistance + (change > 0 ? shift : -shift)
        updateScale(newPair, at: event.timestamp)
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
        lastScale = 1
        velocity = 0
    }

    /// Updates the scale and its velocity from the current distance of the touches.
    private func updateScale(_ pair: TouchPair, at time: Double) {
        let scale = baseline > 0 ? pair.distance / baseline : lastScale
        let seconds = time - lastTime
        if seconds > 0 { velocity = (scale - lastScale) / seconds }
        lastScale = scale
        lastTime = time
    }
}
