/// The presentation values of a view: the values of its properties that a running animation
/// currently shows. Presentation values are used only for drawing.
extension UIView {
    /// The bounds as currently shown on the screen.
    var presentationBounds: CGRect {
        layerAnimations?.values?.animatedBounds ?? animated?.bounds?.presentationValue ?? bounds
    }
    /// The center as currently shown on the screen, in the superview's coordinates.
    var presentationCenter: CGPoint {
        layerAnimations?.values?.animatedPosition ?? animated?.center?.presentationValue ?? center
    }
    /// The transform as currently shown on the screen.
    var presentationTransform: CGAffineTransform {
        layerAnimations?.values?.animatedTransform ?? animated?.transform?.presentationValue
            ?? transform
    }
    /// The opacity as currently shown on the screen, clamped to 0…1 because a spring may overshoot.
    var presentationAlpha: CGFloat {
        if let opacity = layerAnimations?.values?.animatedOpacity { return opacity }
        guard let alpha = animated?.alpha?.presentationValue else { return alpha }
        return min(max(alpha, 0), 1)
    }

    /// The corner radius as currently shown on the screen.
    var presentationCornerRadius: CGFloat {
        if let layerAnimations, case .number(let radius)? = layerAnimations[.cornerRadius] {
            return radius
        }
        return cornerRadius
    }

    /// Returns the rectangle that the view paints if its bounds are `bounds`: larger than the
    /// bounds if its layer paints outside of them.
    func paintedRect(_ bounds: CGRect) -> CGRect {
        guard hasLayer, let extent = knownLayer?.paintedExtent, !clipsToBounds else {
            return bounds
        }
        return bounds.union(extent)
    }

    /// The transform from the view's coordinates to its superview's coordinates, as currently shown
    /// on the screen.
    var presentationTransformToSuperview: CGAffineTransform {
        if animated == nil && layerAnimations == nil { return transformToSuperview }
        return transformToSuperview(
            bounds: presentationBounds, center: presentationCenter, transform: presentationTransform
        )
    }

    /// The transform from the view's coordinates to screen coordinates, as currently shown during
    /// animations.
    ///
    /// For a view outside a window, the target is the coordinate space that contains its topmost
    /// superview.
    var presentationTransformToScreen: CGAffineTransform {
        guard let superview else { return presentationTransformToSuperview }
        return presentationTransformToSuperview.concatenating(
            superview.presentationTransformToScreen)
    }

    /// The transform that stretches the view's content, which is drawn for `bounds`, to
    /// `presentationBounds`; `nil` if `bounds` is empty.
    ///
    /// During an animation of its bounds, a view draws its content in the final size, as with
    /// UIKit's content mode `.scaleToFill`.
    var contentStretch: CGAffineTransform? {
        if animated == nil && layerAnimations == nil { return .identity }
        return ContentMode.scaleToFill.transform(from: bounds, to: presentationBounds)
    }

    /// Whether the view is in a window and neither the view nor a superview is hidden; opacity is
    /// ignored.
    var isInVisibleWindow: Bool {
        var view: UIView? = self
        while let current = view {
            if current.isHidden { return false }
            if current is UIWindow { return true }
            view = current.superview
        }
        return false
    }

    // MARK: Changes

    /// The `animate` block that currently animates property changes, or `nil` if property changes
    /// are not animated.
    private var activeBlock: AnimationBlock? {
        guard let block = AnimationBlock.current, AnimationBlock.areAnimationsEnabled,
            window?.application != nil
        else { return nil }
        return block
    }

    /// Updates the view's animations after a property changed, and registers them with the
    /// animator.
    ///
    /// - Parameter body: A closure that starts, redirects or shifts the animation of the changed
    ///   property.
    private func updateAnimations(_ body: (ViewAnimations, AnimationBlock?) -> Void) {
        defer { layerAnimations?.refresh() }
        let block = activeBlock
        guard block != nil || animated != nil else { return }
        let animations = animated ?? ViewAnimations(view: self)
        body(animations, block)
        if animations.isEmpty {
            animated = nil
        } else {
            animated = animations
            window?.application?.viewAnimator.add(animations)
        }
        isTouchBlockedByAnimation = animations.blocksTouches
    }

