import TouchKitGeometry

/// The second half of the multi-touch test: the user moves two fingers together.
struct PinchTogetherRun: Sendable {
    /// The smallest initial distance, in millimetres.
    static let startMillimeters = 30.0
    /// The share of the initial distance below which the fingers count as moved together.
    static let togetherShare = 0.6
    /// The longest time between two lifts that count as the user lifting both fingers, in
    /// microseconds.
    static let liftMicroseconds: Int64 = 250_000
    /// The time without motion after which the movement is over, in microseconds.
    static let restMicroseconds: Int64 = 2_000_000
    /// The duration of the shortest touch, in microseconds.
    static let minimumTouch: Int64 = 150_000

    private struct Pair {
        var numbers: [Int]
        var places: [CGPoint]
        var start: Double
        /// The index in the pair of the lost contact, the time of the loss and its last position.
        var gone: (index: Int, since: Timestamp)?
        var lastMoved: Timestamp
    }

    private let mapping: TouchMapping
    private var pair: Pair?
    /// The positions of both contacts at their smallest distance, 0…1, or `nil`.
    private(set) var nearest: [CGPoint]?
    private var nearestMillimeters = Double.infinity
    /// The positions at which the contacts merged, or `nil` if they did not.
    private(set) var merged: [CGPoint]?
    private(set) var isFinished = false
    /// The contacts that were lost and reappeared.
    private(set) var losses: [HoldRun.Loss] = []
    private(set) var swaps: [HoldRun.Swap] = []

    init(mapping: TouchMapping) {
        self.mapping = mapping
    }

    /// The current distance of the contacts in millimetres, or `nil` without two contacts.
    var distance: Double? { pair.map { distance($0.places) } }

    private func distance(_ places: [CGPoint]) -> Double {
        AccuracyFit.distance(mapping.millimeters(places[0]), mapping.millimeters(places[1]))
    }

    mutating func process(_ changes: [ContactChange], active: [TestContact], at time: Timestamp) {
        if pair == nil { choose(active, time) }
        // When contacts merge, the remaining one may jump to the middle in the same frame.
        let before = pair?.places
        for change in changes { processChange(change, time, before) }
        swapped(changes)
        guard let pair, pair.gone == nil else { return }
        let now = distance(pair.places)
        if now < nearestMillimeters {
            nearestMillimeters = now
            nearest = pair.places
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
        // One contact disappeared while the other one is still down: they merged, unless they were
        // far apart.
        if distance(pair.places) < 0.8 * pair.start {
            merged = pair.places
            isFinished = true
        } else {
            reset()
        }
    }

    private mutating func choose(_ active: [TestContact], _ time: Timestamp) {
        let old = active.filter {
            !$0.isStale && !$0.isBounce && $0.microsecondsDown(at: time) >= Self.minimumTouch
        }
        guard old.count == 2 else { return }
        let places = old.map(\.place)
        let start = distance(places)
        guard start >= Self.startMillimeters else { return }
        pair = Pair(
            numbers: old.map(\.number), places: places, start: start, gone: nil, lastMoved: time)
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
            // The remaining contact may represent both, in the middle.
            if pair.gone == nil {
                if contact.place != pair.places[index] { pair.lastMoved = time }
                pair.places[index] = contact.place
            }
        case .ended:
            guard let index else { return }
            if pair.gone == nil {
                pair.gone = (index, time)
                if let before { pair.places = before }
            } else {
                // The user lifted both.
                if nearestMillimeters <= Self.togetherShare * pair.start {
                    isFinished = true
                } else {
                    return reset()
                }
            }
        case .began:
            guard let gone = pair.gone else { return }
            let back = AccuracyFit.distance(
                mapping.millimeters(contact.place), mapping.millimeters(pair.places[gone.index]))
            guard back <= HoldRun.returnMillimeters else { return }
            losses.append(
                HoldRun.Loss(
                    slot: contact.slot, place: pair.places[gone.index], time: gone.since,
                    cameBack: true))
            pair.numbers[gone.index] = contact.number
            pair.places[gone.index] = contact.place
            pair.gone = nil
        }
        self.pair = pair
    }

    private mutating func swapped(_ changes: [ContactChange]) {
        guard let pair, changes.count >= 2 else { return }
        let moved = changes.compactMap { change -> TestContact? in
            if case .moved(let contact) = change, pair.numbers.contains(contact.number) {
                return contact
            }
            return nil
        }
        guard moved.count == 2, HoldRun.areSwapped(moved[0], moved[1], mapping) else { return }
        swaps.append(
            HoldRun.Swap(slots: moved.map(\.slot).sorted(), place: moved[0].formerPlace))
    }

    private mutating func reset() {
        pair = nil
        nearest = nil
        nearestMillimeters = .infinity
    }
}
