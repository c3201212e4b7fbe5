/// The decision tables of the gesture arbiter, as pure functions of their arguments.
package enum GestureStateTables {
    /// The arbiter's reaction to a state that a recognizer assigns itself.
    package enum Assignment: Hashable, Sendable {
        /// Ignore the assignment.
        case none
        /// Store a request to leave *possible*, or extend the stored request.
        case request(RequestedTransition)
        /// Extend the transition of a recognizer that waits for the failure of other recognizers.
        case keepWaiting(RequestedTransition)
        /// Fail the recognizer without an action.
        case fail
        /// Enter *changed* and send one action.
        case change
        /// Enter *ended* and send one action.
        case end
        /// Enter *cancelled* and send one action.
        case cancel
    }

    /// Returns the reaction to the state `assigned` by a recognizer in `stage`, and the rule that
    /// determines it.
    package static func assignment(
        _ assigned: UIGestureRecognizer.State, in stage: GestureStage
    ) -> (Assignment, GestureRule) {
        switch (stage, assigned) {
        // stage                 assigned        reaction                      rule
        case (_, .possible): (.none, .illegal)

        case (.analysing, .began): (.request(.begin), .transitions)
        case (.analysing, .ended): (.request(.recognize), .transitions)
        case (.analysing, .failed): (.fail, .transitions)
        case (.analysing, .cancelled): (.fail, .touchesCancelled)
        case (.analysing, .changed): (.fail, .illegal)

        case (.requesting, .began): (.none, .illegal)
        case (.requesting(let transition), .changed):
            (.request(transition.addingChange()), .assignments)
        case (.requesting(let transition), .ended): (.request(transition.addingEnd()), .assignments)
        case (.requesting, .failed): (.fail, .transitions)
        case (.requesting, .cancelled): (.fail, .touchesCancelled)

        case (.waiting, .began), (.waiting, .changed): (.none, .waiting)
        case (.waiting(let transition), .ended):
            (.keepWaiting(transition.addingEnd()), .waitingUntilEnded)
        case (.waiting, .failed): (.fail, .transitions)
        case (.waiting, .cancelled): (.fail, .touchesCancelled)

        case (.active, .began): (.none, .illegal)
        case (.active, .changed): (.change, .assignments)
        case (.active, .ended): (.end, .assignments)
        case (.active, .cancelled): (.cancel, .assignments)
        case (.active, .failed): (.cancel, .illegal)

        case (.finished, _): (.none, .illegal)
        }
    }

    /// The part of a contact's touch phases that its view has received.
    package enum DeliveryStatus: Hashable, Sendable {
        /// The view has received no phase yet.
        case pending
        /// The view has received `touchesBegan` and must still receive `touchesEnded` or
        /// `touchesCancelled`.
        case began
        /// The view has received the end of the contact.
        case completed
        /// The view has received no phase and will never receive one.
        case suppressed
    }

    /// The changes of a contact that its view may have to receive.
    package struct ContactChanges: Hashable, Sendable {
        /// Whether the contact has moved since the last location that the view received.
        package var hasMoved = false
        /// Whether the contact was lifted.
        package var isLifted = false
        /// Whether the system cancelled the contact.
        package var isCancelled = false

        /// Creates a set of changes.
        package init(hasMoved: Bool = false, isLifted: Bool = false, isCancelled: Bool = false) {
            self.hasMoved = hasMoved
            self.isLifted = isLifted
            self.isCancelled = isCancelled
        }
    }

    /// The next step in delivering a contact to its view.
    package enum NextDelivery: Hashable, Sendable {
        /// Call `touchesBegan`.
        case began
        /// Call `touchesMoved`.
        case moved
        /// Call `touchesEnded`.
        case ended
        /// Call `touchesCancelled`.
        case cancelled
        /// Withhold the phase while a recognizer evaluates the contact or a preceding contact is
        /// undelivered.
        case withhold
        /// Suppress the contact: the view never receives any of its phases.
        case suppress
        /// Deliver nothing, because the view is up to date.
        case none
    }

    /// Returns the next step in delivering a contact to its view (R-5.1, R-5.5, R-5.7, R-5.8,
    ///
    ///
    /// - Parameters:
    ///   - status: The part of the contact that the view has received.
    ///   - changes: The contact's changes that the view may have to receive.
    ///   - delaysBegan: Whether `touchesBegan` is withheld, because a recognizer with
    ///     `delaysTouchesBegan` evaluates the contact or a preceding contact is undelivered.
    ///   - delaysEnded: Whether a recognizer with `delaysTouchesEnded` evaluates the contact.
    package static func nextDelivery(
        _ status: DeliveryStatus, _ changes: ContactChanges, delaysBegan: Bool, delaysEnded: Bool
    ) -> NextDelivery {
        switch status {
        case .pending:
            if changes.isCancelled { return .suppress }
            return delaysBegan ? .withhold : .began
        case .began:
            if changes.isCancelled { return .cancelled }
            if changes.hasMoved { return .moved }
            if changes.isLifted { return delaysEnded ? .withhold : .ended }
            return .none
        case .completed, .suppressed:
            return .none
        }
    }
}

extension RequestedTransition {
    /// Returns the transition with one more *changed*, or unchanged if it already contains *ended*.
    fileprivate func addingChange() -> RequestedTransition {
        var transition = self
        if !ends { transition.changes += 1 }
        return transition
    }

    /// Returns the transition with *ended* as its last state.
    fileprivate func addingEnd() -> RequestedTransition {
        var transition = self
        transition.ends = true
        return transition
    }
}
