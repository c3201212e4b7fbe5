extension UIControl {
    // MARK: Adding

    /// Associates a target object and action method with the control.
    ///
    /// Adding the same method of the same target again adds its events. If several of the events
    /// are sent together, the method is called once.
    ///
    /// - Parameters:
    ///   - target: The object to call the method on, held weakly, or `nil` to search the responder
    ///     chain.
    ///   - action: The method; if it has a parameter, it receives the control.
    ///   - events: The events that trigger the method.
    public func addTarget(_ target: AnyObject?, action: Selector, for events: Event) {
        add(
            ControlAction(
                target: target, hasTarget: target != nil, call: .selector(action), events: events))
    }

    /// Associates a target object and a method without parameters, such as `{ $0.pressed }`, with
    /// the control. Not part of UIKit.
    ///
    /// - Parameters:
    ///   - target: The object to call the method on, held weakly.
    ///   - action: A closure that returns the method for the target.
    ///   - events: The events that trigger the method.
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping @MainActor (Target) -> @MainActor () -> Void,
        for events: Event
    ) {
        addMethod(of: target, for: events) { (target: Target, _, _) in action(target)() }
    }

    /// Associates a target object and a method with the control. The method receives the control as
    /// its argument. Not part of UIKit.
    ///
    /// - Parameters:
    ///   - target: The object to call the method on, held weakly.
    ///   - action: A closure that returns the method for the target.
    ///   - events: The events that trigger the method.
    public func addTarget<Target: AnyObject, Sender: UIControl>(
        _ target: Target, action: @escaping @MainActor (Target) -> @MainActor (Sender) -> Void,
        for events: Event
    ) {
        precondition(
            self is Sender,
            "\(type(of: self)): cannot add target: the action expects a \(Sender.self)")
        addMethod(of: target, for: events) { (target: Target, sender, _) in
            if let sender = sender as? Sender { action(target)(sender) }
        }
    }

    /// Associates a target object and a method with the control. The method receives the control
    /// and the event as its arguments. Not part of UIKit.
    ///
    /// - Parameters:
    ///   - target: The object to call the method on, held weakly.
    ///   - action: A closure that returns the method for the target.
    ///   - events: The events that trigger the method.
    public func addTarget<Target: AnyObject, Sender: UIControl>(
        _ target: Target,
        action: @escaping @MainActor (Target) -> @MainActor (Sender, UIEvent?) -> Void,
        for events: Event
    ) {
        precondition(
            self is Sender,
            "\(type(of: self)): cannot add target: the action expects a \(Sender.self)")
        addMethod(of: target, for: events) { (target: Target, sender, event) in
            if let sender = sender as? Sender { action(target)(sender, event) }
        }
    }

    /// Adds an action that is performed for the specified events.
    public func addAction(_ action: UIAction, for events: Event) {
        add(ControlAction(target: nil, hasTarget: false, call: .action(action), events: events))
    }

    /// Adds a closure that is called with the control for the specified events. Not part of UIKit.
    ///
    /// - Returns: The created action, for `removeAction(_:for:)`.
    @discardableResult
    public func addAction(for events: Event, _ body: @escaping (UIControl) -> Void) -> UIAction {
        let action = UIAction { action in
            if let control = action.sender as? UIControl { body(control) }
        }
        addAction(action, for: events)
        return action
    }

    /// Registers a closure that calls a method of `target`, which is held weakly.
    private func addMethod<Target: AnyObject>(
        of target: Target, for events: Event,
        _ body: @escaping (Target, UIControl, UIEvent?) -> Void
    ) {
        let call = ControlAction.Call.method { target, sender, event in
            if let target = target as? Target { body(target, sender, event) }
        }
        add(ControlAction(target: target, hasTarget: true, call: call, events: events))
    }

    /// Registers an action, or adds the action's events to the same action if it is already
    /// registered. Also removes the actions of deallocated targets.
    private func add(_ action: ControlAction) {
        controlActions.removeAll { $0.hasTarget && $0.target == nil }
        if let index = controlActions.firstIndex(where: { $0.isSame(as: action) }) {
            controlActions[index].events.formUnion(action.events)
        } else {
            controlActions.append(action)
        }
    }

    // MARK: Removing

    /// Stops the delivery of events to the specified target object.
    ///
    /// - Parameters:
    ///   - target: The target, or `nil` for all targets. A `UIAction` is removed only by
    ///     `removeAction(_:for:)`.
    ///   - action: The method, or `nil` for all methods of the target. Methods that were added as
    ///     closures are removed only with `nil`.
    ///   - events: The events that no longer trigger the method.
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

    /// Stops performing an action for the specified events.
    public func removeAction(_ action: UIAction, for events: Event) {
        remove(events) { candidate in
            if case .action(let known) = candidate.call { return known === action }
            return false
        }
    }

    /// Removes `events` from all actions that satisfy a predicate, and then removes the actions
    /// that have no events left.
    private func remove(_ events: Event, where matches: (ControlAction) -> Bool) {
        for index in controlActions.indices where matches(controlActions[index]) {
            controlActions[index].events.subtract(events)
        }
        controlActions.removeAll { $0.events.isEmpty }
    }

    // MARK: Querying

    /// The events for which the control has associated actions.
    public var allControlEvents: Event {
        controlActions.reduce(into: []) { $0.formUnion($1.events) }
    }

    /// Returns the names of the methods that the control calls on `target` for `event`, or `nil` if
    /// there are none. Methods that were added as closures have no name and are not included.
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

    /// Calls the action methods associated with the specified events, in the order in which the
    /// actions were added. The methods receive no `UIEvent`.
    public func sendActions(for events: Event) {
        send(events, with: nil)
    }

    /// Sends the events for a change of the value by the user.
    func sendChange(with event: UIEvent?) {
        send([.valueChanged, .primaryActionTriggered], with: event)
    }

    /// Calls each action associated with any of the control events `events` once, and passes the
    /// touch event `event` to the action.
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
