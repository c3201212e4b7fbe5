import TouchKitContacts

/// An object that describes the touches of one multitouch sequence.
///
/// One event object serves the whole sequence, from the first finger down to the last finger up
/// . Its properties describe the newest delivery.
@MainActor
public final class UIEvent {
    /// The type of an event.
    public enum EventType: Int, Sendable {
        /// The event is related to touches on the screen.
        case touches = 0
    }

    /// The type of the event.
    public let type = EventType.touches
    /// The time of the newest delivery, in seconds since system startup.
    @exclusivity(unchecked) public internal(set) var timestamp = 0.0

    /// The touches that are down or end in the current delivery, oldest first.
    @exclusivity(unchecked) var touches: [UITouch] = []
    /// The samples measured since the previous delivery.
    @exclusivity(unchecked) var samples: [TouchSample] = []
    /// The touch objects that `coalescedTouches(for:)` returns.
    @exclusivity(unchecked) private var pool = SampleTouchPool()
    /// The predictor that all events of an application share.
    private let prediction: TouchPrediction

    /// The most recent value of `allTouches`, returned again while the touches are unchanged.
    @exclusivity(unchecked) private var cachedTouches: Set<UITouch> = []

    /// Creates an event that predicts touches with `prediction`.
    init(prediction: TouchPrediction) {
        self.prediction = prediction
    }

    /// All touches associated with the event, in all windows: the touches that are down and the
    /// touches that end in the current delivery.
    ///
    /// - Complexity: O(touches). Allocates memory only if the application stores the set, or if
    ///   there are more touches than before.
    public var allTouches: Set<UITouch>? {
        if cachedTouches.count != touches.count || !touches.allSatisfy(cachedTouches.contains) {
            cachedTouches.removeAll(keepingCapacity: true)
            for touch in touches { cachedTouches.insert(touch) }
        }
        return cachedTouches
    }

    /// Releases the ended touches that `allTouches` has returned, because a referenced touch object
    /// cannot be reused for a new contact.
    func releaseEndedTouches() {
        if cachedTouches.contains(where: \.hasEnded) {
            cachedTouches.removeAll(keepingCapacity: true)
        }
    }

    /// Returns the touches of the event that belong to the specified view.
    public func touches(for view: UIView) -> Set<UITouch>? {
        Set(touches.filter { $0.view === view })
    }

    /// Returns the touches of the event that belong to the specified window.
    public func touches(for window: UIWindow) -> Set<UITouch>? {
        Set(touches.filter { $0.window === window })
    }

    /// Returns the touches that are being delivered to the specified gesture recognizer.
    ///
    /// Touches that the recognizer ignores are not included. The set is empty after the recognizer
    /// has failed.
    public func touches(for gesture: UIGestureRecognizer) -> Set<UITouch>? {
        Set(touches.filter { gesture.isTracking($0) })
    }

    /// Returns all samples of a touch since the previous delivery, oldest first, or `nil` if the
    /// touch does not belong to the event.
    ///
    /// The samples are separate touch objects; the last object has the values of `touch` itself. A
    /// stationary touch has one sample. Unlike UIKit, TouchKit reuses the objects in later
    /// deliveries, unless the application retains them. After the first deliveries, this method
    /// therefore allocates nothing.
    public func coalescedTouches(for touch: UITouch) -> [UITouch]? {
        guard touches.contains(touch) else { return nil }
        return pool.touches(of: touch, measured: touch.withheldSamples ?? samples)
    }

    /// Returns predicted touches that are expected to occur for a touch, in order of time, or `nil`
    /// if the touch does not belong to the event.
    ///
    /// The time between predictions is the same as the time between measured samples, but at least
    /// 1 ms. The last prediction is for the time when the frame that is drawn now is expected on
    /// the screen, but for at most 25 ms after the newest sample. The array is empty if the touch
    /// did not move in the current delivery, if its movement was withheld and is delivered late, if
    /// it cannot be predicted reliably, or if the scanout time is unknown.
    ///
    /// Predictions are estimates. Remove the content that you draw for predictions at the next
    /// delivery, or after one or two frames if no delivery follows. Unlike UIKit, TouchKit reuses
    /// the objects in later deliveries, unless the application retains them.
    public func predictedTouches(for touch: UITouch) -> [UITouch]? {
        touches.contains(touch) ? prediction.touches(after: touch) : nil
    }

    /// Appends the locations of all samples of a touch since the previous delivery, oldest first.
    ///
    /// The locations are those of `coalescedTouches(for:)`, without a touch object per sample.
    ///
    /// - Parameters:
    ///   - touch: The touch.
    ///   - map: The conversion to the coordinate system of the locations.
    ///   - locations: The array to which the locations are appended.
    /// - Returns: Whether the touch belongs to the event and has samples.
    package func appendCoalescedLocations(
        of touch: UITouch, _ map: PointMap, to locations: inout [CGPoint]
    ) -> Bool {
        guard touches.contains(touch) else { return false }
        let count = locations.count
        if let withheld = touch.withheldSamples {
            for sample in withheld { locations.append(map.convert(sample.position)) }
            return locations.count > count
        }
        // The operator `==` of a type of another module would be called through its witness table.
        let number = touch.identifier?.rawValue
        for sample in samples where sample.touch.rawValue == number {
            locations.append(map.convert(sample.position))
        }
        return locations.count > count
    }

    /// Returns the location of the last touch that `predictedTouches(for:)` returns, or `nil` if
    /// there is no prediction.
    ///
    /// - Parameters:
    ///   - touch: The touch.
    ///   - map: The conversion to the coordinate system of the location.
    package func predictedLocation(of touch: UITouch, _ map: PointMap) -> CGPoint? {
        guard touches.contains(touch), let position = prediction.lastPosition(after: touch) else {
            return nil
        }
        return map.convert(position)
    }

    /// Returns the touch object with an identifier, or `nil` if the event contains no such touch.
    func touch(with identifier: TouchIdentifier) -> UITouch? {
        for touch in touches where touch.identifier == identifier { return touch }
        return nil
    }
}

extension UIEvent: Hashable {
    /// Returns whether both values are the same object.
    public nonisolated static func == (left: UIEvent, right: UIEvent) -> Bool { left === right }

    /// Hashes the identity of the object.
    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