    /// Animates a change of `bounds` inside an `animate` block, marks the changed area as damaged,
    /// and requests layout if the size has changed.
    func boundsDidChange(from old: CGRect) {
        let presented =
            layerAnimations?.values?.animatedBounds ?? animated?.bounds?.presentationValue ?? old
        updateAnimations { ViewAnimations.change(&$0.bounds, from: old, to: bounds, in: $1) }
        if redrawsWithBounds { needsContent = true }
        invalidateGeometryChange(bounds: presented)
        guard bounds.size != old.size else { return }
        requestLayout()
        autoresizeSubviews(from: old.size)
    }

    /// Animates a change of `center` inside an `animate` block, and marks the changed area as
    /// damaged.
    func centerDidChange(from old: CGPoint) {
        let presented =
            layerAnimations?.values?.animatedPosition ?? animated?.center?.presentationValue ?? old
        updateAnimations { ViewAnimations.change(&$0.center, from: old, to: center, in: $1) }
        invalidateGeometryChange(center: presented)
    }

    /// Animates a change of `transform` inside an `animate` block, and marks the changed area as
    /// damaged.
    func transformDidChange(from old: CGAffineTransform) {
        let presented =
            layerAnimations?.values?.animatedTransform ?? animated?.transform?.presentationValue
            ?? old
        updateAnimations { ViewAnimations.change(&$0.transform, from: old, to: transform, in: $1) }
        invalidateGeometryChange(transform: presented)
    }

    /// Animates a change of `alpha` inside an `animate` block, and marks the changed area as
    /// damaged.
    func alphaDidChange(from old: CGFloat) {
        updateAnimations { ViewAnimations.change(&$0.alpha, from: old, to: alpha, in: $1) }
        setNeedsDisplayWithSubviews(asIfVisible: true)
    }

    /// Animates a change of `backgroundColor` inside an `animate` block, and marks the changed area
    /// as damaged.
    func backgroundColorDidChange(from old: UIColor?) {
        updateAnimations {
            let style = userInterfaceStyle
            ViewAnimations.change(
                &$0.backgroundColor, from: AnimatableColor(old, style: style),
                to: AnimatableColor(backgroundColor, style: style), in: $1)
        }
        invalidate(bounds)
        if animated?.bounds != nil || hasLayer { invalidateBackground() }
    }

    /// Runs a closure that changes presentation values, and marks the view's old and new areas on
    /// the screen as damaged.
    func updatePresentation(_ update: () -> Void) {
        let bounds = presentationBounds
        let center = presentationCenter
        let transform = presentationTransform
        let alpha = presentationAlpha
        let background = animated?.backgroundColor?.presentationValue
        let hadContent = layerAnimations?.values?.content.isEmpty == false
        if hadContent { setNeedsDisplayWithSubviews() }
        update()
        if bounds != presentationBounds || center != presentationCenter
            || transform != presentationTransform
        {
            invalidateGeometryChange(
                bounds: bounds, center: center, transform: transform,
                asIfVisible: alpha != presentationAlpha)
        }
        if alpha != presentationAlpha { setNeedsDisplayWithSubviews(asIfVisible: true) }
        if background != animated?.backgroundColor?.presentationValue { invalidateBackground() }
        if hadContent || layerAnimations?.values?.content.isEmpty == false {
            setNeedsDisplayWithSubviews()
        }
        if hasLayer { knownLayer?.maskDidChange() }
        if animated?.isEmpty == true { animated = nil }
    }

    /// Marks the view's area on the screen as damaged.
    private func invalidateBackground() {
        guard isOnScreen, let application = window?.application else { return }
        application.invalidate(
            paintedRect(presentationBounds).applying(presentationTransformToScreen),
            clippedBy: self)
    }

    /// Stops all animations of the view, shows the properties' end values and schedules the
    /// completion handlers.
    func stopAnimations() {
        guard let animated else { return }
        updatePresentation { animated.stop { $0.scheduleCompletion() } }
        isTouchBlockedByAnimation = false
    }
}
