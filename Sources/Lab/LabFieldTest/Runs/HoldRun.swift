import TouchKitGeometry

/// The first half of multi-touch: all fingers are put down and held for three seconds.
struct HoldRun: Sendable {
    /// Nothing came or went for so long: all fingers are there, in microseconds.
    static let gatheringMicroseconds: Int64 = 600_000
    /// However restless they are: from the second finger on, in microseconds.
    static let longestGatheringMicroseconds: Int64 = 6_000_000
    /// How long they are held, in microseconds.
    static let holdMicroseconds: Int64 = 3_000_000
    /// A lost finger that comes back does so within this time, in microseconds.
    static let returnMicroseconds: Int64 = 500_000
    /// And as near as this, in millimetres.
    static let returnMillimeters = 12.0
    /// What is shorter is nobody's finger, in microseconds.
    static let shortestTouch: Int64 = 150_000

    /// A finger that the panel lost while it was held.
    struct Loss: Hashable, Sendable {
        var slot: Int
        var place: CGPoint
        var time: Timestamp
        /// Whether the panel found it again; if not, it may have been lifted.
        var cameBack: Bool
    }

    /// Two fingers that the panel took for each other.
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
    private let fewest: Int
    private var state = State.gathering(since: nil, lastChange: .zero)
    private var members: Set<Int> = []
    private var attempts = 0
    /// The fingers that were held.
    private(set) var count = 0
    /// Those that were lost.
    private(set) var losses: [Loss] = []
    /// Those that were taken for each other.
    private(set) var swaps: [Swap] = []
    /// Since when they are held; nil while they are put down.
    var holdsSince: Timestamp? {
        if case .holding(let since) = state { return since }
        return nil
    }

    init(mapping: TouchMapping) {
        self.mapping = mapping
        fewest = min(2, mapping.stage.slotCount)
    }

    var isFinished: Bool {
        if case .finished = state { return true }
        return false
    }

    func deadline(_ live: [PanelContact]) -> Timestamp? {
        switch state {
        case .gathering(let since, let lastChange):
            guard let since, fingers(live).count >= fewest else { return nil }
            return min(
                lastChange.advanced(byMicroseconds: Self.gatheringMicroseconds),
                since.advanced(byMicroseconds: Self.longestGatheringMicroseconds))
        case .holding(let since): return since.advanced(byMicroseconds: Self.holdMicroseconds)
        case .finished: return nil
        }
    }

    private func fingers(_ live: [PanelContact]) -> [PanelContact] {
        live.filter { !$0.isStale && !$0.isBounce }
    }

    mutating func receive(_ changes: [ContactChange], live: [PanelContact], at time: Timestamp) {
        switch state {
        case .gathering(var since, var lastChange):
            for change in changes where !change.contact.isStale {
                if case .moved = change { continue }
                lastChange = time
            }
            let count = fingers(live).count
            if count < fewest { since = nil } else if since == nil { since = time }
            state = .gathering(since: since, lastChange: lastChange)
        case .holding(let since):
            for change in changes where !change.contact.isStale { hold(change, time) }
            noticeSwaps(changes)
            giveUpIfLifted(live, since, time)
        case .finished:
            break
        }
    }

    mutating func advance(to time: Timestamp, live: [PanelContact]) {
        guard let deadline = deadline(live), time >= deadline else { return }
        switch state {
        case .gathering:
            let held = fingers(live).filter { $0.microsecondsDown(at: time) >= Self.shortestTouch }
            guard held.count >= fewest else {
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

    private mutating func noticeSwaps(_ changes: [ContactChange]) {
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

    /// Whether two contacts are where the other one was, and weren't near each other.
    static func areSwapped(_ one: PanelContact, _ other: PanelContact, _ mapping: TouchMapping)
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

    /// Most of them at once were lifted by the person: it begins anew, three times.
    private mutating func giveUpIfLifted(
        _ live: [PanelContact], _ since: Timestamp, _ time: Timestamp
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
