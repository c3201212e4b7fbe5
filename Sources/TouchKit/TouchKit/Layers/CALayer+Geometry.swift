extension CALayer {
    /// The layer's position in its superlayer's coordinate space: the view's `center`.
    public var position: CGPoint {
        get { node.center }
        set { updateNode { $0.center = newValue } }
    }

    /// The layer's bounds rectangle: the view's `bounds`.
    public var bounds: CGRect {
        get { node.bounds }
        set { updateNode { $0.bounds = newValue } }
    }

    /// The layer's frame rectangle: the view's `frame`.
    public var frame: CGRect {
        get { node.frame }
        set { updateNode { $0.frame = newValue } }
    }

    /// The point of the bounds that `position` positions and around which `transform` is applied,
    /// as fractions of the size. Changing the point keeps `position`, and so moves the frame.
    public var anchorPoint: CGPoint {
        get { node.anchor }
        set { updateNode { $0.anchor = newValue } }
    }

    /// The transform applied to the layer's contents, as far as it is affine: the view's
    /// `transform`.
    public var transform: CATransform3D {
        get { CATransform3D(node.transform) }
        set { setAffineTransform(newValue.affineTransform) }
    }

    /// Returns the affine version of the layer's transform.
    public func affineTransform() -> CGAffineTransform { node.transform }

    /// Sets the layer's transform to the specified affine transform.
    public func setAffineTransform(_ m: CGAffineTransform) {
        updateNode { $0.transform = m }
    }

    /// Converts a point from the coordinate system of another layer, or of the root layer if
    /// `layer` is `nil`, to the layer's coordinate system.
    public func convert(_ p: CGPoint, from layer: CALayer?) -> CGPoint {
        p.applying(transform(from: layer))
    }

    /// Converts a point from the layer's coordinate system to that of another layer, or of the root
    /// layer if `layer` is `nil`.
    public func convert(_ p: CGPoint, to layer: CALayer?) -> CGPoint {
        p.applying(transform(from: layer).inverted())
    }

    /// Converts a rectangle from the coordinate system of another layer, or of the root layer if
    /// `layer` is `nil`, to the layer's coordinate system. For rotated layers, the result is the
    /// bounding box.
    public func convert(_ r: CGRect, from layer: CALayer?) -> CGRect {
        r.applying(transform(from: layer))
    }

    /// Converts a rectangle from the layer's coordinate system to that of another layer, or of the
    /// root layer if `layer` is `nil`. For rotated layers, the result is the bounding box.
    public func convert(_ r: CGRect, to layer: CALayer?) -> CGRect {
        r.applying(transform(from: layer).inverted())
    }

    private func transform(from layer: CALayer?) -> CGAffineTransform {
        let source = layer?.node.transformToScreen ?? .identity
        return source.concatenating(node.transformToScreen.inverted())
    }

    /// Returns a copy of the layer with the values that its animations show now.
    ///
    /// The copy belongs to no tree. Stored properties of a class of the app have their initial
    /// values.
    public func presentation() -> Self? {
        let copy = type(of: self).init()
        copy.copyProperties(of: self)
        copy.bounds = node.presentationBounds
        copy.position = node.presentationCenter
        copy.node.transform = node.presentationTransform
        copy.opacity = Float(node.presentationAlpha)
        if let content = node.layerAnimations?.values?.content {
            for (property, value) in content { copy.setContentValue(value, for: property) }
        }
        return copy
    }

    /// Returns the layer itself: its properties have the values after all animations.
    public func model() -> Self { self }
}
