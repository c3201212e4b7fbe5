/// A registered action of a control: the function to call and the events that trigger the call.
@MainActor
struct ControlAction {
    /// The function that an action calls.
    enum Call {
        /// A selector for a method of the target. Without a target, the method is called on the
        /// first object in the responder chain that implements it.
        case selector(Selector)
        /// A method of the target, as a closure that calls the method.
        case method((_ target: AnyObject, _ sender: UIControl, _ event: UIEvent?) -> Void)
        /// A `UIAction`.
        case action(UIAction)
    }

    /// The object to call the method on; held weakly, as on iOS.
    weak var target: AnyObject?
    /// Whether the action was registered with a target, which may have been deallocated since.
    let hasTarget: Bool
    /// The function to call.
    let call: Call
    /// The events that trigger the action.
    var events: UIControl.Event

    /// Returns whether both actions have the same target and call the same selector or `UIAction`.
    /// Actions that call a closure are always different.
    func isSame(as other: ControlAction) -> Bool {
        guard target === other.target, hasTarget == other.hasTarget else { return false }
        switch (call, other.call) {
        case (.selector(let left), .selector(let right)): return left == right
        case (.action(let left), .action(let right)): return left === right
        case (.method, _), (.selector, _), (.action, _): return false
        }
    }
}
