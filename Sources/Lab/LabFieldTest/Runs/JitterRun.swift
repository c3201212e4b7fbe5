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

    /// A contact that may rest on the current spot until the spot is measured.
    private struct Rest {
        var number: Int
        let began: Timestamp
        /// The reported positions after settling, 0…1.
        var positions: [CGPoint]
        /// The position and time at which the contact was lost, or `nil` while the contact is down.
        /// A lost contact may reappear.
        var loss: (position: CGPoint, time: Timestamp)?

        /// The time at which the spot is measured, or at which a lost contact counts as lifted.
        var deadline: Timestamp {
            loss?.time.advanced(byMicroseconds: JitterRun.breakMicroseconds)
                ?? began.advanced(byMicroseconds: JitterRun.restMicroseconds)
        }
    }

    /// The centers of the spots, in points.
    package let spots: [CGPoint]
    /// The reported positions on each spot, 0…1, or an empty list for a spot without a rest.
    package private(set) var rests: [[CGPoint]] = []
    /// The contacts on the current spot, oldest first. The first contact that rests long enough
    /// measures the spot, so that ghost touches, which are shorter, neither start nor end a rest.
    private var candidates: [Rest] = []
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
        guard let restBegan else { return 0 }
        let part = Double(now.microseconds(since: restBegan)) / Double(Self.restMicroseconds)
        return min(max(part, 0), 1)
    }

    /// The time at which the oldest contact on the current spot came down, or `nil` without one.
    package var restBegan: Timestamp? { candidates.first?.began }

    mutating func process(_ changes: [ContactChange], active: [TestContact], at time: Timestamp) {
        // A bounce counts, because a touchscreen can lose a resting finger for a moment.
        for change in changes where !change.contact.isStale {
            let contact = change.contact
            switch change {
            case .began: begin(contact, at: time)
            case .moved: move(contact, at: time)
            case .ended: end(contact, at: time)
            }
        }
        advance(to: time)
    }

    private mutating func begin(_ contact: TestContact, at time: Timestamp) {
        let lost = candidates.firstIndex { rest in
            rest.loss.map { Self.isNear($0.position, contact.position) } ?? false
        }
        if let lost {
            candidates[lost].number = contact.number
            candidates[lost].loss = nil
        } else {
            candidates.append(
                Rest(number: contact.number, began: time, positions: [contact.position]))
        }
    }

    private mutating func move(_ contact: TestContact, at time: Timestamp) {
        guard let index = candidates.firstIndex(where: { $0.number == contact.number }) else {
            return
        }
        // The last position before the end of settling counts, because a contact that does not move
        // is not reported again.
        if !isSettled(candidates[index], at: time) { candidates[index].positions = [] }
        candidates[index].positions.append(contact.position)
    }

    private mutating func end(_ contact: TestContact, at time: Timestamp) {
        guard let index = candidates.firstIndex(where: { $0.number == contact.number }) else {
            return
        }
        if isSettled(candidates[index], at: time) {
            candidates[index].loss = (contact.position, time)
        } else {
            remove(at: index, time)
        }
    }

    /// Removes a contact that lifted too early. The finger must rest again, for which there is time
    /// after the lift.
    private mutating func remove(at index: Int, _ time: Timestamp) {
        candidates.remove(at: index)
        waitsUntil = max(waitsUntil, time.advanced(byMicroseconds: Self.breakMicroseconds))
    }

    private func isSettled(_ rest: Rest, at time: Timestamp) -> Bool {
        time.microseconds(since: rest.began) >= Self.settlingMicroseconds
    }

    private static func isNear(_ one: CGPoint, _ other: CGPoint) -> Bool {
        abs(one.x - other.x) < breakDistance && abs(one.y - other.y) < breakDistance
    }

    mutating func advance(to time: Timestamp) {
        now = time
        while let deadline, time >= deadline {
            if let rest = candidates.first(where: { $0.loss == nil && time >= $0.deadline }) {
                record(rest.positions, at: time)
            } else if let lifted = candidates.firstIndex(where: { time >= $0.deadline }) {
                remove(at: lifted, time)
            } else {
                record([], at: time)
            }
        }
    }

    private mutating func record(_ positions: [CGPoint], at time: Timestamp) {
        rests.append(positions)
        candidates.removeAll()
        waitsUntil = time.advanced(by: Self.timeout)
    }

    var deadline: Timestamp? {
        isFinished ? nil : candidates.lazy.map(\.deadline).min() ?? waitsUntil
    }

    var isFinished: Bool { rests.count == spots.count }
    var progress: Double { (Double(rests.count) + restProgress) / Double(spots.count) }
    var hasEvidence: Bool { rests.contains { !$0.isEmpty } }
}
