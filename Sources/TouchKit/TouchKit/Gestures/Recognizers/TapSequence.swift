/// So many taps with so many fingers: what tap and long press recognizers count, without a clock.
struct TapSequence {
    /// What comes of what a finger did.
    enum Verdict: Hashable {
        /// Nothing yet.
        case goesOn
        /// The first finger of a tap is down: it mustn't take too long.
        case began
        /// As many fingers are down as there have to be.
        case pressed
        /// The last finger of a tap was lifted: the next tap mustn't be long in coming.
        case tapped
        /// These are no such taps.
        case failed(GestureEvent.Failure)
    }

    /// How many fingers each tap has.
    var fingers: Int
    /// How far each may move, in points.
    var movement: Double

    /// How many taps there were.
    private(set) var taps = 0
    /// Where the first tap was, in points of the window: the centre of its fingers' contacts.
    private(set) var place = CGPoint.zero
    /// Where the fingers of the running tap came down, in points of the window.
    private var contacts: [CGPoint] = []
    private var previousContacts: [CGPoint] = []
    private var down = 0

    /// Makes one that has seen nothing.
    init(fingers: Int, movement: Double) {
        self.fingers = fingers
        self.movement = movement
    }

    /// Whether a finger is down.
    var isDown: Bool { down > 0 }

    /// Whether as many fingers are down as there have to be.
    var isPressed: Bool { down == fingers && contacts.count == fingers }

    /// Fingers came down (R-7.1, R-7.2; too far from the tap before: ).
    @MainActor
    mutating func began(_ touches: Set<UITouch>) -> Verdict {
        let isFirst = contacts.isEmpty
        for touch in touches {
            if taps > 0, !isNear(touch.beganPlace) { return .failed(.nextTapFar) }
            contacts.append(touch.beganPlace)
            down += 1
        }
        if contacts.count > fingers { return .failed(.tooManyFingers) }
        if taps == 0 {
            var centroid = Centroid()
            for contact in contacts { centroid.add(contact) }
            place = centroid.place ?? place
        }
        if contacts.count == fingers { return .pressed }
        return isFirst ? .began : .goesOn
    }

    /// Fingers moved.
    @MainActor
    func moved(_ touches: Set<UITouch>) -> Verdict {
        for touch in touches where !stays(touch) { return .failed(.movedTooFar) }
        return .goesOn
    }

    /// Fingers were lifted: all have to have been down at a time.
    @MainActor
    mutating func ended(_ touches: Set<UITouch>) -> Verdict {
        for touch in touches where !stays(touch) { return .failed(.movedTooFar) }
        if contacts.count < fingers { return .failed(.tooFewFingers) }
        down -= touches.count
        if down > 0 { return .goesOn }
        taps += 1
        swap(&previousContacts, &contacts)
        contacts.removeAll(keepingCapacity: true)
        return .tapped
    }

    /// Forgets everything.
    mutating func reset() {
        taps = 0
        down = 0
        place = .zero
        contacts.removeAll(keepingCapacity: true)
        previousContacts.removeAll(keepingCapacity: true)
    }

    @MainActor
    private func stays(_ touch: UITouch) -> Bool {
        distance(touch.place, touch.beganPlace) <= movement
    }

    private func isNear(_ place: CGPoint) -> Bool {
        previousContacts.contains { distance($0, place) <= GestureConstants.tapDistance }
    }
}

/// How far two places are apart.
func distance(_ one: CGPoint, _ other: CGPoint) -> Double {
    let dx = other.x - one.x
    let dy = other.y - one.y
    return (dx * dx + dy * dy).squareRoot()
}
