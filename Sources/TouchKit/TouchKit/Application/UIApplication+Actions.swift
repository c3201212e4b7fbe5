extension UIApplication {
    /// Sends an action message identified by a selector to a specified target.
    ///
    /// Without a target, the action is sent to the first responder in the responder chain that
    /// implements it. The search starts at the key window's first responder. If no
    /// responder is found, a second search starts at the sender, if the sender is a responder.
    ///
    /// - Parameters:
    ///   - action: The method to call.
    ///   - target: The object to call the method on, or `nil` to search the responder chain.
    ///   - sender: The object that sends the action, passed to `action` if that method has a
    ///     parameter.
    ///   - event: The event that triggered the action, which has no effect.
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
