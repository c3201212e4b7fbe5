// What is told of a touch's way, to whoever wants to see it. Nothing is made, and nothing allocated,
// as long as nobody does.
extension TouchDispatcher {
    /// Decisions are written down if anybody reads them.
    func watchersChanged() {
        arbiter.isKeepingJournal = log != nil || observer != nil
    }

    /// Lets the observer know, after what was decided before.
    func observe(_ kind: GestureEvent.Kind) {
        guard observer != nil, !kind.isSecret else { return }
        writeJournal()
        observer?(GestureEvent(timestamp: time.seconds, kind: kind))
    }

    /// A finger was lifted or taken back.
    func observeEnd(of contact: ContactID, _ phase: UITouch.Phase) {
        guard observer != nil, let view = records[contact.place]?.view else { return }
        observe(.finger(phase, on: view))
    }

    /// A recognizer was asked about new fingers.
    func observe(_ joined: ContactSet, declined: Int, by recognizer: UIGestureRecognizer) {
        guard observer != nil else { return }
        if !joined.isEmpty { observe(.received(recognizer, touches: joined.count)) }
        if declined > 0 { observe(.declined(recognizer, touches: declined)) }
    }

    /// Views are kept waiting from now on.
    func observeWithheld(_ withheld: ContactSet) {
        guard observer != nil else { return }
        for contact in withheld {
            guard let view = records[contact.place]?.view else { continue }
            let isBeginning = arbiter.contacts[contact.place].told == .nothing
            observe(.withheld(view, isBeginning ? .began : .ended, touches: 1))
        }
    }

    /// A contact was taken away from its view.
    func observeTaken(_ contact: ContactID) {
        guard observer != nil, arbiter.contacts[contact.place].told == .never,
            let view = records[contact.place]?.view
        else { return }
        observe(.neverTold(view, touches: 1))
    }

    /// Hands over what was decided since the last time.
    func writeJournal() {
        if arbiter.journal.isEmpty { return }
        // Taken out while it is read: whoever reads it may make other decisions necessary.
        var decisions: [ArbiterDecision] = []
        swap(&decisions, &spareJournal)
        swap(&decisions, &arbiter.journal)
        for decision in decisions {
            // All take part until they are reset, and that is written before they go.
            guard let recognizer = taker(decision.recognizer), !recognizer.isInSecretWindow,
                let reason = reason(for: decision, on: recognizer)
            else { continue }
            let made = GestureEvent.Decision(
                from: decision.from, to: decision.to, reason: reason, rule: decision.rule.rawValue)
            observer?(GestureEvent(timestamp: time.seconds, kind: .decided(recognizer, made)))
            log?("\(time)  \(recognizer.logName)  \(made.line)")
        }
        decisions.removeAll(keepingCapacity: true)
        swap(&decisions, &spareJournal)
    }

    private func taker(_ id: RecognizerID) -> UIGestureRecognizer? {
        for taker in takers where taker.recognizer.id == id { return taker.recognizer }
        return nil
    }

    private func reason(
        for decision: ArbiterDecision, on recognizer: UIGestureRecognizer
    ) -> GestureEvent.Reason? {
        switch decision.event {
        case .assigned(let state):
            .assigned(state, because: state == .failed ? recognizer.failure : nil)
        case .granted: .granted
        case .mustWait(let other): taker(other).map { .waits(for: $0) }
        case .wasRefused: .refused
        case .lostRequirement(let other): taker(other).map { .lost(to: $0) }
        case .blocked(let other): taker(other).map { .blocked(by: $0) }
        case .prevented(let other): taker(other).map { .prevented(by: $0) }
        case .disabled: .disabled
        case .removed: .removed
        case .abandoned: .abandoned
        case .deadlocked: .deadlocked
        case .reset: .reset
        }
    }
}

extension UIView {
    /// Whether nobody is told what fingers do on it.
    var isInSecretWindow: Bool { window?.isSecret == true }
}

extension UIGestureRecognizer {
    /// Whether nobody is told what becomes of it.
    var isInSecretWindow: Bool { view?.isInSecretWindow == true }
}

extension GestureEvent.Kind {
    /// Whether it happened in a window that keeps such things to itself.
    @MainActor
    fileprivate var isSecret: Bool {
        switch self {
        case .finger(_, let view), .told(let view, _, _), .withheld(let view, _, _),
            .neverTold(let view, _):
            view.isInSecretWindow
        case .received(let recognizer, _), .declined(let recognizer, _),
            .decided(let recognizer, _), .action(let recognizer, _):
            recognizer.isInSecretWindow
        }
    }
}

extension GestureEvent.Decision {
    /// As the log has it: `state → event → state  (rule)`.
    @MainActor
    fileprivate var line: String {
        let event =
            switch reason {
            case .assigned(let state, _): "set to \(state)"
            case .granted: "recognizes"
            case .waits(let other): "waits for \(other.logName) to fail"
            case .refused: "refused by shouldBegin"
            case .lost(let other): "required \(other.logName) to fail"
            case .blocked(let other): "blocked by \(other.logName)"
            case .prevented(let other): "prevented by \(other.logName)"
            case .disabled: "disabled"
            case .removed: "removed from its view"
            case .abandoned: "left without a finger"
            case .deadlocked: "waits for itself"
            case .reset: "reset"
            }
        return "\(from) → \(event) → \(to)  (\(rule))"
    }
}
