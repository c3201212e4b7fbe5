/// Recognizes fingers that drag: continuous.
@MainActor
open class UIPanGestureRecognizer: UIGestureRecognizer {
    /// The fewest fingers that drag.
    open var minimumNumberOfTouches = 1
    /// The most fingers that drag.
    open var maximumNumberOfTouches = Int.max

    /// It has asked to begin, whether or not it was let.
    private(set) var hasBegun = false
    /// Where the translation is zero, in points of the window.
    private var origin = CGPoint.zero
    private var lastPlace = CGPoint.zero
    private var lastTime = 0.0
    /// In points of the window per second.
    private var lastVelocity = CGVector.zero

    /// How far the fingers' centre has gone since the gesture began, without the distance that made
    /// it one; in points of a view's axes, of the window's for nil.
    open func translation(in view: UIView?) -> CGPoint {
        convertVector(
            CGVector(dx: lastPlace.x - origin.x, dy: lastPlace.y - origin.y), to: view)
    }

    /// Makes the translation this one, and the velocity zero.
    open func setTranslation(_ translation: CGPoint, in view: UIView?) {
        let vector = convertVector(translation, from: view)
        origin = CGPoint(x: lastPlace.x - vector.dx, y: lastPlace.y - vector.dy)
        lastVelocity = .zero
    }

    /// How fast the fingers' centre went in the last step, in points per second, in a view's axes, the
    /// window's for nil.
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
        // The centre jumps to where it is with the new fingers.
        let isFirst = numberOfTouches == touches.count
        let before = isFirst ? centroid : centre(without: touches)
        if isFirst {
            origin = before
            lastPlace = before
            lastTime = event.timestamp
        }
        shift(by: before, to: centroid)
    }

    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        let place = centroid
        measure(place, at: event.timestamp)
        guard numberOfTouches >= minimumNumberOfTouches else { return }
        if hasBegun {
            state = .changed
            return
        }
        let travel = CGVector(dx: place.x - origin.x, dy: place.y - origin.y)
        let length = (travel.dx * travel.dx + travel.dy * travel.dy).squareRoot()
        guard length >= GestureConstants.panDistance - GestureConstants.roundingSlack else {
            return
        }
        guard mayBegin(after: travel) else {
            fail(.wrongWay)
            return
        }
        hasBegun = true
        if GestureConstants.panRemovesHysteresis {
            let part = GestureConstants.panDistance / length
            origin = CGPoint(x: origin.x + travel.dx * part, y: origin.y + travel.dy * part)
        }
        state = .began
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        if numberOfTouches > touches.count {
            shift(by: centroid, to: centre(without: touches))
        } else {
            if hasBegun { state = .ended } else { fail(.liftedEarly) }
        }
    }

    open override func reset() {
        super.reset()
        hasBegun = false
        lastVelocity = .zero
    }

    /// Whether the fingers went where they have to.
    func mayBegin(after travel: CGVector) -> Bool { true }

    /// Other fingers make the centre: what was gone so far stays, and what decides on the beginning
    /// starts anew.
    private func shift(by before: CGPoint, to after: CGPoint) {
        let dx = after.x - before.x
        let dy = after.y - before.y
        lastPlace = CGPoint(x: lastPlace.x + dx, y: lastPlace.y + dy)
        origin =
            hasBegun ? CGPoint(x: origin.x + dx, y: origin.y + dy) : after
    }

    private func measure(_ place: CGPoint, at time: Double) {
        let seconds = time - lastTime
        if seconds > 0 {
            lastVelocity = CGVector(
                dx: (place.x - lastPlace.x) / seconds, dy: (place.y - lastPlace.y) / seconds)
        }
        lastPlace = place
        lastTime = time
    }

    /// The centre of those fingers that aren't among these.
    private func centre(without touches: Set<UITouch>) -> CGPoint {
        var rest = Centroid()
        for touch in tracked where !touches.contains(touch) { rest.add(touch.place) }
        return rest.place ?? centroid
    }

    /// A vector of the window in a view's axes: turned and scaled, never moved.
    private func convertVector(_ vector: CGVector, to view: UIView?) -> CGPoint {
        let end = convert(CGPoint(x: vector.dx, y: vector.dy), to: view)
        let start = convert(CGPoint.zero, to: view)
        return CGPoint(x: end.x - start.x, y: end.y - start.y)
    }

    private func convertVector(_ vector: CGPoint, from source: UIView?) -> CGVector {
        guard let source, let window = view?.window ?? source.window else {
            return CGVector(dx: vector.x, dy: vector.y)
        }
        let end = source.convert(vector, to: window)
        let start = source.convert(CGPoint.zero, to: window)
        return CGVector(dx: end.x - start.x, dy: end.y - start.y)
    }
}
