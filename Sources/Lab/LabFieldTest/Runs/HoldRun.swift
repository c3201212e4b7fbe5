import TouchKitGeometry

/// The first half of the multi-touch test, in which the user puts all fingers down and holds them
/// still for three seconds.
struct HoldRun: Sendable {
    /// The time without a new or lifted contact after which all fingers count as down, in
    /// microseconds.
    static let gatheringMicroseconds: Int64 = 600_000
    /// The maximum time from the second contact until holding starts, in microseconds.
    static let maximumGatheringMicroseconds: Int64 = 6_000_000
    /// The time for which the user must hold the fingers still, in microseconds.
    static let holdMicroseconds: Int64 = 3_000_000
    /// The maximum time from the loss of a contact to its reappearance, in microseconds.
    static let returnMicroseconds: Int64 = 500_000
    /// The maximum distance between the position at which a contact was lost and the position at
    /// which it reappears, in millimeters.
    static let returnMillimeters = 12.0
    /// The minimum time for which a contact must be down to count as a finger, in microseconds.
    static let minimumTouch: Int64 = 150_000

    /// A contact that was lost while the user held it still.
    struct Loss: Hashable, Sendable {
        var slot: Int
        var position: CGPoint
        var time: Timestamp
        /// Whether the contact reappeared. If `false`, the user may have lifted the finger.
        var hasReappeared: Bool
    }

    /// Two contacts that exchanged their slots.
    struct Swap: Hashable, Sendable {
        var slots: [Int]
        var position: CGPoint
    }

    private enum State {
        case gathering(since: Timestamp?, lastChange: Timestamp)
        case holding(since: Timestamp)
        case finished
    }

    private let mapping: TouchMapping
    private let minimumCount: Int
    private var state = State.gathering(since: nil, lastChange: .zero)
    private var members: Set<Int> = []
    private var attempts = 0
    /// The number of contacts that the user held still.
    private(set) var count = 0
    /// The contacts that were lost while the user held them still.
    private(set) var losses: [Loss] = []
    /// The pairs of contacts that exchanged their slots.
    private(set) var swaps: [Swap] = []
    /// The time at which holding started, or `nil` while the user is not holding the fingers still.
    var holdsSince: Timestamp? {
        if case .holding(let since) = state { return since }
        return nil
    }

    init(mapping: TouchMapping) {
        self.mapping = mapping
        minimumCount = min(2, mapping.stage.slotCount)
    }

    var isFinished: Bool {
        if case .finished = state { return true }
        return false
    }

    func deadline(_ active: [TestContact]) -> Timestamp? {
        switch state {
        case .gathering(let since, let lastChange):
            guard let since, fingers(active).count >= minimumCount else { return nil }
            return min(
                lastChange.advanced(byMicroseconds: Self.gatheringMicroseconds),
                since.advanced(byMicroseconds: Self.maximumGatheringMicroseconds))
        case .holding(let since): return since.advanced(byMicroseconds: Self.holdMicroseconds)
        case .finished: return nil
        }
    }

    private func fingers(_ active: [TestContact]) -> [TestContact] {
        active.filter { !$0.isStale }
    }

    mutating func process(_ changes: [ContactChange], active: [TestContact], at time: Timestamp) {
        switch state {
        case .gathering(var since, var lastChange):
            for change in changes where !change.contact.isStale {
                if case .moved = change { continue }
                lastChange = time
            }
            let count = fingers(active).count
            if count < minimumCount { since = nil } else if since == nil { since = time }
            state = .gathering(since: since, lastChange: lastChange)
        case .holding:
            for change in changes where !change.contact.isStale { hold(change, time) }
            recordSwaps(changes)
            restartIfLifted(time)
        case .finished:
            break
        }
    }

    mutating func advance(to time: Timestamp, active: [TestContact]) {
        guard let deadline = deadline(active), time >= deadline else { return }
        switch state {
        case .gathering:
            let held = fingers(active).filter { $0.microsecondsDown(at: time) >= Self.minimumTouch }
            guard held.count >= minimumCount else {
                return state = .gathering(since: nil, lastChange: time)
            }
            members = Set(held.map(\.number))
            count = members.count
            losses = []
            swaps = []
            state = .holding(since: time)
        case .holding:
            state = .finished
        case .finished:
            break
        }
    }

    private mutating func hold(_ change: ContactChange, _ time: Timestamp) {
        let contact = change.contact
        switch change {
        case .moved:
            break
        case .ended:
            if members.remove(contact.number) != nil {
                losses.append(
                    Loss(
                        slot: contact.slot, position: contact.position, time: time,
                        hasReappeared: false))
            }
        case .began:
            let lost = losses.indices.last { index in
                !losses[index].hasReappeared
                    && time.microseconds(since: losses[index].time) <= Self.returnMicroseconds
                    && mapping.distance(losses[index].position, contact.position)
                        <= Self.returnMillimeters
            }
            if let lost {
                losses[lost].hasReappeared = true
                members.insert(contact.number)
            }
        }
    }

    private mutating func recordSwaps(_ changes: [ContactChange]) {
        for first in changes.indices {
            guard case .moved(let one) = changes[first] else { continue }
            for second in changes.indices where second > first {
                guard case .moved(let other) = changes[second] else { continue }
                if Self.areSwapped(one, other, mapping) {
                    swaps.append(
                        Swap(
                            slots: [one.slot, other.slot].sorted(), position: one.previousPosition))
                }
            }
        }
    }

    /// Returns whether two contacts exchanged positions although they were far apart.
    static func areSwapped(_ one: TestContact, _ other: TestContact, _ mapping: TouchMapping)
        -> Bool
    {
        let from = mapping.millimeters(one.previousPosition)
        let to = mapping.millimeters(one.position)
        let otherFrom = mapping.millimeters(other.previousPosition)
        let otherTo = mapping.millimeters(other.position)
        let own = AccuracyFit.distance(from, to) + AccuracyFit.distance(otherFrom, otherTo)
        let crossed = AccuracyFit.distance(from, otherTo) + AccuracyFit.distance(otherFrom, to)
        return own > 16 && crossed < own / 4
    }

    /// Restarts the hold if most contacts disappear at the same time, because the user lifted the
    /// fingers. After three interruptions, ends the hold.
    private mutating func restartIfLifted(_ time: Timestamp) {
        let gone = losses.filter {
            !$0.hasReappeared && time.microseconds(since: $0.time) < Self.returnMicroseconds
        }
        guard gone.count * 2 > count, members.count * 2 < count else { return }
        attempts += 1
        if attempts < 3 {
            state = .gathering(since: nil, lastChange: time)
        } else {
            state = .finished
        }
    }
}
