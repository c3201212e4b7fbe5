import TouchKitGeometry

/// The second half of multi-touch: two fingers are brought together.
struct NearingRun: Sendable {
    /// They begin at least so far from each other, in millimetres.
    static let startMillimeters = 30.0
    /// So much of the first distance, and they have come together.
    static let nearPart = 0.6
    /// A lift this soon after the other one is the person's, in microseconds.
    static let liftMicroseconds: Int64 = 250_000
    /// Two that don't move any more have arrived, in microseconds.
    static let restMicroseconds: Int64 = 2_000_000
    /// What is younger isn't taken for a finger yet, in microseconds.
    static let shortestTouch: Int64 = 150_000

    private struct Pair {
        var numbers: [Int]
        var places: [CGPoint]
        var start: Double
        /// The finger that is gone, since when, and the place where it was.
        var gone: (index: Int, since: Timestamp)?
        var lastMoved: Timestamp
    }

    private let mapping: TouchMapping
    private var pair: Pair?
    /// The least distance at which they were two: the places of both, 0…1 across the panel.
    private(set) var nearest: [CGPoint]?
    private var nearestMillimeters = Double.infinity
    /// Where they became one; nil if they didn't.
    private(set) var merged: [CGPoint]?
    private(set) var isFinished = false
    /// The fingers that were lost and found again meanwhile.
    private(set) var losses: [HoldRun.Loss] = []
    private(set) var swaps: [HoldRun.Swap] = []

    init(mapping: TouchMapping) {
        self.mapping = mapping
    }

    /// Their distance now, in millimetres; nil while there aren't two.
    var distance: Double? { pair.map { distance($0.places) } }

    private func distance(_ places: [CGPoint]) -> Double {
        AccuracyFit.distance(mapping.millimeters(places[0]), mapping.millimeters(places[1]))
    }

    mutating func receive(_ changes: [ContactChange], live: [PanelContact], at time: Timestamp) {
        if pair == nil { choose(live, time) }
        // When two become one, the one may move to their middle in the same frame.
        let before = pair?.places
        for change in changes { take(change, time, before) }
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
        guard nearestMillimeters <= Self.nearPart * pair.start else { return nil }
        return pair.lastMoved.advanced(byMicroseconds: Self.restMicroseconds)
    }

    mutating func advance(to time: Timestamp) {
        guard let deadline, time >= deadline, let pair else { return }
        if pair.gone == nil {
            isFinished = true
            return
        }
        // One is gone and the other is still there: they became one, unless they were far apart.
        if distance(pair.places) < 0.8 * pair.start {
            merged = pair.places
            isFinished = true
        } else {
            forget()
        }
    }

    private mutating func choose(_ live: [PanelContact], _ time: Timestamp) {
        let old = live.filter {
            !$0.isStale && !$0.isBounce && $0.microsecondsDown(at: time) >= Self.shortestTouch
        }
        guard old.count == 2 else { return }
        let places = old.map(\.place)
        let start = distance(places)
        guard start >= Self.startMillimeters else { return }
        pair = Pair(
            numbers: old.map(\.number), places: places, start: start, gone: nil, lastMoved: time)
    }

    private mutating func take(
        _ change: ContactChange, _ time: Timestamp, _ before: [CGPoint]?
    ) {
        guard var pair else { return }
        let contact = change.contact
        let index = pair.numbers.firstIndex(of: contact.number)
        switch change {
        case .moved:
            guard let index else { return }
            // When one is gone, the other one may stand for both, in the middle.
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
                // Both: the person lifted them.
                if nearestMillimeters <= Self.nearPart * pair.start {
                    isFinished = true
                } else {
                    return forget()
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
        let moved = changes.compactMap { change -> PanelContact? in
            if case .moved(let contact) = change, pair.numbers.contains(contact.number) {
                return contact
            }
            return nil
        }
        guard moved.count == 2, HoldRun.areSwapped(moved[0], moved[1], mapping) else { return }
        swaps.append(
            HoldRun.Swap(slots: moved.map(\.slot).sorted(), place: moved[0].formerPlace))
    }

    private mutating func forget() {
        pair = nil
        nearest = nil
        nearestMillimeters = .infinity
    }
}
