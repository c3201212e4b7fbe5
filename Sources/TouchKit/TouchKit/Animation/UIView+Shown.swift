/// What is to be seen of a view while its properties move; drawing goes by it, touches don't.
extension UIView {
    /// The extent as it is to be seen.
    var shownBounds: CGRect { animated?.bounds?.shown ?? bounds }
    /// The middle as it is to be seen.
    var shownCenter: CGPoint { animated?.center?.shown ?? center }
    /// The transform as it is to be seen.
    var shownTransform: CGAffineTransform { animated?.transform?.shown ?? transform }
    /// The opacity as it is to be seen; a spring may swing beyond what there is.
    var shownAlpha: CGFloat {
        guard let alpha = animated?.alpha?.shown else { return alpha }
        return min(max(alpha, 0), 1)
    }

    /// The map to the superview's coordinates, as it is to be seen.
    var shownTransformToSuperview: CGAffineTransform {
        Self.transformToSuperview(
            bounds: shownBounds, center: shownCenter, transform: shownTransform)
    }

    /// The map to the coordinates in which the topmost view lies, as it is to be seen.
    var shownTransformToScreenRoot: CGAffineTransform {
        guard let superview else { return shownTransformToSuperview }
        return shownTransformToSuperview.concatenating(superview.shownTransformToScreenRoot)
    }

    /// How what the view draws is stretched while its extent moves: it draws as large as it will be,
    /// as with UIKit's `contentMode` of old. Nil where there is nothing to stretch.
    var contentStretch: CGAffineTransform? {
        guard let shown = animated?.bounds?.shown, shown != bounds else { return .identity }
        guard bounds.width > 0, bounds.height > 0 else { return nil }
        let x = shown.width / bounds.width
        let y = shown.height / bounds.height
        return CGAffineTransform(
            a: x, b: 0, c: 0, d: y, tx: shown.minX - bounds.minX * x,
            ty: shown.minY - bounds.minY * y)
    }

    /// Whether it and all views around it are there to be drawn, were they not fully transparent.
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

    /// The block that animates a change made now; nil where it isn't animated.
    private var activeBlock: AnimationBlock? {
        guard let block = AnimationBlock.current, AnimationBlock.areAnimationsEnabled,
            window?.application != nil
        else { return nil }
        return block
    }

    /// Begins, redirects or shifts an animation after a property has got another value.
    private func change(_ body: (ViewAnimations, AnimationBlock?) -> Void) {
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
        touchesAreBlocked = animations.blocksTouches
    }

    /// `bounds` has another value.
    func boundsChanged(from old: CGRect) {
        let shown = animated?.bounds?.shown ?? old
        change { ViewAnimations.change(&$0.bounds, from: old, to: bounds, in: $1) }
        geometryChanged(bounds: shown)
        if bounds.size != old.size { requestLayout() }
    }

    /// `center` has another value.
    func centerChanged(from old: CGPoint) {
        let shown = animated?.center?.shown ?? old
        change { ViewAnimations.change(&$0.center, from: old, to: center, in: $1) }
        geometryChanged(center: shown)
    }

    /// `transform` has another value.
    func transformChanged(from old: CGAffineTransform) {
        let shown = animated?.transform?.shown ?? old
        change { ViewAnimations.change(&$0.transform, from: old, to: transform, in: $1) }
        geometryChanged(transform: shown)
    }

    /// `alpha` has another value.
    func alphaChanged(from old: CGFloat) {
        change { ViewAnimations.change(&$0.alpha, from: old, to: alpha, in: $1) }
        setNeedsDisplayWithSubviews(asIfVisible: true)
    }

    /// `backgroundColor` has another value.
    func backgroundColorChanged(from old: UIColor?) {
        change {
            ViewAnimations.change(
                &$0.backdrop, from: Backdrop(old), to: Backdrop(backgroundColor), in: $1)
        }
        setNeedsDisplay()
        if animated?.bounds != nil { invalidateBackdrop() }
    }

    /// Moves what is to be seen, and has both drawn again: where it was and where it is.
    func showingChange(_ move: () -> Void) {
        let bounds = shownBounds
        let center = shownCenter
        let transform = shownTransform
        let alpha = shownAlpha
        let backdrop = animated?.backdrop?.shown
        move()
        if bounds != shownBounds || center != shownCenter || transform != shownTransform {
            geometryChanged(
                bounds: bounds, center: center, transform: transform,
                asIfVisible: alpha != shownAlpha)
        }
        if alpha != shownAlpha { setNeedsDisplayWithSubviews(asIfVisible: true) }
        if backdrop != animated?.backdrop?.shown { invalidateBackdrop() }
        if animated?.isEmpty == true { animated = nil }
    }

    private func invalidateBackdrop() {
        guard isOnScreen, let application = window?.application else { return }
        application.invalidate(shownBounds.applying(shownTransformToScreenRoot), clippedBy: self)
    }

    /// Stops what moves and shows it where it was to go.
    func stopAnimations() {
        guard let animated else { return }
        showingChange { animated.stop { $0.completeSoon() } }
        touchesAreBlocked = false
    }
}
