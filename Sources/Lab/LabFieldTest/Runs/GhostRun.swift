import TouchKitGeometry

/// The ghost test: the screen is not touched, so any contact is a fault.
package struct GhostRun: TestRun {
    /// A contact reported while no finger touches the screen.
    struct Ghost: Hashable, Sendable {
        /// The first reported position, 0…1.
        var place: CGPoint
        /// The time of the contact's start since the start of the test, in microseconds.
        var microseconds: Int64
        /// Whether the contact was down before the test and never lifted.
        var isStuck: Bool
    }

    /// The duration of the test, in seconds.
    static let duration = 10.0
    /// The time for lifting contacts of the previous page, in seconds.
    static let grace = 3.0

    private enum State {
        case clearing(until: Timestamp)
        case watching(since: Timestamp)
        case finished
    }

    private var state: State
    private var active: [TestContact]
    private var now: Timestamp
    private(set) var ghosts: [Ghost] = []

    init(active: [TestContact], at time: Timestamp) {
        self.active = active
        now = time
        // A short delay before the test, and a longer one while a contact is still reported.
        state = .clearing(until: time.advanced(by: active.isEmpty ? 1.5 : Self.grace))
    }

    mutating func process(_ changes: [ContactChange], active: [TestContact], at time: Timestamp) {
        now = time
        self.active = active
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
            ghosts = active.map { Ghost(place: $0.place, microseconds: 0, isStuck: true) }
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

    /// The number of ghosts so far.
    package var count: Int { ghosts.count }

    /// The remaining time in whole seconds.
    package var remainingSeconds: Int {
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
