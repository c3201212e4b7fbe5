/// What a layer could do when a property changes. There are no implicit animations, so no action is
/// ever run.
public protocol CAAction {}

/// Methods that a layer calls to obtain its content and to lay out its sublayers.
///
/// The delegate of a view's layer is the view.
@MainActor
public protocol CALayerDelegate: AnyObject {
    /// Tells the delegate to set the layer's `contents`.
    func display(_ layer: CALayer)
    /// Tells the delegate to draw the layer's content.
    func draw(_ layer: CALayer, in ctx: CGContext)
    /// Tells the delegate that the layer's bounds or sublayers have changed.
    func layoutSublayers(of layer: CALayer)
    /// Returns the action for a changed property. Never called, because there are no implicit
    /// animations.
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

extension CALayerDelegate {
    /// Does nothing.
    public func display(_ layer: CALayer) {}
    /// Does nothing.
    public func draw(_ layer: CALayer, in ctx: CGContext) {}
    /// Does nothing.
    public func layoutSublayers(of layer: CALayer) {}
    /// Returns `nil`.
    public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}

extension UIView: CALayerDelegate {}
