import TouchKitContacts
import TouchKitGeometry

/// The touch objects of ended contacts, stored to recognize multiple taps and to reuse the objects.
///
/// A touch object that the application no longer references is reused for a later contact, so that
/// an application allocates no touch objects after its first touches.
@MainActor
struct TouchPool {
    /// The touch object of an ended contact.
    private struct EndedTouch {
        var touch: UITouch
        var time: Timestamp
        /// Whether the contact was lifted and not cancelled, so that it can be a tap.
        var isTap: Bool
    }

    private var endedTouches: [EndedTouch] = []

    /// Adds the touch object of a contact that ended at `time`.
    mutating func add(_ touch: UITouch, endedAt time: Timestamp) {
        touch.releaseViewAndWindow()
        endedTouches.append(
            EndedTouch(touch: touch, time: time, isTap: touch.phase == .ended))
    }

    /// Returns the touch object for a new contact, and the tap count of the contact (R-1.2,
    ///
    ///
    /// The touch object of the preceding tap is reused only if both taps hit the same view.
    /// Otherwise the preceding tap's view may still have to receive the end of that tap.
    mutating func touch(
        at location: CGPoint, on view: UIView, in window: UIWindow, time: Timestamp
    ) -> (touch: UITouch, tapCount: Int) {
        if let index = indexOfPrecedingTap(at: location, in: window, time) {
            let touch = endedTouches[index].touch
            let tapCount = touch.tapCount + 1
            guard touch.hitView === view else { return (unusedTouch(at: time), tapCount) }
            endedTouches.remove(at: index)
            return (touch, tapCount)
        }
        return (unusedTouch(at: time), 1)
    }

    /// Returns an unreferenced touch object whose contact ended longer ago than the multiple-tap
    /// interval, or a new touch object if there is none. In the latter case, all expired objects
    /// are removed from the pool.
    private mutating func unusedTouch(at time: Timestamp) -> UITouch {
        for index in endedTouches.indices
        where time.microseconds(since: endedTouches[index].time)
            > GestureConstants.tapIntervalMicroseconds
            && isKnownUniquelyReferenced(&endedTouches[index].touch)
        {
            return endedTouches.remove(at: index).touch
        }
        // The remaining expired objects are referenced by the application.
        endedTouches.removeAll {
            time.microseconds(since: $0.time) > GestureConstants.tapIntervalMicroseconds
        }
        return UITouch()
    }

    /// Returns the index of the newest ended tap that a contact at `location` continues as a
    /// multiple tap, or `nil` if there is no such tap.
    private func indexOfPrecedingTap(
        at location: CGPoint, in window: UIWindow, _ time: Timestamp
    ) -> Int? {
        endedTouches.lastIndex { candidate in
            let began = candidate.touch.initialWindowLocation
            let dx = began.x - location.x
            let dy = began.y - location.y
            return candidate.isTap && candidate.touch.window === window
                && time.microseconds(since: candidate.time)
                    <= GestureConstants.tapIntervalMicroseconds
                && dx * dx + dy * dy
                    <= GestureConstants.tapDistance * GestureConstants.tapDistance
        }
    }
}
