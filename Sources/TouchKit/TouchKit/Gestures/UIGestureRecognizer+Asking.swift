extension UIGestureRecognizer {
    /// Whether it and its delegate want to see the new touches of an event.
    func accepts(_ event: UIEvent) -> Bool {
        shouldReceive(event) && delegate?.gestureRecognizer(self, shouldReceive: event) ?? true
    }

    /// Whether it keeps another one from recognizing, as far as both classes say.
    func prevents(_ other: UIGestureRecognizer) -> Bool {
        canPrevent(other) && other.canBePrevented(by: self)
    }

    /// Whether its delegate lets it recognize beside another one.
    func allowsSimultaneous(_ other: UIGestureRecognizer) -> Bool {
        delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false
    }

    /// Whether the views from its touches up to its own, and its delegate, let it leave *possible*
    ///
    ///
    /// - Parameter asked: Room for the views that were asked.
    func mayBegin(_ asked: inout [UIView]) -> Bool {
        for touch in tracked {
            var around = touch.hitView
            while let view = around {
                if !asked.contains(view) {
                    asked.append(view)
                    if !view.gestureRecognizerShouldBegin(self) { return false }
                }
                if view === self.view { break }
                around = view.superview
            }
        }
        if let view, !asked.contains(view), !view.gestureRecognizerShouldBegin(self) {
            return false
        }
        return delegate?.gestureRecognizerShouldBegin(self) ?? true
    }
}

extension TouchDispatcher {
    /// A recognizer assigned itself a state.
    func assign(_ state: UIGestureRecognizer.State, to recognizer: UIGestureRecognizer) {
        arbiter.assign(state, to: recognizer.id)
        if let index = arbiter.index(of: recognizer.id) { takers[index].idleSince = nil }
        settle()
    }

    /// A recognizer has nothing to do with a contact any more.
    func ignore(_ contact: ContactID, by recognizer: UIGestureRecognizer) {
        arbiter.ignore(contact, by: recognizer.id)
        settle()
    }

    /// A recognizer does something else to views' touches: what it held back may be told.
    func traitsChanged(_ recognizer: UIGestureRecognizer) {
        arbiter.setTraits(recognizer.traits, of: recognizer.id)
        settle()
    }

    /// A recognizer was disabled, or taken off its view.
    func withdraw(_ recognizer: UIGestureRecognizer, isRemoved: Bool) {
        arbiter.withdraw(recognizer.id, isRemoved: isRemoved)
        settle()
    }

    /// When the delivery under way happens.
    var time: Timestamp { Timestamp(seconds: event?.timestamp ?? 0) }
}

extension UIGestureRecognizer {
    /// What it is called in the log: its name, or its class and number.
    var logName: String { name ?? "\(type(of: self)) \(id.number)" }
}
