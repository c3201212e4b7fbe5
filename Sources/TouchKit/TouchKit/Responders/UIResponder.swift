/// An abstract interface for responding to and handling events.
///
/// The application, view controllers, views and windows are responders. Touches are sent to the
/// hit-test view; a responder that does not override a touch method passes the touches to `next`.
@MainActor
open class UIResponder {
    /// Creates a responder.
    public init() {}

    /// The next responder in the responder chain, or `nil` at the end of the chain.
    open var next: UIResponder? { nil }
    /// The value of `next` before a touched view in the chain left its window, until the
    /// cancellation of the view's touches is delivered; otherwise `nil`. The responders that
    /// received `touchesBegan` through the chain must also receive the cancellation (R-1.26,
    ///
    @exclusivity(unchecked) final var formerNext: UIResponder?

    // MARK: Touches

    /// Tells this object that one or more new touches occurred in a view or window.
    ///
    /// The default implementation forwards the message up the responder chain.
    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesBegan(touches, with: event)
    }

    /// Tells the responder when one or more touches associated with an event changed.
    ///
    /// The default implementation forwards the message up the responder chain.
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesMoved(touches, with: event)
    }

    /// Tells the responder when one or more fingers are raised from a view or window.
    ///
    /// The default implementation forwards the message up the responder chain.
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesEnded(touches, with: event)
    }

    /// Tells the responder when a system event or a gesture recognizer cancels a touch sequence.
    ///
    /// Override this method to undo what the touch sequence has started. The default implementation
    /// forwards the message up the responder chain. If the touches are cancelled because a view has
    /// left its window, the message goes up the chain to which the view belonged before.
    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        (formerNext ?? next)?.touchesCancelled(touches, with: event)
    }

    // MARK: Actions

    /// Requests the receiving responder to enable or disable the specified command in the user
    /// interface.
    ///
    /// The default implementation returns `true` if this responder implements the method, and
    /// otherwise the result of `next`. Override this method to enable commands depending on
    /// the current state.
    open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
        action.isImplemented(by: self) || next?.canPerformAction(action, withSender: sender) == true
    }

    /// Returns the target object that responds to an action: the first object in the responder
    /// chain, starting with this responder, that implements the action and can perform it. Returns
    /// `nil` if no object can perform the action.
    open func target(forAction action: Selector, withSender sender: Any?) -> UIResponder? {
        if action.isImplemented(by: self), canPerformAction(action, withSender: sender) {
            return self
        }
        return next?.target(forAction: action, withSender: sender)
    }

    // MARK: First responder

    /// A Boolean value that indicates whether the responder can become the first responder. The
    /// default is `false`.
    open var canBecomeFirstResponder: Bool { false }
    /// A Boolean value that indicates whether the responder is willing to relinquish
    /// first-responder status. The default is `true`.
    open var canResignFirstResponder: Bool { true }
    /// A Boolean value that indicates whether this object is the first responder of its window.
    open var isFirstResponder: Bool { responderWindow?.firstResponder === self }

    /// Asks the system to make this object the first responder in its window.
    ///
    /// - Returns: Whether this object is now the first responder. `false` if the object cannot
    ///   become first responder or is not in a window, or if the current first responder does not
    ///   resign.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard let window = responderWindow else { return false }
        if window.firstResponder === self { return true }
        guard canBecomeFirstResponder else { return false }
        if let current = window.firstResponder, !current.resignFirstResponder() { return false }
        window.firstResponder = self
        return true
    }

    /// Notifies the object that it has been asked to relinquish its status as first responder in
    /// its window.
    ///
    /// - Returns: Whether the object is not the first responder any more.
    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard let window = responderWindow, window.firstResponder === self else { return true }
        guard canResignFirstResponder else { return false }
        window.firstResponder = nil
        return true
    }

    // MARK: Accessibility

    /// The assigned accessibility properties, or `nil` before the first assignment.
    private var accessibility: AccessibilityProperties?

    /// Returns the storage of the accessibility properties, which is created on first use.
    private func accessibilityStorage() -> AccessibilityProperties {
        if let accessibility { return accessibility }
        let properties = AccessibilityProperties()
        accessibility = properties
        return properties
    }

    /// Whether the object is an accessibility element. No assistive technology reads the value.
    open var isAccessibilityElement: Bool {
        get { accessibility?.isElement ?? false }
        set { accessibilityStorage().isElement = newValue }
    }
    /// A label that identifies the element. No assistive technology reads the value.
    open var accessibilityLabel: String? {
        get { accessibility?.label }
        set { accessibilityStorage().label = newValue }
    }
    /// The result of an action on the element. No assistive technology reads the value.
    open var accessibilityHint: String? {
        get { accessibility?.hint }
        set { accessibilityStorage().hint = newValue }
    }
    /// The value of the element. No assistive technology reads the value.
    open var accessibilityValue: String? {
        get { accessibility?.value }
        set { accessibilityStorage().value = newValue }
    }
    /// A string that identifies the element in tests.
    open var accessibilityIdentifier: String? {
        get { accessibility?.identifier }
        set { accessibilityStorage().identifier = newValue }
    }
    /// The traits of the element. No assistive technology reads the value.
    open var accessibilityTraits: UIAccessibilityTraits {
        get { accessibility?.traits ?? .none }
        set { accessibilityStorage().traits = newValue }
    }

    /// Activates the element. TouchKit does not call this method; the default implementation
    /// returns `false`.
    open func accessibilityActivate() -> Bool { false }
    /// Increments the value of the element. TouchKit does not call this method.
    open func accessibilityIncrement() {}
    /// Decrements the value of the element. TouchKit does not call this method.
    open func accessibilityDecrement() {}

    // MARK: Traits

    /// Called on iOS after the traits have changed. TouchKit does not call this method.
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    /// The window whose first responder this object can be, or `nil` if the object is not in a
    /// window.
    var responderWindow: UIWindow? { next?.responderWindow }
}

extension UIResponder: Hashable {
    /// Returns whether both values are the same object.
    public nonisolated static func == (left: UIResponder, right: UIResponder) -> Bool {
        left === right
    }

    /// Hashes the identity of the object.
    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
