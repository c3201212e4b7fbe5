import TouchKitGeometry

/// The jitter test, in which a finger rests on each of five spots. A contact counts at any reported
/// position.
package struct JitterRun: TestRun {
    /// The time for which a finger settles after it came down, in microseconds. Reports within this
    /// time are ignored.
    static let settlingMicroseconds: Int64 = 300_000
    /// The duration of a rest including settling, in microseconds.
    static let restMicroseconds: Int64 = 2_300_000
    /// The maximum time after which a lost contact can reappear and continue the rest, in
    /// microseconds.
    static let breakMicroseconds: Int64 = 400_000
    /// The maximum distance along each axis at which a lost contact can reappear, as a fraction of
    /// the touchscreen's size on that axis.
    static let breakDistance = 0.05
    /// The time limit for each spot, in seconds.
    static let timeout = 10.0

    /// The centers of the spots, in points.
    package let spots: [CGPoint]
    /// The reported positions on each spot, 0…1, or an empty list for a spot without a rest.
    package private(set) var rests: [[CGPoint]] = []
    private var current: (number: Int, began: Timestamp)?
    /// The position and time at which the resting contact was lost, or `nil` if it was not lost.
    /// The contact may reappear.
    private var lostAt: (position: CGPoint, time: Timestamp)?
    private var positions: [CGPoint] = []
    private var waitsUntil: Timestamp
    private var now: Timestamp

    init(layout: FieldTestLayout, at time: Timestamp) {
        spots = layout.restSpots
        waitsUntil = time.advanced(by: 2 * Self.timeout)
        now = time
    }

    /// The index of the next spot in `spots`, or `nil` when all spots are done.
    package var target: Int? { rests.count < spots.count ? rests.count : nil }

    /// The progress of the current rest, 0…1.
    package var restProgress: Double {
        guard let current else { return 0 }
        let part = Double(now.microseconds(since: current.began)) / Double(Self.restMicroseconds)
        return min(max(part, 0), 1)
    }

    /// The time at which the resting contact came down, or `nil` without one.
    package var restBegan: Timestamp? { current?.began }

    mutating func process(_ changes: [ContactChange], active: [TestContact], at time: Timestamp) {
        now = time
        for change in changes where !change.contact.isStale && !change.contact.isBounce {
            let contact = change.contact
            switch change {
            case .began:
                if let rest = current {
                    if let lostAt, Self.isNear(lostAt.position, contact.position) {
                        current = (contact.number, rest.began)
                        self.lostAt = nil
                    }
                    continue
                }
                current = (contact.number, time)
                positions = [contact.position]
            case .moved:
                guard let rest = current, rest.number == contact.number else { continue }
                let since = time.microseconds(since: rest.began)
                // The last position before the end of settling counts, because a contact that does
                // not move is not reported again.
                if since < Self.settlingMicroseconds { positions = [] }
                positions.append(contact.position)
            case .ended:
                if current?.number == contact.number { lostAt = (contact.position, time) }
            }
        }
    }

    private static func isNear(_ one: CGPoint, _ other: CGPoint) -> Bool {
        abs(one.x - other.x) < breakDistance && abs(one.y - other.y) < breakDistance
    }

    mutating func advance(to time: Timestamp) {
        now = time
        guard !isFinished, let deadline, time >= deadline else { return }
        let isLifted = lostAt != nil
        let rested = current == nil || isLifted ? [] : positions
        current = nil
        lostAt = nil
        positions = []
        // A contact that lifted too early must rest again.
        if isLifted { return }
        rests.append(rested)
        waitsUntil = time.advanced(by: Self.timeout)
    }

    var deadline: Timestamp? {
        if isFinished { return nil }
        if let lostAt { return lostAt.time.advanced(byMicroseconds: Self.breakMicroseconds) }
        return current?.began.advanced(byMicroseconds: Self.restMicroseconds) ?? waitsUntil
    }

    var isFinished: Bool { rests.count == spots.count }
    var progress: Double { (Double(rests.count) + restProgress) / Double(spots.count) }
    var hasEvidence: Bool { rests.contains { !$0.isEmpty } }
}
