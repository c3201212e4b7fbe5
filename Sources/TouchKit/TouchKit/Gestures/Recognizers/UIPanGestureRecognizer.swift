/// A continuous gesture recognizer that interprets panning (dragging) gestures.
@MainActor
open class UIPanGestureRecognizer: UIGestureRecognizer {
    /// The minimum number of fingers that can touch the view for gesture recognition.
    @exclusivity(unchecked) open var minimumNumberOfTouches = 1
    /// The maximum number of fingers that can touch the view for gesture recognition.
    @exclusivity(unchecked) open var maximumNumberOfTouches = Int.max

    /// Whether the recognizer has assigned `began` in this attempt, even if the arbiter has not
    /// granted the transition.
    @exclusivity(unchecked) private(set) var hasBegun = false
    /// The centroid from which the distance to the beginning of the gesture is measured, in window
    /// points.
    @exclusivity(unchecked) private var start = CGPoint.zero
    /// The centroid at which the translation is zero, in window points.
    @exclusivity(unchecked) private var origin = CGPoint.zero
    /// The distance that the translation leaves out since the gesture was recognized, in window
    /// points.
    @exclusivity(unchecked) private var hysteresis = CGVector.zero
    /// The most recent centroid, in window points.
    @exclusivity(unchecked) private var currentCentroid = CGPoint.zero
    /// The time of `currentCentroid`, in seconds since system startup.
    @exclusivity(unchecked) private var lastTime = 0.0
    /// The most recent velocity, in window points per second.
    @exclusivity(unchecked) private var lastVelocity = CGVector.zero

    /// Returns the translation of the pan gesture in the coordinate system of the specified view,
    /// in points, or in the window's coordinate system if `view` is `nil`.
    ///
    /// The translation does not include the distance that the touches moved before the gesture was
    /// recognized. While the application decides whether the gesture begins, that distance
    /// is included, because a direction can be computed from it.
    open func translation(in view: UIView?) -> CGPoint {
        var vector = CGVector(
            dx: currentCentroid.x - origin.x, dy: currentCentroid.y - origin.y)
        if callbackState == .possible {
            vector.dx += hysteresis.dx
            vector.dy += hysteresis.dy
        }
        return convertVector(vector, to: view)
    }

    /// Sets the translation value in the coordinate system of the specified view, and resets the
    /// velocity to zero.
    open func setTranslation(_ translation: CGPoint, in view: UIView?) {
        let vector = convertVector(translation, from: view)
        origin = CGPoint(x: currentCentroid.x - vector.dx, y: currentCentroid.y - vector.dy)
        lastVelocity = .zero
    }

    /// Returns the velocity of the pan gesture in the coordinate system of the specified view, in
    /// points per second, or in the window's coordinate system if `view` is `nil`.
    ///
    /// The velocity is the movement of the touches' centroid between the last two deliveries,
    /// divided by the time between them.
    open func velocity(in view: UIView?) -> CGPoint {
        convertVector(lastVelocity, to: view)
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if numberOfTouches > maximumNumberOfTouches {
            if hasBegun {
                for touch in touches { ignore(touch, for: event) }
            } else {
                fail(.tooManyFingers)
            }
            return
        }
        // New touches move the centroid without changing the translation.
        let isFirst = numberOfTouches == touches.count
        let previous = isFirst ? centroid : centroid(excluding: touches)
        if isFirst {
            start = previous
            origin = previous
            currentCentroid = previous
            lastTime = event.timestamp
        }
        shiftCentroid(from: previous, to: centroid)
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        let centroid = centroid
        recordCentroid(centroid, at: event.timestamp)
        guard numberOfTouches >= minimumNumberOfTouches else { return }
        if hasBegun {
            state = .changed
            return
        }
        let travel = CGVector(dx: centroid.x - start.x, dy: centroid.y - start.y)
        let length = (travel.dx * travel.dx + travel.dy * travel.dy).squareRoot()
        guard length >= GestureConstants.panDistance - GestureConstants.roundingTolerance else {
            return
        }
        guard canBegin(after: travel) else {
            fail(.wrongDirection)
            return
        }
        hasBegun = true
        if GestureConstants.panRemovesHysteresis {
            let fraction = GestureConstants.panDistance / length
            hysteresis = CGVector(dx: travel.dx * fraction, dy: travel.dy * fraction)
            origin = CGPoint(x: origin.x + hysteresis.dx, y: origin.y + hysteresis.dy)
        }
        state = .began
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        if numberOfTouches > touches.count {
            shiftCentroid(from: centroid, to: centroid(excluding: touches))
        } else {
            if hasBegun { state = .ended } else { fail(.liftedEarly) }
        }
    }

