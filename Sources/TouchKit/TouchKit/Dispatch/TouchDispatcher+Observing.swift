// Events for the gesture log and the gesture observer. Without a log and an observer, no events are
// created and no memory is allocated.
extension TouchDispatcher {
    /// Starts or stops the recording of decisions, after `log` or `observer` has changed.
    func updateDecisionRecording() {
        arbiter.recordsDecisions = log != nil || observer != nil
    }

    /// Passes an event to the gesture observer, after reporting the decisions recorded so far.
    func observe(_ kind: GestureEvent.Kind) {
        guard observer != nil, !kind.isSecret else { return }
        reportDecisions()
        observer?(GestureEvent(timestamp: time.seconds, kind: kind))
    }

    /// Reports the lift or cancellation of a contact to the observer.
    func observeEnd(of contact: ContactID, _ phase: UITouch.Phase) {
        guard observer != nil, let view = records[contact.index].view else { return }
        observe(.touch(phase, on: view))
    }

    /// Reports to the observer which new contacts a recognizer has accepted and how many it has
    /// declined.
    func observe(_ accepted: ContactSet, declined: Int, by recognizer: UIGestureRecognizer) {
        guard observer != nil else { return }
        if !accepted.isEmpty { observe(.received(recognizer, touches: accepted.count)) }
        if declined > 0 { observe(.declined(recognizer, touches: declined)) }
    }

    /// Reports newly withheld contacts to the observer.
    func observeWithheld(_ withheld: ContactSet) {
        guard observer != nil else { return }
        for contact in withheld {
            guard let view = records[contact.index].view else { continue }
            let isBeginning = arbiter.contacts[contact.index].status == .pending
            observe(.withheld(view, isBeginning ? .began : .ended, touches: 1))
        }
    }

    /// Reports to the observer that a claimed contact is suppressed, if the contact's view has
    /// received none of its phases.
    func observeClaim(of contact: ContactID) {
        guard observer != nil, arbiter.contacts[contact.index].status == .suppressed,
            let view = records[contact.index].view
        else { return }
        observe(.suppressed(view, touches: 1))
    }

    /// Passes the decisions since the last call to the observer and the log.
    func reportDecisions() {
        if arbiter.recordedDecisions.isEmpty { return }
        // The arrays are swapped before the callbacks, which may cause further decisions.
        var decisions: [ArbiterDecision] = []
        swap(&decisions, &spareDecisions)
        swap(&decisions, &arbiter.recordedDecisions)
        for decision in decisions {
            // Participants are removed only after their decisions are reported.
            guard let recognizer = participatingRecognizer(decision.recognizer),
                !recognizer.isInSecretWindow,
                let reason = reason(for: decision, on: recognizer)
            else { continue }
            let made = GestureEvent.Decision(
                from: decision.from, to: decision.to, reason: reason, rule: decision.rule.rawValue)
            observer?(GestureEvent(timestamp: time.seconds, kind: .decided(recognizer, made)))
            log?("\(time)  \(recognizer.logName)  \(made.logLine)")
        }
        decisions.removeAll(keepingCapacity: true)
        swap(&decisions, &spareDecisions)
    }

    /// Returns the recognizer with the identifier `id`, or `nil` if the recognizer does not take
    /// part in the current attempt.
    func participatingRecognizer(_ id: RecognizerID) -> UIGestureRecognizer? {
        for participant in participants where participant.recognizer.id == id {
            return participant.recognizer
        }
        return nil
    }

    /// Returns the cause of a decision for the observer, or `nil` if another recognizer caused the
    /// decision and no longer takes part in the current attempt.
    private func reason(
        for decision: ArbiterDecision, on recognizer: UIGestureRecognizer
    ) -> GestureEvent.Reason? {
        switch decision.event {
        case .assigned(let state):
            .assigned(state, because: state == .failed ? recognizer.failure : nil)
        case .granted: .granted
        case .mustWait(let other): participatingRecognizer(other).map { .waits(for: $0) }
        case .wasRefused: .refused
        case .lostRequirement(let other): participatingRecognizer(other).map { .lost(to: $0) }
        case .blocked(let other): participatingRecognizer(other).map { .blocked(by: $0) }
        case .prevented(let other): participatingRecognizer(other).map { .prevented(by: $0) }
        case .disabled: .disabled
        case .removed: .removed
        case .abandoned: .abandoned
        case .deadlocked: .deadlocked
        case .reset: .reset
        }
    }
}

extension UIView {
    /// Whether the view is in a secret window, whose touches are not logged or observed.
    var isInSecretWindow: Bool { window?.isSecret == true }
}

extension UIGestureRecognizer {
    /// Whether the recognizer's view is in a secret window, whose gestures are not logged or
    /// observed.
    var isInSecretWindow: Bool { view?.isInSecretWindow == true }
}

extension GestureEvent.Kind {
    /// Whether the event happened in a secret window.
    @MainActor
    fileprivate var isSecret: Bool {
        switch self {
        case .touch(_, let view), .delivered(let view, _, _), .withheld(let view, _, _),
            .suppressed(let view, _):
            view.isInSecretWindow
        case .received(let recognizer, _), .declined(let recognizer, _),
            .decided(let recognizer, _), .action(let recognizer, _):
            recognizer.isInSecretWindow
        }
    }
}

extension GestureEvent.Decision {
    /// The decision as text for the gesture log: `state → event → state  (rule)`.
    @MainActor
    fileprivate var logLine: String {
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
