/// What a control does on some events.
@MainActor
struct ControlAction {
    /// What is called.
    enum Call {
        /// A method by its name, of the target or of whoever takes it.
        case selector(Selector)
        /// A method of the target's.
        case method((_ target: AnyObject, _ sender: UIControl, _ event: UIEvent?) -> Void)
        /// A closure.
        case action(UIAction)
    }

    /// Whose method; held weakly, as on iOS.
    weak var target: AnyObject?
    /// Whether there is a target at all, or was one.
    let hasTarget: Bool
    let call: Call
    var events: UIControl.Event

    /// Whether it names the same method of the same target.
    func isSame(as other: ControlAction) -> Bool {
        guard target === other.target, hasTarget == other.hasTarget else { return false }
        switch (call, other.call) {
        case (.selector(let left), .selector(let right)): return left == right
        case (.action(let left), .action(let right)): return left === right
        case (.method, _), (.selector, _), (.action, _): return false
        }
    }
}
