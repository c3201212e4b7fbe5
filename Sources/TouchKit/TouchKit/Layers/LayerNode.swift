/// The node of a layer that belongs to no view, in the tree of views.
///
/// A layer with a view has the view as its node. Therefore there is one tree, one geometry and one
/// order for views and layers. The node of a plain layer receives no touches and is no subview.
final class LayerNode: UIView {
    /// Creates the node of `layer`, which retains the node. The node retains the layer while the
    /// node is in a superlayer.
    init(layer: CALayer) {
        super.init(frame: .zero)
        knownLayer = layer
        hasLayer = true
        isUserInteractionEnabled = false
    }
}

extension UIView {
    /// Creates the layer of a view.
    func makeLayer() -> CALayer {
        guard let kind = Self.layerClass as? CALayer.Type else {
            preconditionFailure("UIView: layerClass must be CALayer or a subclass")
        }
        CALayer.viewOfNextLayer = (self, ObjectIdentifier(kind))
        let layer = kind.init()
        retainedLayer = layer
        knownLayer = layer
        hasLayer = true
        // The layer may override `draw(in:)`.
        if kind != CALayer.self { layer.isDisplayed = true }
        return layer
    }
}
