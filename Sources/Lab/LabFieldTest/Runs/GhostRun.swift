import TouchKitGeometry

/// Ghosts: nobody touches, and any touch is a fault.
package struct GhostRun: TestRun {
    /// A touch that nobody made.
    struct Ghost: Hashable, Sendable {
        /// Where it was first, 0…1 across the panel.
        var place: CGPoint
        /// When, in microseconds after the beginning.
        var microseconds: Int64
        /// Whether it was down before: a finger that the panel still sees.
        var isStuck: Bool
    }

    /// How long nobody touches, in seconds.
    static let duration = 10.0
    /// How long fingers of the page before have to be lifted, in seconds.
    static let grace = 3.0

    private enum State {
        case clearing(until: Timestamp)
        case watching(since: Timestamp)
        case finished
    }

    private var state: State
    private var live: [PanelContact]
    private var now: Timestamp
    private(set) var ghosts: [Ghost] = []

    init(live: [PanelContact], at time: Timestamp) {
        self.live = live
        now = time
        // A moment to take the hands away, and longer where one is still seen.
        state = .clearing(until: time.advanced(by: live.isEmpty ? 1.5 : Self.grace))
    }

    mutating func receive(_ changes: [ContactChange], live: [PanelContact], at time: Timestamp) {
        now = time
        self.live = live
        guard case .watching(let since) = state else { return }
        for change in changes {
            guard case .began(let contact) = change, ghosts.count < 1_000 else { continue }
            ghosts.append(
                Ghost(
                    place: contact.place, microseconds: time.microseconds(since: since),
                    isStuck: false))
        }
    }

    mutating func advance(to time: Timestamp) {
        now = time
        guard let deadline, time >= deadline else { return }
        switch state {
        case .clearing:
            state = .watching(since: time)
            ghosts = live.map { Ghost(place: $0.place, microseconds: 0, isStuck: true) }
        case .watching:
            state = .finished
        case .finished:
            break
        }
    }

    var deadline: Timestamp? {
        switch state {
        case .clearing(let until): until
        case .watching(let since): since.advanced(by: Self.duration)
        case .finished: nil
        }
    }

    /// How many touches were seen up to now.
    package var count: Int { ghosts.count }

    /// The whole seconds that are left.
    package var secondsLeft: Int {
        guard case .watching(let since) = state else { return Int(Self.duration) }
        let left = Self.duration - Double(now.microseconds(since: since)) / 1_000_000
        return max(0, Int(left.rounded(.up)))
    }

    var isFinished: Bool {
        if case .finished = state { return true }
        return false
    }
    var progress: Double {
        switch state {
        case .clearing: 0
        case .watching(let since):
            Double(now.microseconds(since: since)) / 1_000_000 / Self.duration
        case .finished: 1
        }
    }
    var hasEvidence: Bool { isFinished }
}
