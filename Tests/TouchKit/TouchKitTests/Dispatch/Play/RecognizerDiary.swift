import TouchKit

/// What a recognizer did, held against the rules: its transitions, its actions, and whom it shares
/// fingers with. It knows only what any application can see.
@MainActor
final class RecognizerDiary {
    enum Kind {
        case discrete
        case continuous
        /// A subclass that does what it likes.
        case any
    }

    private var kind: Kind
    weak var recognizer: UIGestureRecognizer?
    weak var world: PlayWorld?
    /// Nobody lets it recognize beside another one: no delegate says yes, no subclass says that it
    /// prevents nobody.
    var isStrict = true
    /// Somebody changed what it does to views' touches.
    var wasTuned = false

    /// Its action for *began* was sent, and no last one yet.
    private(set) var isActive = false
    /// Its last action was sent; a reset has to follow.
    private var isOver = false
    private var wasRemoved = false
    private var isInAction = false
    private var assignedChanges = 0
    private var assignedChangesWhileActive = 0
    private var sentChanges = 0
    /// The contacts that it was shown in this attempt.
    private var shown: [PlayLedger.Entry] = []
    /// The delivery in which it recognized last.
    private var recognizedIn: Int?

    init(_ kind: Kind) {
        self.kind = kind
    }

    private func report(_ problem: String) {
        let name = recognizer.map { "\(type(of: $0))" } ?? "a recognizer that has gone"
        world?.ledger.report("\(name): \(problem)")
    }

    private var takesTouches: Bool {
        guard let recognizer else { return false }
        return wasTuned || recognizer.cancelsTouchesInView || recognizer.delaysTouchesBegan
    }

    // MARK: What it is told

    func saw(_ touches: Set<UITouch>) {
        if isOver { report("was shown a new touch before it was reset") }
        wasRemoved = false
        for touch in touches {
            guard let entry = world?.ledger.newest(of: touch) else { continue }
            shown.append(entry)
            if isActive && takesTouches { world?.ledger.taken(entry, forSure: false) }
        }
    }

    func ignored(_ touch: UITouch) {
        guard let entry = world?.ledger.newest(of: touch) else { return }
        shown.removeAll { $0 === entry }
    }

    func wasReset() {
        if isActive && !wasRemoved { report("reset without an end") }
        checkChanges()
        forget()
    }

    private func forget() {
        isActive = false
        isOver = false
        wasRemoved = false
        assignedChanges = 0
        assignedChangesWhileActive = 0
        sentChanges = 0
        shown.removeAll(keepingCapacity: true)
    }

    /// It was taken off its view.
    func removed() {
        wasRemoved = true
    }

    /// Somebody else assigned it a state: it may be active as no recognizer of its kind would be.
    func wasForced() {
        kind = .any
    }

    // MARK: What it does

    /// It is about to assign itself a state.
    func assigns(_ state: UIGestureRecognizer.State, over before: UIGestureRecognizer.State) {
        guard state == .changed else { return }
        assignedChanges += 1
        if isActive, !isInAction, !wasRemoved, before == .began || before == .changed {
            assignedChangesWhileActive += 1
        }
    }

    /// Its action is being sent.
    func acts() {
        guard let recognizer, let world else { return }
        isInAction = true
        defer { isInAction = false }
        let state = recognizer.state
        if wasRemoved { report("\(state) after it was taken off its view") }
        if isOver { report("\(state) after the end") }
        switch (state, isActive) {
        case (.began, false) where kind != .discrete:
            isActive = true
            recognized()
        case (.ended, false) where kind != .continuous:
            isOver = true
            recognized()
        case (.changed, true):
            sentChanges += 1
        case (.ended, true), (.cancelled, true):
            checkChanges()
            isActive = false
            isOver = true
        default:
            report("\(state) while it was \(isActive ? "active" : "possible")")
        }
        world.didAct(recognizer)
    }

    private func recognized() {
        guard let recognizer, let world else { return }
        if takesTouches {
            let isSure = recognizer.cancelsTouchesInView && !wasTuned
            for entry in shown { world.ledger.taken(entry, forSure: isSure) }
        }
        recognizedIn = world.moment
        guard isStrict, let event = world.event else { return }
        let own = event.touches(for: recognizer) ?? []
        for other in world.recognizers where other.diary !== self && other.diary.isStrict {
            let isRival = other.diary.isGoingOn || other.diary.recognizedIn == world.moment
            guard isRival, !Self.areTapsOfDifferentCounts(recognizer, other) else { continue }
            if !own.isDisjoint(with: event.touches(for: other) ?? []) {
                report("recognized beside \(type(of: other)) with the same finger")
            }
        }
    }

    /// Whether it is active as anybody can see.
    var isGoingOn: Bool {
        isActive && (recognizer?.state == .began || recognizer?.state == .changed)
    }

    /// R-6.12: these may both recognize.
    private static func areTapsOfDifferentCounts(
        _ one: UIGestureRecognizer, _ other: UIGestureRecognizer
    ) -> Bool {
        guard let one = one as? UITapGestureRecognizer, let other = other as? UITapGestureRecognizer
        else { return false }
        return one.numberOfTapsRequired != other.numberOfTapsRequired
    }

    /// One action for each assignment (R-4.2).
    private func checkChanges() {
        if sentChanges > assignedChanges { report("more changed actions than assignments") }
        if isActive, !wasRemoved, sentChanges < assignedChangesWhileActive {
            report("fewer changed actions than assignments")
        }
    }

    // MARK: Between deliveries

    func checkAtRest() {
        guard let recognizer else { return }
        checkChanges()
        switch recognizer.state {
        case .possible:
            if isActive { report("is possible without having ended") }
        case .began, .changed:
            if !isActive { report("is \(recognizer.state) without an action") }
        case .ended, .cancelled, .failed:
            report("wasn't reset: it is \(recognizer.state)")
        }
        if isOver { report("wasn't reset") }
    }

    /// No finger is down, and no call is due.
    func checkAtEnd() {
        guard let recognizer else { return }
        checkAtRest()
        if recognizer.state != .possible { report("is \(recognizer.state) without a finger") }
        if recognizer.numberOfTouches != 0 { report("still has fingers") }
        forget()
    }
}
