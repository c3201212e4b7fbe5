import TouchKitGeometry

/// The first half of the multi-touch test: the user puts all fingers down and holds them for three
/// seconds.
struct HoldRun: Sendable {
    /// The time without a new or lifted contact after which all fingers count as down, in
    /// microseconds.
    static let gatheringMicroseconds: Int64 = 600_000
    /// The time after the second contact at which holding starts in any case, in microseconds.
    static let maximumGatheringMicroseconds: Int64 = 6_000_000
    /// The duration of holding, in microseconds.
    static let holdMicroseconds: Int64 = 3_000_000
    /// The time within which a lost contact may reappear, in microseconds.
    static let returnMicroseconds: Int64 = 500_000
    /// The distance within which a lost contact may reappear, in millimetres.
    static let returnMillimeters = 12.0
    /// The duration of the shortest touch, in microseconds.
    static let minimumTouch: Int64 = 150_000

    /// A contact that was lost while it was held.
    struct Loss: Hashable, Sendable {
        var slot: Int
        var place: CGPoint
        var time: Timestamp
        /// Whether the contact reappeared. Otherwise the user may have lifted it.
        var cameBack: Bool
    }

    /// Two contacts that exchanged their slots.
    struct Swap: Hashable, Sendable {
        var slots: [Int]
        var place: CGPoint
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
    /// The number of contacts that were held.
    private(set) var count = 0
    /// The contacts that were lost while they were held.
    private(set) var losses: [Loss] = []
    /// The contacts that were swapped.
    private(set) var swaps: [Swap] = []
    /// The time at which holding started, or `nil` unless the fingers are currently being held.
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
        active.filter { !$0.isStale && !$0.isBounce }
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
        case .holding(let since):
            for change in changes where !change.contact.isStale { hold(change, time) }
            recordSwaps(changes)
            restartIfLifted(active, since, time)
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
                    Loss(slot: contact.slot, place: contact.place, time: time, cameBack: false))
            }
        case .began:
            let place = mapping.millimeters(contact.place)
            let lost = losses.indices.last { index in
                !losses[index].cameBack
                    && time.microseconds(since: losses[index].time) <= Self.returnMicroseconds
                    && AccuracyFit.distance(mapping.millimeters(losses[index].place), place)
                        <= Self.returnMillimeters
            }
            if let lost {
                losses[lost].cameBack = true
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
                        Swap(slots: [one.slot, other.slot].sorted(), place: one.formerPlace))
                }
            }
        }
    }

    /// Returns whether two contacts exchanged positions although they were far apart.
    static func areSwapped(_ one: TestContact, _ other: TestContact, _ mapping: TouchMapping)
        -> Bool
    {
        let from = mapping.millimeters(one.formerPlace)
        let to = mapping.millimeters(one.place)
        let otherFrom = mapping.millimeters(other.formerPlace)
        let otherTo = mapping.millimeters(other.place)
        let own = AccuracyFit.distance(from, to) + AccuracyFit.distance(otherFrom, otherTo)
        let crossed = AccuracyFit.distance(from, otherTo) + AccuracyFit.distance(otherFrom, to)
        return own > 16 && crossed < own / 4
    }

    /// Restarts the hold, up to three times, if most contacts disappear at once: the user lifted
    /// them.
    private mutating func restartIfLifted(
        _ active: [TestContact], _ since: Timestamp, _ time: Timestamp
    ) {
        let gone = losses.filter { !$0.cameBack && time.microseconds(since: $0.time) < 500_000 }
        guard gone.count * 2 > count, members.count * 2 < count else { return }
        attempts += 1
        if attempts < 3 {
            state = .gathering(since: nil, lastChange: time)
        } else {
            state = .finished
        }
    }
}
