import TouchKit

/// Checks the transitions, actions and shared fingers of one recognizer against the rules.
///
/// The checks use only what every application can read.
@MainActor
final class RecognizerChecker {
    enum Kind {
        case discrete
        case continuous
        /// A subclass with arbitrary transitions.
        case any
    }

    private var kind: Kind
    weak var recognizer: UIGestureRecognizer?
    weak var world: PlayWorld?
    /// Whether neither a delegate nor a subclass allows simultaneous recognition.
    var isStrict = true
    /// Whether `cancelsTouchesInView` or `delaysTouchesBegan` changed during play.
    var hasChangedDelivery = false

    /// Whether the recognizer has sent its action for `began`, but none for an end.
    private(set) var isActive = false
    /// Whether the recognizer has sent its last action and must be reset.
    private var isOver = false
    private var wasRemoved = false
    private var isInAction = false
    private var assignedChanges = 0
    private var assignedChangesWhileActive = 0
    private var sentChanges = 0
    /// The contacts that the recognizer received in this attempt.
    private var received: [DeliveryChecker.Entry] = []
    /// The number of the event in which the recognizer last recognized.
    private var recognizedIn: Int?

    init(_ kind: Kind) {
        self.kind = kind
    }

    private func report(_ problem: String) {
        let name = recognizer.map { "\(type(of: $0))" } ?? "a deallocated recognizer"
        world?.deliveryChecker.report("\(name): \(problem)")
    }

    private var claimsTouches: Bool {
        guard let recognizer else { return false }
        return hasChangedDelivery || recognizer.cancelsTouchesInView
            || recognizer.delaysTouchesBegan
    }

    // MARK: Calls of the recognizer

    func recordTouches(_ touches: Set<UITouch>) {
        if isOver { report("received a new touch before it was reset") }
        wasRemoved = false
        for touch in touches {
            guard let entry = world?.deliveryChecker.newest(of: touch) else { continue }
            received.append(entry)
            if isActive && claimsTouches {
                world?.deliveryChecker.recordClaim(of: entry, forSure: false)
            }
        }
    }

    func recordIgnored(_ touch: UITouch) {
        guard let entry = world?.deliveryChecker.newest(of: touch) else { return }
        recordPossibleClaim(of: [entry])
        received.removeAll { $0 === entry }
    }

    func recordReset() {
        if isActive && !wasRemoved { report("reset without an end") }
        checkChanges()
        clear()
    }

    private func clear() {
        isActive = false
        isOver = false
        wasRemoved = false
        assignedChanges = 0
        assignedChangesWhileActive = 0
        sentChanges = 0
        received.removeAll(keepingCapacity: true)
    }

    /// Records that the recognizer is about to be removed from its view.
    func recordRemoval() {
        wasRemoved = true
        recordPossibleClaim(of: received)
    }

    /// Records contacts that the recognizer may have claimed, before a callback of the arbitration
    /// takes them from a recognizer that has just recognized, but not sent its action.
    private func recordPossibleClaim(of entries: [DeliveryChecker.Entry]) {
        guard let recognizer, !isActive, claimsTouches else { return }
        switch recognizer.state {
        case .began, .changed, .ended:
            for entry in entries { world?.deliveryChecker.recordClaim(of: entry, forSure: false) }
        case .possible, .cancelled, .failed:
            break
        }
    }

    /// Records a state assignment from outside, after which any transition is permitted.
    func recordForcedState() {
        kind = .any
    }

    // MARK: Assignments and actions

    /// Records that the recognizer is about to replace the state `before` with `state`.
    func recordAssignment(
        of state: UIGestureRecognizer.State, over before: UIGestureRecognizer.State
    ) {
        guard state == .changed else { return }
        assignedChanges += 1
        if isActive, !isInAction, !wasRemoved, before == .began || before == .changed {
            assignedChangesWhileActive += 1
        }
    }

    /// Records an action of the recognizer and reports it as a problem if it breaks a rule.
    func recordAction() {
        guard let recognizer, let world else { return }
        isInAction = true
        defer { isInAction = false }
        let state = recognizer.state
        if wasRemoved { report("\(state) after its removal from its view") }
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
        if claimsTouches {
            let isSure = recognizer.cancelsTouchesInView && !hasChangedDelivery
            for entry in received { world.deliveryChecker.recordClaim(of: entry, forSure: isSure) }
        }
        recognizedIn = world.moment
        guard isStrict, let event = world.event else { return }
        let own = event.touches(for: recognizer) ?? []
        for other in world.recognizers where other.checker !== self && other.checker.isStrict {
            let isRival =
                other.checker.isVisiblyActive || other.checker.recognizedIn == world.moment
            guard isRival, !Self.areTapsOfDifferentCounts(recognizer, other) else { continue }
            if !own.isDisjoint(with: event.touches(for: other) ?? []) {
                report("recognized beside \(type(of: other)) with the same finger")
            }
        }
    }

    /// Whether the recognizer is active according to its actions and its public state.
    var isVisiblyActive: Bool {
        isActive && (recognizer?.state == .began || recognizer?.state == .changed)
    }

    /// Returns whether both are tap recognizers with different counts, which may both recognize
    /// (R-6.12).
    private static func areTapsOfDifferentCounts(
        _ one: UIGestureRecognizer, _ other: UIGestureRecognizer
    ) -> Bool {
        guard let one = one as? UITapGestureRecognizer, let other = other as? UITapGestureRecognizer
        else { return false }
        return one.numberOfTapsRequired != other.numberOfTapsRequired
    }

    /// Checks that each assignment of `changed` sent one action (R-4.2).
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

    /// Checks that the recognizer is idle when no finger is down and no call is due.
    func checkAtEnd() {
        guard let recognizer else { return }
        checkAtRest()
        if recognizer.state != .possible { report("is \(recognizer.state) without a finger") }
        if recognizer.numberOfTouches != 0 { report("still has fingers") }
        clear()
    }
}
