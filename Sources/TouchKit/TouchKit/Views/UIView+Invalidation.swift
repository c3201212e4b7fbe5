import TouchKitRaster

extension UIView {
    /// A part of the view has to be drawn again.
    func invalidate(_ rect: CGRect) {
        guard isOnScreen, let window, let application = window.application else { return }
        guard let contentStretch else { return }
        application.invalidate(
            rect.intersection(bounds).applying(contentStretch).applying(shownTransformToScreenRoot),
            clippedBy: self)
    }

    /// What stroking a path paints has to be drawn again; ours, not UIKit's.
    ///
    /// Slices of each line are invalidated instead of the box around it: a diagonal across the screen
    /// costs what the line costs, not what the screen costs.
    public func setNeedsDisplay(strokeOf path: UIBezierPath) {
        guard isOnScreen, let application = window?.application, let contentStretch else { return }
        let toScreen = contentStretch.concatenating(shownTransformToScreenRoot)
        let visible = application.visiblePixels(of: bounds.applying(toScreen), in: self)
        let scale = application.screen.scale
        let toPixels = toScreen.concatenating(CGAffineTransform(scaleX: scale, y: scale))
        let reach = Self.reach(ofStrokeOf: path, toPixels)
        path.forEachPiece { piece in
            var slices = LineSlices(
                from: piece.start.applying(toPixels), to: piece.end.applying(toPixels),
                reach: reach, within: visible)
            while let slice = slices.next() { application.invalidate(slice) }
        }
    }

    /// Whether something of a rectangle may have to be drawn, in the running `draw(_:)`; AppKit's, not UIKit's.
    ///
    /// What `draw(_:)` is given is the box around all that has to be drawn: of two corners, that is the whole
    /// view. Who draws many small things asks for each, and leaves out those in between.
    public func needsToDraw(_ rect: CGRect) -> Bool {
        DrawingContext.current?.needsToDraw(rect) ?? true
    }

    /// How far from its line a stroke can leave pixels: half its width, which is painted at least a
    /// pixel wide, and half a pixel's diagonal for its soft edge.
    private static func reach(
        ofStrokeOf path: UIBezierPath, _ toPixels: CGAffineTransform
    ) -> CGFloat {
        let half = max(path.lineWidth * toPixels.stretch, 1) / 2
        var reach = half
        // A square end's corners lie a half width beyond the end and a half width to the side.
        if path.lineCapStyle == .square { reach = half * 1.5 }
        if path.lineJoinStyle == .miter, !path.path.isSingleLine {
            reach = max(reach, half * max(path.miterLimit, 1))
        }
        return reach + 0.75
    }

    /// It and everything in it has to be drawn again.
    ///
    /// - Parameter asIfVisible: Whether its own being hidden counts for nothing, because that is
    ///   what changed.
    func setNeedsDisplayWithSubviews(asIfVisible: Bool = false) {
        guard asIfVisible || isDrawn, superview?.isOnScreen ?? (self is UIWindow),
            let application = window?.application
        else { return }
        invalidateTree(in: application)
    }

    private func invalidateTree(in application: UIApplication) {
        application.invalidate(shownBounds.applying(shownTransformToScreenRoot), clippedBy: self)
        if clipsToBounds { return }
        for view in subviews where view.isDrawn { view.invalidateTree(in: application) }
    }

    /// Whether it would be drawn, were its superviews.
    var isDrawn: Bool { !isHidden && shownAlpha > 0 }

    /// Whether it and all views around it are drawn.
    var isOnScreen: Bool {
        var view: UIView? = self
        while let current = view {
            if !current.isDrawn { return false }
            if current is UIWindow { return true }
            view = current.superview
        }
        return false
    }

    /// The place where it was to be seen and the one where it is have to be drawn again; what isn't
    /// given hasn't changed.
    ///
    /// - Parameter asIfVisible: Whether its own opacity counts for nothing, because that changed too.
    func geometryChanged(
        bounds oldBounds: CGRect? = nil, center oldCenter: CGPoint? = nil,
        transform oldTransform: CGAffineTransform? = nil, asIfVisible: Bool = false
    ) {
        guard asIfVisible || isDrawn, superview?.isOnScreen ?? (self is UIWindow),
            let application = window?.application
        else { return }
        let oldBounds = oldBounds ?? shownBounds
        let before = Self.transformToSuperview(
            bounds: oldBounds, center: oldCenter ?? shownCenter,
            transform: oldTransform ?? shownTransform
        ).concatenating(superview?.shownTransformToScreenRoot ?? .identity)
        invalidateOldPlace(before, oldBounds, in: application)
        invalidateTree(in: application)
    }

    private func invalidateOldPlace(
        _ toScreen: CGAffineTransform, _ oldBounds: CGRect, in application: UIApplication
    ) {
        application.invalidate(oldBounds.applying(toScreen), clippedBy: superview)
        if clipsToBounds { return }
        for view in subviews where view.isDrawn {
            view.invalidateOldPlace(
                view.shownTransformToSuperview.concatenating(toScreen), view.shownBounds,
                in: application)
        }
    }
}
