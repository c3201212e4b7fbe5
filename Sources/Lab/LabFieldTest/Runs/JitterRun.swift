import TouchKitGeometry

/// Jitter: a finger rests on each of five spots. It counts wherever it is seen.
package struct JitterRun: TestRun {
    /// What comes before isn't looked at: a finger settles, in microseconds.
    static let settlingMicroseconds: Int64 = 300_000
    /// How long a finger rests, settling included, in microseconds.
    static let restMicroseconds: Int64 = 2_300_000
    /// A finger that is lost and found within this time goes on resting, in microseconds.
    static let breakMicroseconds: Int64 = 400_000
    /// Where it is found as near as this, in parts of the panel.
    static let breakReach = 0.05
    /// How long a spot waits, in seconds.
    static let patience = 10.0

    /// The spots, in points.
    package let spots: [CGPoint]
    /// What was reported on each spot, 0…1 across the panel; empty for one on which nobody rested.
    package private(set) var rests: [[CGPoint]] = []
    private var current: (number: Int, began: Timestamp)?
    /// The finger that rested is gone since then, and may come back.
    private var lostAt: (place: CGPoint, time: Timestamp)?
    private var places: [CGPoint] = []
    private var waitsUntil: Timestamp
    private var now: Timestamp

    init(layout: FieldTestLayout, at time: Timestamp) {
        spots = layout.restSpots
        waitsUntil = time.advanced(by: 2 * Self.patience)
        now = time
    }

    /// The spot that is waited for, by its place in `spots`; nil when all are done.
    package var target: Int? { rests.count < spots.count ? rests.count : nil }

    /// How much of the rest on the spot is over, 0…1.
    package var restPart: Double {
        guard let current else { return 0 }
        let part = Double(now.microseconds(since: current.began)) / Double(Self.restMicroseconds)
        return min(max(part, 0), 1)
    }

    /// When the finger came down that rests now; nil where none does.
    package var restBegan: Timestamp? { current?.began }

    mutating func receive(_ changes: [ContactChange], live: [PanelContact], at time: Timestamp) {
        now = time
        for change in changes where !change.contact.isStale && !change.contact.isBounce {
            let contact = change.contact
            switch change {
            case .began:
                if let rest = current {
                    if let lostAt, Self.isNear(lostAt.place, contact.place) {
                        current = (contact.number, rest.began)
                        self.lostAt = nil
                    }
                    continue
                }
                current = (contact.number, time)
                places = [contact.place]
            case .moved:
                guard let rest = current, rest.number == contact.number else { continue }
                let since = time.microseconds(since: rest.began)
                // Where it is when it has settled, as the place of those that don't move at all.
                if since < Self.settlingMicroseconds { places = [] }
                places.append(contact.place)
            case .ended:
                if current?.number == contact.number { lostAt = (contact.place, time) }
            }
        }
    }

    private static func isNear(_ one: CGPoint, _ other: CGPoint) -> Bool {
        abs(one.x - other.x) < breakReach && abs(one.y - other.y) < breakReach
    }

    mutating func advance(to time: Timestamp) {
        now = time
        guard !isFinished, let deadline, time >= deadline else { return }
        let isLifted = lostAt != nil
        let rested = current == nil || isLifted ? [] : places
        current = nil
        lostAt = nil
        places = []
        // A finger that was lifted too early is waited for again.
        if isLifted { return }
        rests.append(rested)
        waitsUntil = time.advanced(by: Self.patience)
    }

    var deadline: Timestamp? {
        if isFinished { return nil }
        if let lostAt { return lostAt.time.advanced(byMicroseconds: Self.breakMicroseconds) }
        return current?.began.advanced(byMicroseconds: Self.restMicroseconds) ?? waitsUntil
    }

    var isFinished: Bool { rests.count == spots.count }
    var progress: Double { (Double(rests.count) + restPart) / Double(spots.count) }
    var hasEvidence: Bool { rests.contains { !$0.isEmpty } }
}
