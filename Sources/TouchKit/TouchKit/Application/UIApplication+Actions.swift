extension UIApplication {
    /// Sends an action to an object or, if none is given, to the first responder in the chain that
    /// takes it.
    ///
    /// The search begins at the key window's first responder; where nobody from there on takes the
    /// action, at the sender, if that is a responder.
    ///
    /// - Parameters:
    ///   - action: The method.
    ///   - target: Whose method; nil: whoever is found.
    ///   - sender: Who sends it; a method with a parameter gets this.
    ///   - event: The event that led to it.
    /// - Returns: Whether a method was called.
    @discardableResult
    public func sendAction(
        _ action: Selector, to target: AnyObject?, from sender: AnyObject?, for event: UIEvent?
    ) -> Bool {
        let receiver: AnyObject?
        if let target {
            receiver = target
        } else {
            receiver =
                keyWindow?.firstResponder?.target(forAction: action, withSender: sender)
                ?? (sender as? UIResponder)?.target(forAction: action, withSender: sender)
        }
        guard let receiver else { return false }
        return action.perform(on: receiver, with: sender)
    }
}
