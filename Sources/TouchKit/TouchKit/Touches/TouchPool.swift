import TouchKitContacts
import TouchKitGeometry

/// The touch objects of contacts that are over: for taps in a row, and to be used again.
///
/// An object that nobody else holds serves for a later contact, so that a warm application makes
/// none.
@MainActor
struct TouchPool {
    private struct Retired {
        var touch: UITouch
        var time: Timestamp
        /// Only a contact that ended, and wasn't cancelled, counts as a tap.
        var countsAsTap: Bool
    }

    private var retired: [Retired] = []

    /// Keeps the object of a contact that is over.
    mutating func retire(_ touch: UITouch, at time: Timestamp) {
        touch.retire()
        retired.append(
            Retired(touch: touch, time: time, countsAsTap: touch.phase == .ended))
    }

    /// The object for a new contact, and which tap in a row it is.
    ///
    /// A tap on another view than the one before has an object of its own: somebody may still wait
    /// to tell that view.
    mutating func touch(
        for place: CGPoint, on view: UIView, in window: UIWindow, at time: Timestamp
    ) -> (touch: UITouch, tapCount: Int) {
        if let index = indexOfTap(at: place, in: window, time) {
            let touch = retired[index].touch
            let tapCount = touch.tapCount + 1
            guard touch.hitView === view else { return (spare(at: time), tapCount) }
            retired.remove(at: index)
            return (touch, tapCount)
        }
        return (spare(at: time), 1)
    }

    /// An object that nobody waits for or holds.
    private mutating func spare(at time: Timestamp) -> UITouch {
        for index in retired.indices
        where time.microseconds(since: retired[index].time)
            > GestureConstants.tapIntervalMicroseconds
            && isKnownUniquelyReferenced(&retired[index].touch)
        {
            return retired.remove(at: index).touch
        }
        // What the application kept is its own now.
        retired.removeAll {
            time.microseconds(since: $0.time) > GestureConstants.tapIntervalMicroseconds
        }
        return UITouch()
    }

    /// The newest contact that a new one follows as the next tap.
    private func indexOfTap(
        at place: CGPoint, in window: UIWindow, _ time: Timestamp
    ) -> Int? {
        retired.lastIndex { candidate in
            let began = candidate.touch.beganPlace
            let dx = began.x - place.x
            let dy = began.y - place.y
            return candidate.countsAsTap && candidate.touch.window === window
                && time.microseconds(since: candidate.time)
                    <= GestureConstants.tapIntervalMicroseconds
                && dx * dx + dy * dy
                    <= GestureConstants.tapDistance * GestureConstants.tapDistance
        }
    }
}
