/// Recognizes two fingers that move apart or together: continuous.
@MainActor
open class UIPinchGestureRecognizer: UIGestureRecognizer {
    /// How far apart the fingers are, as a part of their distance at the beginning; what it took to
    /// begin doesn't count in full. Assigning it makes it so now.
    open var scale: CGFloat {
        get { lastScale }
        set {
            guard newValue > 0 else { return }
            if let pair { baseline = pair.distance / newValue }
            lastScale = newValue
            velocity = 0
        }
    }
    /// How fast `scale` changed in the last step, per second.
    public private(set) var velocity: CGFloat = 0

    private var hasBegun = false
    private var pair: FingerPair?
    private var start = 0.0
    private var baseline = 0.0
    private var lastScale: CGFloat = 1
    private var lastTime = 0.0

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        // The first two count, and a finger that is ignored doesn't start anything anew.
        while let touch = thirdTouch { ignore(touch, for: event) }
        guard pair == nil, let pair = FingerPair(tracked) else { return }
        start = pair.distance
        // Goes on where it was when there is a second finger again.
        if hasBegun { baseline = pair.distance / lastScale }
        self.pair = pair
        lastTime = event.timestamp
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        guard pair != nil, let now = FingerPair(tracked) else { return }
        pair = now
        if hasBegun {
            measure(now, at: event.timestamp)
            state = .changed
            return
        }
        let change = now.distance - start
        guard abs(change) >= GestureConstants.pinchDistance - GestureConstants.roundingSlack else {
            lastTime = event.timestamp
            return
        }
        hasBegun = true
        let shift = GestureConstants.pinchBaselineShift
        baseline = start + (change > 0 ? shift : -shift)
        measure(now, at: event.timestamp)
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
        lastScale = 1
        velocity = 0
    }

    private func measure(_ now: FingerPair, at time: Double) {
        let scale = baseline > 0 ? now.distance / baseline : lastScale
        let seconds = time - lastTime
        if seconds > 0 { velocity = (scale - lastScale) / seconds }
        lastScale = scale
        lastTime = time
    }
}
