import TouchKitGeometry

/// Multi-touch: all fingers are held, then two are brought together.
package struct MultiTouchRun: TestRun {
    /// What is asked for now.
    package enum Step: Hashable, Sendable {
        /// Put down all fingers.
        case gathering
        /// Hold them still, since then.
        case holding(since: Timestamp)
        /// Lift them.
        case lifting
        /// Put down two, apart, and bring them together.
        case nearing
    }

    /// How long each half waits for fingers, in seconds.
    static let patience = 25.0

    private var hold: HoldRun
    private var near: NearingRun
    private let needsTwo: Bool
    private var isLifting = false
    private var newestHeld = 0
    private var waitsUntil: Timestamp
    private var newest: [PanelContact] = []
    private var now: Timestamp

    init(mapping: TouchMapping, at time: Timestamp) {
        hold = HoldRun(mapping: mapping)
        near = NearingRun(mapping: mapping)
        needsTwo = mapping.stage.slotCount > 1
        waitsUntil = time.advanced(by: Self.patience)
        now = time
    }

    /// What is asked for now.
    package var step: Step {
        if let since = hold.holdsSince { return .holding(since: since) }
        if !hold.isFinished { return .gathering }
        return isLifting ? .lifting : .nearing
    }

    /// The fingers that are down now and are meant.
    package var fingers: [PanelContact] { newest }
    /// The distance of two that are brought together, in millimetres.
    package var distance: Double? { near.distance }

    /// The fingers that were held.
    var heldCount: Int { hold.isFinished ? hold.count : 0 }
    /// Those that were lost meanwhile.
    var losses: [HoldRun.Loss] { hold.losses + near.losses }
    /// Those that were taken for each other.
    var swaps: [HoldRun.Swap] { hold.swaps + near.swaps }
    /// Where two became one.
    var merged: [CGPoint]? { near.merged }
    /// Where two were nearest, and still two.
    var nearest: [CGPoint]? { near.isFinished ? near.nearest : nil }

    mutating func receive(_ changes: [ContactChange], live: [PanelContact], at time: Timestamp) {
        now = time
        let fresh = live.filter { !$0.isStale }
        newest = isLifting || hold.isFinished ? fresh.filter { $0.number > newestHeld } : fresh
        if changes.contains(where: { !$0.contact.isStale }) {
            waitsUntil = time.advanced(by: Self.patience)
        }
        if !hold.isFinished {
            hold.receive(changes, live: live, at: time)
            noticeEndOfHold(live)
        } else {
            if isLifting { isLifting = fresh.contains { $0.number <= newestHeld } }
            let meant = changes.filter { $0.contact.number > newestHeld }
            near.receive(meant, live: newest, at: time)
        }
    }

    mutating func advance(to time: Timestamp) {
        now = time
        if !hold.isFinished {
            hold.advance(to: time, live: newest)
            noticeEndOfHold(newest)
        } else {
            near.advance(to: time)
        }
    }

    private mutating func noticeEndOfHold(_ live: [PanelContact]) {
        guard hold.isFinished else { return }
        newestHeld = live.map(\.number).max() ?? 0
        newest = []
        isLifting = !live.isEmpty
        waitsUntil = now.advanced(by: Self.patience)
    }

    var deadline: Timestamp? {
        if isFinished { return nil }
        let next = hold.isFinished ? near.deadline : hold.deadline(newest)
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
