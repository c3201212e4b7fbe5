extension CALayer {
    /// The superlayer of the layer, or `nil` if it has none.
    public var superlayer: CALayer? { knownNode?.superview?.layer }

    /// The sublayers from the back to the front, the layers of subviews included, or `nil` if there
    /// are none. Assigning removes the other sublayers; sublayers that remain only change their
    /// order.
    public var sublayers: [CALayer]? {
        get { node.nodes.isEmpty ? nil : node.nodes.map(\.layer) }
        set {
            let layers = newValue ?? []
            for child in node.nodes where !layers.contains(child.layer) {
                child.removeFromSuperview()
            }
            for layer in layers {
                if layer.superlayer === self {
                    node.bringSubviewToFront(layer.node)
                } else {
                    addSublayer(layer)
                }
            }
            maskDidChange()
        }
    }

    /// Appends the layer to the layer's list of sublayers, after removing it from its superlayer.
    /// The view of a layer becomes a subview.
    public func addSublayer(_ layer: CALayer) {
        insert(layer, at: nil)
    }

    /// Inserts the layer into the list of sublayers at the specified index, counted from the back.
    /// An index out of range is clamped.
    public func insertSublayer(_ layer: CALayer, at idx: UInt32) {
        insert(layer, at: Int(idx))
    }

    /// Inserts the layer below a sublayer, or in front of all sublayers if `sibling` is no
    /// sublayer.
    public func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
        if layer === sibling { return }
        insert(layer, at: sibling.flatMap { node.index(of: $0.node, without: layer.node) })
    }

    /// Inserts the layer above a sublayer, or in front of all sublayers if `sibling` is no
    /// sublayer.
    public func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
        if layer === sibling { return }
        insert(
            layer,
            at: sibling.flatMap { node.index(of: $0.node, without: layer.node) }.map { $0 + 1 })
    }

    /// Replaces a sublayer with a different layer; does nothing if `oldLayer` is no sublayer.
    public func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
        guard oldLayer !== newLayer, oldLayer.superlayer === self else { return }
        insertSublayer(newLayer, above: oldLayer)
        oldLayer.removeFromSuperlayer()
    }

    /// Detaches the layer from its superlayer.
    public func removeFromSuperlayer() {
        knownNode?.removeFromSuperview()
        maskDidChange()
    }

    private func insert(_ layer: CALayer, at index: Int?) {
        node.insert(layer.node, at: index)
        maskDidChange()
    }
}
