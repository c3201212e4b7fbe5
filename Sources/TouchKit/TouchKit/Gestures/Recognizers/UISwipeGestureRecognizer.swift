/// Recognizes fingers that go fast in a direction: discrete.
@MainActor
open class UISwipeGestureRecognizer: UIGestureRecognizer {
    /// Directions of a swipe.
    public struct Direction: OptionSet, Hashable, Sendable {
        /// A bit for each direction.
        public let rawValue: UInt

        /// Makes a set from its bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// To the right.
        public static let right = Direction(rawValue: 1 << 0)
        /// To the left.
        public static let left = Direction(rawValue: 1 << 1)
        /// Up.
        public static let up = Direction(rawValue: 1 << 2)
        /// Down.
        public static let down = Direction(rawValue: 1 << 3)
    }

    /// The directions that it takes; if a horizontal one is among them, only those count.
    open var direction = Direction.right
    /// How many fingers swipe.
    open var numberOfTouchesRequired = 1

    private var start = 0.0
    private var place = CGPoint.zero
    /// It has asked to be recognized: what fingers do while it waits for others changes nothing
    ///
    private var isComplete = false

    /// Where the swipe began.
    open override func location(in view: UIView?) -> CGPoint {
        convert(numberOfTouches > 0 || isComplete ? place : centroid, to: view)
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if isComplete { return }
        if numberOfTouches > numberOfTouchesRequired {
            fail(.tooManyFingers)
            return
        }
        if numberOfTouches == touches.count { start = event.timestamp }
        var centroid = Centroid()
        for touch in tracked { centroid.add(touch.beganPlace) }
        place = centroid.place ?? place
    }

    /// Judged on moves only, by the time since the contact.
    open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        if isComplete { return }
        let microseconds = ((event.timestamp - start) * 1_000_000).rounded()
        if microseconds > GestureConstants.swipeMicroseconds {
            fail(.tookTooLong)
            return
        }
        var qualifies = numberOfTouches == numberOfTouchesRequired
        for touch in tracked {
            switch judge(touch, seconds: microseconds / 1_000_000) {
            case .qualifies: break
            case .notYet: qualifies = false
            case .backwards:
                fail(.wrongWay)
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
    }

    private enum Verdict {
        case qualifies
        case notYet
        case backwards
    }

    private func judge(_ touch: UITouch, seconds: Double) -> Verdict {
        let dx = touch.place.x - touch.beganPlace.x
        let dy = touch.place.y - touch.beganPlace.y
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
            return .notYet
        }
        // Even a tenth of a point behind the start is too much.
        if forward < 0 { return .backwards }
        let least =
            GestureConstants.swipeDistance * (1 - GestureConstants.swipeDistanceDecay * seconds)
        let most =
            GestureConstants.swipeDeviation * (1 - GestureConstants.swipeDeviationDecay * seconds)
        return forward >= least && across <= most ? .qualifies : .notYet
    }

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
