extension CALayer {
    /// Adds an animation object to the layer's render tree.
    ///
    /// The layer copies the animation. An animation with the same key is removed. Animations are
    /// applied in the order of their addition, on top of those of `UIView.animate`. They end when
    /// the view leaves its window.
    ///
    /// - Parameters:
    ///   - anim: The animation.
    ///   - key: The key by which the animation can be removed, or `nil`.
    public func add(_ anim: CAAnimation, forKey key: String?) {
        view.addLayerAnimation(anim.copy(), forKey: key)
    }

    /// Removes the animation object with the specified key. Its delegate receives `false`.
    public func removeAnimation(forKey key: String) {
        view.removeLayerAnimations { $0.remove(forKey: key) }
    }

    /// Removes all animations attached to the layer, including those of `UIView.animate`.
    public func removeAllAnimations() {
        view.removeAllAnimations()
    }

    /// Returns the layer's copy of the animation with the specified key, or `nil` if there is none.
    public func animation(forKey key: String) -> CAAnimation? {
        view.layerAnimations?.animation(forKey: key)
    }

    /// Returns the keys of the layer's animations in the order of their addition, or `nil` if there
    /// are none.
    public func animationKeys() -> [String]? {
        guard let keys = view.layerAnimations?.keys, !keys.isEmpty else { return nil }
        return keys
    }

    /// The layer's position in its superlayer's coordinate space: the view's `center`.
    public var position: CGPoint {
        get { view.center }
        nonmutating set { view.center = newValue }
    }

    /// The layer's bounds rectangle: the view's `bounds`.
    public var bounds: CGRect {
        get { view.bounds }
        nonmutating set { view.bounds = newValue }
    }

    /// The layer's frame rectangle: the view's `frame`.
    public var frame: CGRect {
        get { view.frame }
        nonmutating set { view.frame = newValue }
    }

    /// The opacity of the layer: the view's `alpha`.
    public var opacity: Float {
        get { Float(view.alpha) }
        nonmutating set { view.alpha = CGFloat(newValue) }
    }

    /// The transform applied to the layer's contents: the view's `transform`.
    public var transform: CATransform3D {
        get { CATransform3D(view.transform) }
        nonmutating set { view.transform = newValue.affineTransform }
    }

    /// Returns the view's `transform`.
    public func affineTransform() -> CGAffineTransform { view.transform }

    /// Sets the view's `transform`.
    public func setAffineTransform(_ m: CGAffineTransform) {
        view.transform = m
    }
}

extension UIView {
    /// The values of the animatable properties without the layer's explicit animations.
    var valuesWithoutLayerAnimations: LayerValues {
        LayerValues(
            position: animated?.center?.presentationValue ?? center,
            opacity: min(max(animated?.alpha?.presentationValue ?? alpha, 0), 1),
            transform: animated?.transform?.presentationValue ?? transform)
    }

    /// Adds an animation to the view's layer, and shows its first values.
    func addLayerAnimation(_ animation: CAAnimation, forKey key: String?) {
        let application = window?.application ?? UIApplication.shared
        let animations = layerAnimations ?? LayerAnimations(view: self)
        updatePresentation {
            layerAnimations = animations
            animations.add(animation, forKey: key, at: application.now)
            animations.refresh(at: application.now)
        }
        application.viewAnimator.add(animations)
        let delay = animation.beginTime - application.now.seconds
        // The display is idle until the start; this call wakes it.
        if delay <= 0 && animation.delegate == nil { return }
        application.schedule(after: delay) { [weak animations] in
            guard let animations, animations.contains(animation) else { return }
            animation.delegate?.animationDidStart(animation)
        }
    }

    /// Removes animations from the view's layer, and shows the values without them.
    ///
    /// - Parameter remove: A closure that removes the animations.
    func removeLayerAnimations(_ remove: (LayerAnimations) -> Void) {
        guard let animations = layerAnimations else { return }
        updatePresentation {
            remove(animations)
            animations.refresh()
        }
        if animations.isEmpty { layerAnimations = nil }
    }
}
