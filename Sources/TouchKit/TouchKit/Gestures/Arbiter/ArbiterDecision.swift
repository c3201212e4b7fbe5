/// A yes-or-no question that the arbiter puts to recognizers, their delegates and views.
package enum ArbiterQuestion: Hashable, Sendable {
    /// Whether the first recognizer must wait for the failure of the second recognizer.
    case requiresFailure(RecognizerID, of: RecognizerID)
    /// Whether the recognizer may leave *possible* (R-4.15).
    case shouldBegin(RecognizerID)
    /// Whether the recognizer confirms that it leaves *possible* now.
    case confirms(RecognizerID)
    /// Whether the first recognizer prevents the second recognizer from recognizing.
    case prevents(RecognizerID, RecognizerID)
    /// Whether both recognizers may recognize at the same time. The first recognizer is about to
    /// recognize.
    case simultaneously(RecognizerID, RecognizerID)
}

/// A decision of the arbiter on one recognizer, recorded for the gesture log and observer.
package struct ArbiterDecision: Hashable, Sendable {
    /// The recognizer that the decision is about.
    package var recognizer: RecognizerID
    /// The recognizer's state before the decision.
    package var from: UIGestureRecognizer.State
    /// The event that caused the decision.
    package var event: Event
    /// The recognizer's state after the decision.
    package var to: UIGestureRecognizer.State
    /// The rule that the arbiter applied.
    package var rule: GestureRule

    /// An event that causes a decision.
    package enum Event: Hashable, Sendable {
        /// The recognizer assigned itself a state.
        case assigned(UIGestureRecognizer.State)
        /// The arbiter allowed the recognizer to leave *possible*.
        case granted
        /// The recognizer must wait for the failure of another recognizer.
        case mustWait(RecognizerID)
        /// A view or delegate returned `false` from `gestureRecognizerShouldBegin`.
        case wasRefused
        /// A recognizer that was required to fail has recognized.
        case lostRequirement(RecognizerID)
        /// The recognizer is prevented by a recognizer that is already active.
        case blocked(by: RecognizerID)
        /// The recognizer is prevented by a recognizer that has just recognized.
        case prevented(by: RecognizerID)
        /// The application disabled the recognizer.
        case disabled
        /// The application removed the recognizer from its view.
        case removed
        /// The recognizer was idle without a touch for too long, or it tracked an ended contact
        /// whose index was needed.
        case abandoned
        /// The recognizer waits, directly or indirectly, for its own failure.
        case deadlocked
        /// The attempt has ended, and the recognizer returns to *possible*.
        case reset
    }
}

/// A rule that the arbiter applies; the raw value is its number in docs/rules.md.
package enum GestureRule: String, CaseIterable, Sendable {
    /// The legal state transitions of a recognizer.
    case transitions = "R-4.1"
    /// The sending of one action for each assigned state.
    case assignments = "R-4.2"
    /// The ignoring or coercion of illegal transitions.
    case illegal = "R-4.3"
    /// The reset at the end of an attempt.
    case reset = "R-4.5"
    /// The effect of `isEnabled = false`.
    case disabled = "R-4.13"
    /// The effect of cancelled touches.
    case touchesCancelled = "R-4.14"
    /// The effect of `gestureRecognizerShouldBegin`.
    case shouldBegin = "R-4.15"
    /// The effect of removing a recognizer from its view.
    case removed = "R-4.18"
    /// The failure of a recognizer because another recognizer, which was required to fail first,
    /// has recognized.
    case requirementLost = "R-6.1"
    /// The wait for the failure of another recognizer.
    case waiting = "R-6.3"
    /// The extension of a waiting recognizer's transition by the states that the recognizer assigns
    /// itself while it waits.
    case waitingUntilEnded = "R-6.4"
    /// The failure of recognizers that wait for each other in a cycle.
    case cycle = "R-6.7"
    /// Prevention by a recognizer that has just recognized.
    case prevented = "R-6.10"
    /// Prevention by a recognizer that is already active.
    case blocked = "R-6.11"
}
