import TouchKitGeometry

/// The second half of the multi-touch test, in which the user moves two fingers together.
struct PinchTogetherRun: Sendable {
    /// The minimum initial distance between the two contacts, in millimeters.
    static let startMillimeters = 30.0
    /// The share of the initial distance below which the contacts count as moved together, 0…1.
    static let togetherShare = 0.6
    /// The longest time between two lifts that count as the user lifting both fingers, in
    /// microseconds.
    static let liftMicroseconds: Int64 = 250_000
    /// The time without motion after which the movement is over, in microseconds.
    static let restMicroseconds: Int64 = 2_000_000

    private struct Pair {
        var numbers: [Int]
        var positions: [CGPoint]
        var start: Double
        /// The index of the lost contact in the pair and the time of the loss, or `nil` if no
        /// contact is lost.
        var gone: (index: Int, since: Timestamp)?
        var lastMoved: Timestamp
    }

    private let mapping: TouchMapping
    private var pair: Pair?
    /// The positions of both contacts at their smallest distance, 0…1, or `nil` before two contacts
    /// were down.
    private(set) var nearest: [CGPoint]?
    private var nearestMillimeters = Double.infinity
    /// The positions at which the contacts merged, 0…1, or `nil` if they did not merge.
    private(set) var merged: [CGPoint]?
    private(set) var isFinished = false
    /// The contacts that were lost and reappeared.
    private(set) var losses: [HoldRun.Loss] = []
    private(set) var swaps: [HoldRun.Swap] = []

    init(mapping: TouchMapping) {
        self.mapping = mapping
    }

    /// The current distance between the contacts in millimeters, or `nil` without two contacts.
    var distance: Double? { pair.map { distance($0.positions) } }

    private func distance(_ positions: [CGPoint]) -> Double {
        mapping.distance(positions[0], positions[1])
    }

    mutating func process(_ changes: [ContactChange], active: [TestContact], at time: Timestamp) {
        if pair == nil { choosePair(active, time) }
        // When contacts merge, the remaining contact may jump to the center of both in the same
        // frame.
        let before = pair?.positions
        for change in changes { processChange(change, time, before) }
        recordSwap(changes)
        guard let pair, pair.gone == nil else { return }
        let now = distance(pair.positions)
        if now < nearestMillimeters {
            nearestMillimeters = now
            nearest = pair.positions
        }
    }

    var deadline: Timestamp? {
        guard let pair, !isFinished else { return nil }
        if let gone = pair.gone {
            return gone.since.advanced(byMicroseconds: Self.liftMicroseconds)
        }
        guard nearestMillimeters <= Self.togetherShare * pair.start else { return nil }
        return pair.lastMoved.advanced(byMicroseconds: Self.restMicroseconds)
    }

    mutating func advance(to time: Timestamp) {
        guard let deadline, time >= deadline, let pair else { return }
        if pair.gone == nil {
            isFinished = true
            return
        }
        // One contact disappeared while the other contact is still down: both merged, unless they
        // were far apart.
        if distance(pair.positions) < 0.8 * pair.start {
            merged = pair.positions
            isFinished = true
        } else {
            reset()
        }
    }

    private mutating func choosePair(_ active: [TestContact], _ time: Timestamp) {
        let old = active.filter {
            !$0.isStale && $0.microsecondsDown(at: time) >= HoldRun.minimumTouch
        }
        guard old.count == 2 else { return }
        let positions = old.map(\.position)
        let start = distance(positions)
        guard start >= Self.startMillimeters else { return }
        pair = Pair(
            numbers: old.map(\.number), positions: positions, start: start, gone: nil,
            lastMoved: time)
    }

    private mutating func processChange(
        _ change: ContactChange, _ time: Timestamp, _ before: [CGPoint]?
    ) {
        guard var pair else { return }
        let contact = change.contact
        let index = pair.numbers.firstIndex(of: contact.number)
        switch change {
        case .moved:
            guard let index else { return }
            // After a loss, the remaining contact may be at the center of both contacts, so its
            // position is ignored.
            if pair.gone == nil {
                if contact.position != pair.positions[index] { pair.lastMoved = time }
                pair.positions[index] = contact.position
            }
        case .ended:
            guard let index else { return }
            if pair.gone == nil {
                pair.gone = (index, time)
                if let before { pair.positions = before }
            } else {
                // The user lifted both fingers.
                if nearestMillimeters <= Self.togetherShare * pair.start {
                    isFinished = true
                } else {
                    return reset()
                }
            }
        case .began:
            guard let gone = pair.gone else { return }
            let back = mapping.distance(contact.position, pair.positions[gone.index])
            guard back <= HoldRun.returnMillimeters else { return }
            losses.append(
                HoldRun.Loss(
                    slot: contact.slot, position: pair.positions[gone.index], time: gone.since,
                    hasReappeared: true))
            pair.numbers[gone.index] = contact.number
            pair.positions[gone.index] = contact.position
            pair.gone = nil
        }
        self.pair = pair
    }

    private mutating func recordSwap(_ changes: [ContactChange]) {
        guard let pair, changes.count >= 2 else { return }
        let moved = changes.compactMap { change -> TestContact? in
            if case .moved(let contact) = change, pair.numbers.contains(contact.number) {
                return contact
            }
            return nil
        }
        guard moved.count == 2, HoldRun.areSwapped(moved[0], moved[1], mapping) else { return }
        swaps.append(
            HoldRun.Swap(slots: moved.map(\.slot).sorted(), position: moved[0].previousPosition))
    }

    private mutating func reset() {
        pair = nil
        nearest = nil
        nearestMillimeters = .infinity
    }
}
