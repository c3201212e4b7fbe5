import TouchKitGeometry

/// The multi-touch test, in which the user holds all fingers still and then moves two fingers
/// together.
package struct MultiTouchRun: TestRun {
    /// The step that the page currently asks the user to perform.
    package enum Step: Hashable, Sendable {
        /// The user puts all fingers down.
        case gathering
        /// The user has held all fingers still since `since`.
        case holding(since: Timestamp)
        /// The user lifts all fingers.
        case lifting
        /// The user puts two fingers down, apart, and moves them together.
        case nearing
    }

    /// The time without a contact change after which the test ends, in seconds.
    static let timeout = 25.0

    private var hold: HoldRun
    private var near: PinchTogetherRun
    private let needsTwo: Bool
    private var isLifting = false
    private var newestHeld = 0
    private var waitsUntil: Timestamp
    private var now: Timestamp

    init(mapping: TouchMapping, at time: Timestamp) {
        hold = HoldRun(mapping: mapping)
        near = PinchTogetherRun(mapping: mapping)
        needsTwo = mapping.stage.slotCount > 1
        waitsUntil = time.advanced(by: Self.timeout)
        now = time
    }

    /// The step that the page currently asks the user to perform.
    package var step: Step {
        if let since = hold.holdsSince { return .holding(since: since) }
        if !hold.isFinished { return .gathering }
        return isLifting ? .lifting : .nearing
    }

    /// The contacts that are down and count for the current step.
    package private(set) var fingers: [TestContact] = []
    /// The distance between the two contacts that are moved together, in millimeters, or `nil`
    /// without two contacts.
    package var distance: Double? { near.distance }

    /// The number of contacts that the user held still, or 0 before the end of the first half of
    /// the test.
    var heldCount: Int { hold.isFinished ? hold.count : 0 }
    /// The contacts that were lost in either half of the test.
    var losses: [HoldRun.Loss] { hold.losses + near.losses }
    /// The contacts that were swapped in either half of the test.
    var swaps: [HoldRun.Swap] { hold.swaps + near.swaps }
    /// The positions of the two contacts when they merged, or `nil` if they did not merge.
    var merged: [CGPoint]? { near.merged }
    /// The closest positions of two contacts that did not merge, or `nil` before the end of the
    /// test.
    var nearest: [CGPoint]? { near.isFinished ? near.nearest : nil }

    mutating func process(_ changes: [ContactChange], active: [TestContact], at time: Timestamp) {
        now = time
        let fresh = active.filter { !$0.isStale }
        fingers = isLifting || hold.isFinished ? fresh.filter { $0.number > newestHeld } : fresh
        if changes.contains(where: { !$0.contact.isStale }) {
            waitsUntil = time.advanced(by: Self.timeout)
        }
        if !hold.isFinished {
            hold.process(changes, active: active, at: time)
            updateAfterHold(active)
        } else {
            if isLifting { isLifting = fresh.contains { $0.number <= newestHeld } }
            let relevantChanges = changes.filter { $0.contact.number > newestHeld }
            near.process(relevantChanges, active: fingers, at: time)
        }
    }

    mutating func advance(to time: Timestamp) {
        now = time
        if !hold.isFinished {
            hold.advance(to: time, active: fingers)
            updateAfterHold(fingers)
        } else {
            near.advance(to: time)
        }
    }

    private mutating func updateAfterHold(_ active: [TestContact]) {
        guard hold.isFinished else { return }
        newestHeld = active.map(\.number).max() ?? 0
        fingers = []
        isLifting = !active.isEmpty
        waitsUntil = now.advanced(by: Self.timeout)
    }

    var deadline: Timestamp? {
        if isFinished { return nil }
        let next = hold.isFinished ? near.deadline : hold.deadline(fingers)
        return min(next ?? waitsUntil, waitsUntil)
    }

    var isFinished: Bool {
        now >= waitsUntil || hold.isFinished && (near.isFinished || !needsTwo)
    }

    var progress: Double {
        switch step {
        case .gathering: 0
        case .holding(let since):
            0.5 * Double(now.microseconds(since: since)) / Double(HoldRun.holdMicroseconds)
        case .lifting, .nearing: near.isFinished ? 1 : 0.5
        }
    }

    var hasEvidence: Bool { hold.isFinished && hold.count > 0 }
}
