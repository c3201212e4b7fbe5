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
        node.addLayerAnimation(anim.copy(), forKey: key)
    }

    /// Removes the animation object with the specified key. Its delegate receives `false`.
    public func removeAnimation(forKey key: String) {
        node.removeLayerAnimations { $0.remove(forKey: key) }
    }

    /// Removes all animations attached to the layer, including those of `UIView.animate`.
    public func removeAllAnimations() {
        node.removeAllAnimations()
    }

    /// Returns the layer's copy of the animation with the specified key, or `nil` if there is none.
    public func animation(forKey key: String) -> CAAnimation? {
        node.layerAnimations?.animation(forKey: key)
    }

    /// Returns the keys of the layer's animations in the order of their addition, or `nil` if there
    /// are none.
    public func animationKeys() -> [String]? {
        guard let keys = node.layerAnimations?.keys, !keys.isEmpty else { return nil }
        return keys
    }
}

extension UIView {
    /// The values of the animatable properties without the layer's explicit animations.
    var valuesWithoutLayerAnimations: LayerValues {
        LayerValues(
            position: animated?.center?.presentationValue ?? center,
            opacity: min(max(animated?.alpha?.presentationValue ?? alpha, 0), 1),
            transform: animated?.transform?.presentationValue ?? transform,
            bounds: animated?.bounds?.presentationValue ?? bounds, layer: layer)
    }

    /// Adds an animation to the view's layer, and shows its first values.
    func addLayerAnimation(_ animation: CAAnimation, forKey key: String?) {
        let application = window?.application ?? UIApplication.shared
        let animations = layerAnimations ?? LayerAnimations(view: self)
        animation.prepare(for: userInterfaceStyle)
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
