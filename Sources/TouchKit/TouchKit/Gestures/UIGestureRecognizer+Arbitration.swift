// The recognizers' part in answering the arbiter's questions, together with their delegates and
// views.
extension UIGestureRecognizer {
    /// Returns whether the recognizer and its delegate accept the new touches of an event.
    func accepts(_ event: UIEvent) -> Bool {
        shouldReceive(event) && delegate?.gestureRecognizer(self, shouldReceive: event) ?? true
    }

    /// Returns whether the recognizer prevents the recognizer `other`: whether `canPrevent(_:)` of
    /// this recognizer and `canBePrevented(by:)` of `other` return `true`.
    func prevents(_ other: UIGestureRecognizer) -> Bool {
        canPrevent(other) && other.canBePrevented(by: self)
    }

    /// Returns whether the delegate allows the recognizer to recognize simultaneously with the
    /// recognizer `other`.
    func allowsSimultaneous(_ other: UIGestureRecognizer) -> Bool {
        delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false
    }

    /// Returns whether the recognizer must wait for the failure of the recognizer `other` in this
    /// attempt.
    func requiresFailure(of other: UIGestureRecognizer) -> Bool {
        hasFailureRequirement(other)
            || shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
            || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) == true
            || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) == true
    }

    /// Returns whether the recognizer may leave *possible*: whether its delegate and all views from
    /// the touches' hit views up to the recognizer's view return `true` from
    /// `gestureRecognizerShouldBegin`. Meanwhile `state` is *possible*.
    ///
    /// - Parameter queriedViews: An empty array that receives the queried views. The array is a
    ///   parameter so that its memory is reused.
    func shouldBegin(queriedViews: inout [UIView]) -> Bool {
        callbackState = .possible
        defer { callbackState = nil }
        for touch in trackedTouches {
            var ancestor = touch.hitView
            while let view = ancestor {
                if !queriedViews.contains(view) {
                    queriedViews.append(view)
                    if !view.gestureRecognizerShouldBegin(self) { return false }
                }
                if view === self.view { break }
                ancestor = view.superview
            }
        }
        if let view, !queriedViews.contains(view), !view.gestureRecognizerShouldBegin(self) {
            return false
        }
        // The view was called already.
        if let view, delegate === view { return true }
        return delegate?.gestureRecognizerShouldBegin(self) ?? true
    }

    /// The name of the recognizer in the gesture log: its `name`, or its class and identifier if it
    /// has no name.
    var logName: String { name ?? "\(type(of: self)) \(id.number)" }
}

extension TouchDispatcher {
    /// Processes a state that a recognizer has assigned itself.
    func assign(_ state: UIGestureRecognizer.State, to recognizer: UIGestureRecognizer) {
        arbiter.assign(state, to: recognizer.id)
        if let index = arbiter.index(of: recognizer.id) { participants[index].idleSince = nil }
        processPendingChanges()
    }

    /// Removes a contact from a recognizer that ignores it.
    func ignore(_ contact: ContactID, by recognizer: UIGestureRecognizer) {
        arbiter.removeContact(contact, from: recognizer.id)
        processPendingChanges()
    }

    /// Updates the recognizer's traits in the arbiter after a trait has changed, and delivers
    /// phases that are no longer withheld.
    func updateTraits(of recognizer: UIGestureRecognizer) {
        arbiter.setTraits(recognizer.traits, of: recognizer.id)
        processPendingChanges()
    }

    /// Ends the attempt of a recognizer that was disabled or removed from its view.
    func withdraw(_ recognizer: UIGestureRecognizer, isRemoved: Bool) {
        arbiter.withdraw(recognizer.id, isRemoved: isRemoved)
        processPendingChanges()
    }

    /// The time of the newest delivery, or 0 before the first delivery.
    var time: Timestamp { Timestamp(seconds: event?.timestamp ?? 0) }
}
