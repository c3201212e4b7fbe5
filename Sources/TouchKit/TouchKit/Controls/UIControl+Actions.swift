extension UIControl {
    // MARK: Adding

    /// Calls a method, by its name, on some events.
    ///
    /// - Parameters:
    ///   - target: Whose method, held weakly; nil: the first responder in the chain that takes it
    ///
    ///   - action: The method; one with a parameter gets the control.
    ///   - events: On which events. The same method of the same target is called once for events
    ///     that come together.
    public func addTarget(_ target: AnyObject?, action: Selector, for events: Event) {
        add(
            ControlAction(
                target: target, hasTarget: target != nil, call: .selector(action), events: events))
    }

    /// Calls a method on some events: `{ $0.pressed }`.
    ///
    /// - Parameters:
    ///   - target: Whose method, held weakly.
    ///   - action: The method, without a call.
    ///   - events: On which events.
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping @MainActor (Target) -> @MainActor () -> Void,
        for events: Event
    ) {
        addMethod(of: target, for: events) { (target: Target, _, _) in action(target)() }
    }

    /// Calls a method on some events, with the control.
    public func addTarget<Target: AnyObject, Sender: UIControl>(
        _ target: Target, action: @escaping @MainActor (Target) -> @MainActor (Sender) -> Void,
        for events: Event
    ) {
        precondition(self is Sender, "the method takes controls of another class")
        addMethod(of: target, for: events) { (target: Target, sender, _) in
            if let sender = sender as? Sender { action(target)(sender) }
        }
    }

    /// Calls a method on some events, with the control and the event that led to it.
    public func addTarget<Target: AnyObject, Sender: UIControl>(
        _ target: Target,
        action: @escaping @MainActor (Target) -> @MainActor (Sender, UIEvent?) -> Void,
        for events: Event
    ) {
        precondition(self is Sender, "the method takes controls of another class")
        addMethod(of: target, for: events) { (target: Target, sender, event) in
            if let sender = sender as? Sender { action(target)(sender, event) }
        }
    }

    /// Calls an action on some events.
    public func addAction(_ action: UIAction, for events: Event) {
        add(ControlAction(target: nil, hasTarget: false, call: .action(action), events: events))
    }

    /// Calls a closure on some events, with the control; ours, not UIKit's.
    ///
    /// - Returns: What it is taken back by.
    @discardableResult
    public func addAction(for events: Event, _ body: @escaping (UIControl) -> Void) -> UIAction {
        let action = UIAction { action in
            if let control = action.sender as? UIControl { body(control) }
        }
        addAction(action, for: events)
        return action
    }

    private func addMethod<Target: AnyObject>(
        of target: Target, for events: Event,
        _ body: @escaping (Target, UIControl, UIEvent?) -> Void
    ) {
        let call = ControlAction.Call.method { target, sender, event in
            if let target = target as? Target { body(target, sender, event) }
        }
        add(ControlAction(target: target, hasTarget: true, call: call, events: events))
    }

    private func add(_ action: ControlAction) {
        controlActions.removeAll { $0.hasTarget && $0.target == nil }
        if let index = controlActions.firstIndex(where: { $0.isSame(as: action) }) {
            controlActions[index].events.formUnion(action.events)
        } else {
            controlActions.append(action)
        }
    }

    // MARK: Removing

    /// Calls methods no longer on some events.
    ///
    /// - Parameters:
    ///   - target: Whose methods; nil: anybody's, and those without a target.
    ///   - action: Which method; nil: all of them, those added without a name as well.
    ///   - events: On which events.
    public func removeTarget(_ target: AnyObject?, action: Selector?, for events: Event) {
        remove(events) { candidate in
            guard target == nil || candidate.target === target else { return false }
            switch candidate.call {
            case .selector(let selector): return action == nil || selector == action
            case .method: return action == nil
            case .action: return false
            }
        }
    }

    /// Calls an action no longer on some events.
    public func removeAction(_ action: UIAction, for events: Event) {
        remove(events) { candidate in
            if case .action(let known) = candidate.call { return known === action }
            return false
        }
    }

    private func remove(_ events: Event, where isMeant: (ControlAction) -> Bool) {
        for index in controlActions.indices where isMeant(controlActions[index]) {
            controlActions[index].events.subtract(events)
        }
        controlActions.removeAll { $0.events.isEmpty }
    }

    // MARK: Asking

    /// The events on which anything is called.
    public var allControlEvents: Event {
        controlActions.reduce(into: []) { $0.formUnion($1.events) }
    }

    /// The names of a target's methods that are called on an event; nil where there are none.
    public func actions(forTarget target: AnyObject?, forControlEvent event: Event) -> [String]? {
        let names = controlActions.compactMap { candidate -> String? in
            guard candidate.target === target, !candidate.events.isDisjoint(with: event),
                case .selector(let selector) = candidate.call
            else { return nil }
            return selector.name
        }
        return names.isEmpty ? nil : names
    }

    // MARK: Sending

    /// Calls what was added for some events, in the order in which it was added.
    public func sendActions(for events: Event) {
        send(events, with: nil)
    }

    /// Calls what was added for events that came together: each once.
    func send(_ events: Event, with event: UIEvent?) {
        for action in controlActions where !action.events.isDisjoint(with: events) {
            switch action.call {
            case .selector(let selector):
                if action.hasTarget && action.target == nil { continue }
                sendAction(selector, to: action.target, for: event)
            case .method(let call):
                if let target = action.target { call(target, self, event) }
            case .action(let action):
                action.perform(from: self)
            }
        }
    }
}
