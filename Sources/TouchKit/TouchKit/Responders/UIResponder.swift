/// Something that can handle events: the application, view controllers, views, windows.
///
/// Touches go to the hit-test view first; what it doesn't override goes up the chain of `next`.
@MainActor
open class UIResponder {
    /// Makes a responder.
    public init() {}

    /// The responder that gets what this one doesn't handle; nil at the end of the chain.
    open var next: UIResponder? { nil }

    // MARK: Touches

    /// Fingers came down. The base implementation passes them on to `next`.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesBegan(touches, with: event)
    }

    /// Fingers moved. The base implementation passes them on to `next`.
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesMoved(touches, with: event)
    }

    /// Fingers were lifted. The base implementation passes them on to `next`.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesEnded(touches, with: event)
    }

    /// Fingers were taken back: undo what they began. The base implementation passes them on to
    /// `next`.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesCancelled(touches, with: event)
    }

    // MARK: Actions

    /// Whether it, or a responder after it, takes an action: the base implementation says yes if it
    /// has the method, and asks `next` otherwise. Override it to say what makes sense now.
    open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
        action.isImplemented(by: self) || next?.canPerformAction(action, withSender: sender) == true
    }

    /// The first responder from here on that has an action's method and doesn't refuse it; nil if
    /// there is none.
    open func target(forAction action: Selector, withSender sender: Any?) -> UIResponder? {
        if action.isImplemented(by: self), canPerformAction(action, withSender: sender) {
            return self
        }
        return next?.target(forAction: action, withSender: sender)
    }

    // MARK: First responder

    /// Whether it wants to be first responder; false unless overridden.
    open var canBecomeFirstResponder: Bool { false }
    /// Whether it lets itself be replaced; true unless overridden.
    open var canResignFirstResponder: Bool { true }
    /// Whether it is the first responder of its window.
    open var isFirstResponder: Bool { responderWindow?.firstResponder === self }

    /// Asks to be first responder of its window.
    ///
    /// - Returns: Whether it is: not if it can't be, isn't in a window, or the present one doesn't
    ///   resign.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard let window = responderWindow else { return false }
        if window.firstResponder === self { return true }
        guard canBecomeFirstResponder else { return false }
        if let present = window.firstResponder, !present.resignFirstResponder() { return false }
        window.firstResponder = self
        return true
    }

    /// Asks to be first responder no longer.
    ///
    /// - Returns: Whether it isn't one any more.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard let window = responderWindow, window.firstResponder === self else { return true }
        guard canResignFirstResponder else { return false }
        window.firstResponder = nil
        return true
    }

    /// The window whose first responder it can be.
    var responderWindow: UIWindow? { next?.responderWindow }
}

extension UIResponder: Hashable {
    /// Whether both are the same object.
    public nonisolated static func == (left: UIResponder, right: UIResponder) -> Bool {
        left === right
    }

    /// Hashes by identity.
    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
