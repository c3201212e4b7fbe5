/// A discrete gesture recognizer that interprets swiping gestures in one or more directions.
@MainActor
open class UISwipeGestureRecognizer: UIGestureRecognizer {
    /// The permissible directions of a swipe.
    public struct Direction: OptionSet, Hashable, Sendable {
        /// The bits of the set, one for each direction.
        public let rawValue: UInt

        /// Creates a set of directions from its raw value.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// The touch or touches swipe to the right.
        public static let right = Direction(rawValue: 1 << 0)
        /// The touch or touches swipe to the left.
        public static let left = Direction(rawValue: 1 << 1)
        /// The touch or touches swipe upward.
        public static let up = Direction(rawValue: 1 << 2)
        /// The touch or touches swipe downward.
        public static let down = Direction(rawValue: 1 << 3)
    }

    /// The permitted directions of the swipe. If the set contains a horizontal direction, vertical
    /// directions have no effect.
    open var direction = Direction.right
    /// The number of touches that must swipe for the gesture to be recognized.
    open var numberOfTouchesRequired = 1

    /// The time at which the first touch came down, in seconds since system startup.
    private var startTime = 0.0
    /// The touch-down locations, in window points.
    private var startLocations: [CGPoint] = []
    /// Whether the recognizer has assigned `ended`. While the recognizer then waits for other
    /// recognizers to fail, further touches have no effect.
    private var isComplete = false

    /// Returns the location where the swipe began in the given view, in points, or in the window if
    /// `view` is `nil`.
    open override func location(in view: UIView?) -> CGPoint {
        convert(Centroid(startLocations).point ?? centroid, to: view)
    }

    /// The number of touches, also if they were lifted while the recognizer waits for others.
    open override var numberOfTouches: Int {
        isComplete ? startLocations.count : super.numberOfTouches
    }

    /// Returns the location of a touch when the swipe began in the given view, in points, or in the
    /// window if `view` is `nil`.
    open override func location(ofTouch index: Int, in view: UIView?) -> CGPoint {
        guard startLocations.indices.contains(index) else {
            return super.location(ofTouch: index, in: view)
        }
        return convert(startLocations[index], to: view)
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        // A touch that comes down while the recognizer waits for other recognizers is not part of
        // the swipe.
        if isComplete {
            for touch in touches { ignore(touch, for: event) }
            return
        }
        if numberOfTouches > numberOfTouchesRequired {
            fail(.tooManyFingers)
            return
        }
        if numberOfTouches == touches.count { startTime = event.timestamp }
        startLocations.removeAll(keepingCapacity: true)
        for touch in trackedTouches { startLocations.append(touch.initialWindowLocation) }
    }

    /// Evaluates the swipe. Only moves are evaluated, and the limits depend on the time since
    /// touch-down.
    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        if isComplete { return }
        let microseconds = ((event.timestamp - startTime) * 1_000_000).rounded()
        if microseconds > GestureConstants.swipeDurationMicroseconds {
            fail(.tookTooLong)
            return
        }
        var qualifies = numberOfTouches == numberOfTouchesRequired
        for touch in trackedTouches {
            switch evaluate(touch, seconds: microseconds / 1_000_000) {
            case .qualifies: break
            case .incomplete: qualifies = false
            case .backwards:
                fail(.wrongDirection)
                return
            }
        }
        if qualifies {
            isComplete = true
            state = .ended
        }
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
        if !isComplete { fail(.liftedEarly) }
    }

    open override func reset() {
        super.reset()
        isComplete = false
        startLocations.removeAll(keepingCapacity: true)
    }

    /// The evaluation of one touch.
    private enum Evaluation {
        /// The touch has moved far enough in a permitted direction.
        case qualifies
        /// The touch has not moved far enough yet, or has moved too far sideways.
        case incomplete
        /// The touch has moved opposite to the permitted direction.
        case backwards
    }

    /// Evaluates a touch at a time in seconds since touch-down.
    private func evaluate(_ touch: UITouch, seconds: Double) -> Evaluation {
        let dx = touch.windowLocation.x - touch.initialWindowLocation.x
        let dy = touch.windowLocation.y - touch.initialWindowLocation.y
        let forward: CGFloat
        let across: CGFloat
        if !direction.isDisjoint(with: [.left, .right]) {
            forward = Self.forward(
                dx, isPositive: direction.contains(.right), isNegative: direction.contains(.left))
            across = abs(dy)
        } else if !direction.isDisjoint(with: [.up, .down]) {
            forward = Self.forward(
                dy, isPositive: direction.contains(.down), isNegative: direction.contains(.up))
            across = abs(dx)
        } else {
            return .incomplete
        }
        // No tolerance: iOS rejects even 0.1 points opposite to the permitted direction.
        if forward < 0 { return .backwards }
        let minimum =
            GestureConstants.swipeDistance * (1 - GestureConstants.swipeDistanceDecay * seconds)
        let maximum =
            GestureConstants.swipeDeviation * (1 - GestureConstants.swipeDeviationDecay * seconds)
        return forward >= minimum && across <= maximum ? .qualifies : .incomplete
    }

    /// Returns the distance that a touch has traveled in the permitted direction of one axis, or a
    /// negative value if it has traveled in the opposite direction.
    ///
    /// - Parameters:
    ///   - travel: The signed distance traveled on the axis, in points.
    ///   - isPositive: Whether a swipe in the positive direction of the axis is permitted.
    ///   - isNegative: Whether a swipe in the negative direction of the axis is permitted.
    private static func forward(
        _ travel: CGFloat, isPositive: Bool, isNegative: Bool
    ) -> CGFloat {
        switch (isPositive, isNegative) {
        case (true, true): abs(travel)
        case (true, false): travel
        case (false, _): -travel
        }
    }
}
