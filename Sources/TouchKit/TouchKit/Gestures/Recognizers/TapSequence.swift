/// A counter of taps with a required number of fingers, for tap and long-press recognizers.
///
/// The recognizers enforce the time limits; the sequence itself has no clock.
struct TapSequence {
    /// The result of a touch phase.
    enum Progress: Hashable {
        /// The current tap continues.
        case incomplete
        /// The required number of fingers is down.
        case pressed
        /// The last finger of a tap was lifted; the caller must limit the time until the next tap.
        case tapped
        /// The touches do not form the required taps.
        case failed(GestureEvent.Failure)
    }

    /// The number of fingers that each tap requires.
    var requiredTouches: Int
    /// The maximum distance that each finger may move, in points.
    var allowedMovement: Double

    /// The number of completed taps.
    private(set) var tapCount = 0
    /// The touch-down locations of the first tap, in window points.
    private(set) var firstDownLocations: [CGPoint] = []
    /// The location of the first tap, in window points: the centroid of its touch-down locations.
    /// `nil` before the first touch.
    var location: CGPoint? { Centroid(firstDownLocations).point }
    /// The touch-down locations of the current tap, in window points.
    private var downLocations: [CGPoint] = []
    /// The touch-down locations of the previous tap, in window points.
    private var previousDownLocations: [CGPoint] = []
    /// The number of fingers that are down.
    private var downCount = 0

    /// Creates a sequence without taps.
    init(requiredTouches: Int, allowedMovement: Double) {
        self.requiredTouches = requiredTouches
        self.allowedMovement = allowedMovement
    }

    /// Whether a finger is down.
    var isDown: Bool { downCount > 0 }

    /// Whether exactly the required number of fingers is down.
    var isPressed: Bool {
        downCount == requiredTouches && downLocations.count == requiredTouches
    }

    /// Processes touches that came down.
    ///
    /// - Parameters:
    ///   - touches: The touches that came down.
    ///   - tracked: The recognizer's tracked touches, in the order in which the locations are
    ///     stored.
    @MainActor
    mutating func processBegan(_ touches: Set<UITouch>, among tracked: [UITouch]) -> Progress {
        for touch in tracked where touches.contains(touch) {
            if tapCount > 0, !isNearPreviousTap(touch.initialWindowLocation) {
                return .failed(.nextTapFar)
            }
            downLocations.append(touch.initialWindowLocation)
            if tapCount == 0 { firstDownLocations.append(touch.initialWindowLocation) }
            downCount += 1
        }
        if downLocations.count > requiredTouches { return .failed(.tooManyFingers) }
        return downLocations.count == requiredTouches ? .pressed : .incomplete
    }

    /// Processes touches that moved.
    @MainActor
    func processMoved(_ touches: Set<UITouch>) -> Progress {
        for touch in touches where !isWithinTolerance(touch) { return .failed(.movedTooFar) }
        return .incomplete
    }

    /// Processes touches that were lifted. A tap counts only if the required number of fingers came
    /// down before the first lift.
    @MainActor
    mutating func processEnded(_ touches: Set<UITouch>) -> Progress {
        for touch in touches where !isWithinTolerance(touch) { return .failed(.movedTooFar) }
        if downLocations.count < requiredTouches { return .failed(.tooFewFingers) }
        downCount -= touches.count
        if downCount > 0 { return .incomplete }
        tapCount += 1
        swap(&previousDownLocations, &downLocations)
        downLocations.removeAll(keepingCapacity: true)
        return .tapped
    }

    /// Removes all taps and touches.
    mutating func reset() {
        tapCount = 0
        downCount = 0
        firstDownLocations.removeAll(keepingCapacity: true)
        downLocations.removeAll(keepingCapacity: true)
        previousDownLocations.removeAll(keepingCapacity: true)
    }

    /// Returns whether a touch has moved at most `allowedMovement` from its touch-down location.
    @MainActor
    private func isWithinTolerance(_ touch: UITouch) -> Bool {
        distance(touch.windowLocation, touch.initialWindowLocation) <= allowedMovement
    }

    /// Returns whether a point, in window points, is close enough to a touch-down location of the
    /// previous tap to continue the sequence.
    private func isNearPreviousTap(_ point: CGPoint) -> Bool {
        previousDownLocations.contains { distance($0, point) <= GestureConstants.tapDistance }
    }
}

/// Returns the distance between two points.
func distance(_ one: CGPoint, _ other: CGPoint) -> Double {
    let dx = other.x - one.x
    let dy = other.y - one.y
    return (dx * dx + dy * dy).squareRoot()
}