    open override func reset() {
        super.reset()
        hasBegun = false
        hysteresis = .zero
        lastVelocity = .zero
    }

    /// Returns the movement of the touches' centroid since the number of touches last changed, in
    /// the coordinate system of `view`.
    func travel(in view: UIView?) -> CGPoint {
        convertVector(
            CGVector(dx: currentCentroid.x - start.x, dy: currentCentroid.y - start.y), to: view)
    }

    /// Begins the gesture at the current location, without the distance that it otherwise
    /// requires, if enough touches are down.
    func beginImmediately() {
        guard !hasBegun, numberOfTouches >= minimumNumberOfTouches else { return }
        hasBegun = true
        state = .began
    }

    /// Returns whether the gesture may begin after the centroid has moved by `travel` window
    /// points. Subclasses restrict the direction.
    func canBegin(after travel: CGVector) -> Bool { true }

    /// Moves `start`, `origin` and `currentCentroid` after added or removed touches have moved the
    /// centroid.
    ///
    /// During a gesture the translation stays the same. Before the gesture begins, the distance
    /// that it requires and the translation are measured from the new centroid.
    private func shiftCentroid(from previous: CGPoint, to new: CGPoint) {
        let from = hasBegun ? previous : start
        origin = CGPoint(x: origin.x + new.x - from.x, y: origin.y + new.y - from.y)
        start = new
        currentCentroid = CGPoint(
            x: currentCentroid.x + new.x - previous.x, y: currentCentroid.y + new.y - previous.y)
    }

    /// Stores a new centroid and computes the velocity since the previous centroid. `time` is in
    /// seconds since system startup.
    private func recordCentroid(_ centroid: CGPoint, at time: Double) {
        let seconds = time - lastTime
        if seconds > 0 {
            lastVelocity = CGVector(
                dx: (centroid.x - currentCentroid.x) / seconds,
                dy: (centroid.y - currentCentroid.y) / seconds)
        }
        currentCentroid = centroid
        lastTime = time
    }

    /// Returns the centroid of the tracked touches that are not in `touches`.
    private func centroid(excluding touches: Set<UITouch>) -> CGPoint {
        var rest = Centroid()
        for touch in trackedTouches where !touches.contains(touch) {
            rest.add(touch.windowLocation)
        }
        return rest.point ?? centroid
    }

    /// Rotates and scales a vector from the window's coordinate system to the coordinate system of
    /// `view`.
    func convertVector(_ vector: CGVector, to view: UIView?) -> CGPoint {
        let end = convert(CGPoint(x: vector.dx, y: vector.dy), to: view)
        let start = convert(CGPoint.zero, to: view)
        return CGPoint(x: end.x - start.x, y: end.y - start.y)
    }

    /// Rotates and scales a vector from the coordinate system of `source` to the window's
    /// coordinate system.
    private func convertVector(_ vector: CGPoint, from source: UIView?) -> CGVector {
        guard let source, let window = view?.window ?? source.window else {
            return CGVector(dx: vector.x, dy: vector.y)
        }
        let end = source.convert(vector, to: window)
        let start = source.convert(CGPoint.zero, to: window)
        return CGVector(dx: end.x - start.x, dy: end.y - start.y)
    }
}
