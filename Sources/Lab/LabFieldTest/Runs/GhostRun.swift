import TouchKitGeometry

/// The ghost test, during which the user does not touch the screen, so that any contact is a fault.
package struct GhostRun: TestRun {
    /// A contact reported while no finger touches the screen.
    struct Ghost: Hashable, Sendable {
        /// The first reported position, 0…1.
        var position: CGPoint
        /// The time from the start of the test to the start of the contact, in microseconds.
        var microseconds: Int64
        /// Whether the contact was already down when the ten seconds began.
        var isStuck: Bool
    }

    /// The duration of the test, in seconds.
    static let duration = 10.0
    /// The time in which contacts of the previous page can lift before the test starts, in seconds.
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
        // The test starts after a short delay, or after a longer delay if a contact is still
        // reported.
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
                    position: contact.position, microseconds: time.microseconds(since: since),
                    isStuck: false))
        }
    }

    mutating func advance(to time: Timestamp) {
        now = time
        guard let deadline, time >= deadline else { return }
        switch state {
        case .clearing:
            state = .watching(since: time)
            ghosts = active.map { Ghost(position: $0.position, microseconds: 0, isStuck: true) }
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

    /// The number of ghost touches so far.
    package var count: Int { ghosts.count }

    /// The remaining time of the test in whole seconds.
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
