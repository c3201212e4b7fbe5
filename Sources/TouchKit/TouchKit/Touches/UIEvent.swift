import TouchKitContacts

/// What the fingers do; one object from the first finger down to the last one lifted.
@MainActor
public final class UIEvent {
    /// The kinds of events.
    public enum EventType: Int, Sendable {
        /// Fingers on a screen.
        case touches = 0
    }

    /// What kind of event it is.
    public let type = EventType.touches
    /// When it was delivered last, in seconds since start-up.
    public internal(set) var timestamp = 0.0

    /// Every finger that is down, and those that end in this delivery, oldest first.
    var touches: [UITouch] = []
    /// What was measured since the delivery before.
    var samples: [FingerSample] = []
    private var measurements = MeasuredTouches()
    /// Knows where fingers will be; shared by all events of an application.
    private let foresight: TouchForesight

    /// The set of `touches` when it was asked for last.
    private var knownTouches: Set<UITouch> = []

    /// - Parameter foresight: Knows where fingers will be.
    init(foresight: TouchForesight) {
        self.foresight = foresight
    }

    /// All fingers, in all windows: those that are down and those that end in this delivery.
    ///
    /// - Complexity: O(fingers); it allocates only if other fingers are down than before.
    public var allTouches: Set<UITouch>? {
        if knownTouches.count != touches.count || !touches.allSatisfy(knownTouches.contains) {
            knownTouches = Set(touches)
        }
        return knownTouches
    }

    /// The fingers that came down on a view.
    public func touches(for view: UIView) -> Set<UITouch>? {
        Set(touches.filter { $0.view === view })
    }

    /// The fingers that came down in a window.
    public func touches(for window: UIWindow) -> Set<UITouch>? {
        Set(touches.filter { $0.window === window })
    }

    /// The fingers that a recognizer is shown; not any more those that it ignores, and none once it has
    /// failed.
    public func touches(for gesture: UIGestureRecognizer) -> Set<UITouch>? {
        Set(touches.filter { gesture.receives($0) })
    }

    /// Every measurement of a finger since the delivery before, oldest first, as touches of their
    /// own; the last one is where the finger is now. Nil for a touch that isn't in the event.
    ///
    /// A finger that rests has one: where it is. Touches that nobody kept are used again in
    /// later deliveries, so that asking allocates nothing once warm.
    public func coalescedTouches(for touch: UITouch) -> [UITouch]? {
        guard touches.contains(touch) else { return nil }
        return measurements.touches(of: touch, measured: touch.lateSamples ?? samples)
    }

    /// Where a finger is expected next, as touches of their own, in order: they are apart in time as its
    /// measurements are, and the last one is where it is expected when what is drawn now is seen, but
    /// not more than 25 ms after its newest measurement. Nil for a touch that isn't in the event
    ///
    ///
    /// There are none for a finger that didn't just move, and where a prediction would do harm or nobody
    /// knows when the picture will be seen. They are guesses: draw them, and take them back with the next
    /// delivery, or, if none comes, a frame or two later. Touches that nobody kept are used again in
    /// later deliveries, so that asking allocates nothing once warm.
    public func predictedTouches(for touch: UITouch) -> [UITouch]? {
        touches.contains(touch) ? foresight.touches(after: touch) : nil
    }

    /// The touch of a finger; nil for one that no view or window has to do with.
    func touch(of finger: FingerID) -> UITouch? {
        for touch in touches where touch.finger == finger { return touch }
        return nil
    }
}
