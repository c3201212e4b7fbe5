import Raster

extension UIView {
    /// The whole view has to be drawn again.
    public func setNeedsDisplay() {
        setNeedsDisplay(bounds)
    }

    /// A part of the view has to be drawn again; it will be, in the next frame.
    public func setNeedsDisplay(_ rect: CGRect) {
        guard isOnScreen, let window, let application = window.application else { return }
        application.invalidate(
            rect.intersection(bounds).applying(transformToScreenRoot), clippedBy: self)
    }

    /// What stroking a path paints has to be drawn again; ours, not UIKit's.
    ///
    /// A few boxes along the line are invalidated instead of one around it: a diagonal across the
    /// screen costs what the line costs, not what the screen costs.
    public func setNeedsDisplay(strokeOf path: UIBezierPath) {
        guard isOnScreen else { return }
        path.forEachSegment { start, end in
            let reach = path.lineWidth + 1
            let steps = max(
                1, min(8, Int(max(abs(end.x - start.x), abs(end.y - start.y)) / 48)))
            for step in 0..<steps {
                let from = Self.between(start, end, Double(step) / Double(steps))
                let to = Self.between(start, end, Double(step + 1) / Double(steps))
                setNeedsDisplay(
                    CGRect(
                        x: min(from.x, to.x), y: min(from.y, to.y), width: abs(to.x - from.x),
                        height: abs(to.y - from.y)
                    ).insetBy(dx: -reach, dy: -reach))
            }
        }
    }

    private static func between(_ from: CGPoint, _ to: CGPoint, _ part: Double) -> CGPoint {
        CGPoint(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part)
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
        application.invalidate(bounds.applying(transformToScreenRoot), clippedBy: self)
        if clipsToBounds { return }
        for view in subviews where view.isDrawn { view.invalidateTree(in: application) }
    }

    /// Whether it would be drawn, were its superviews.
    var isDrawn: Bool { !isHidden && alpha > 0 }

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

    /// The old and the new place have to be drawn again.
    func geometryChanged(
        bounds oldBounds: CGRect? = nil, center oldCenter: CGPoint? = nil,
        transform oldTransform: CGAffineTransform? = nil
    ) {
        guard isOnScreen, let application = window?.application else { return }
        let before =
            CGAffineTransform(
                translationX: -(oldBounds ?? bounds).midX, y: -(oldBounds ?? bounds).midY
            )
            .concatenating(oldTransform ?? transform)
            .concatenating(
                CGAffineTransform(
                    translationX: (oldCenter ?? center).x, y: (oldCenter ?? center).y)
            )
            .concatenating(superview?.transformToScreenRoot ?? .identity)
        invalidateOldPlace(before, oldBounds ?? bounds, in: application)
        invalidateTree(in: application)
    }

    private func invalidateOldPlace(
        _ toScreen: CGAffineTransform, _ oldBounds: CGRect, in application: UIApplication
    ) {
        application.invalidate(oldBounds.applying(toScreen), clippedBy: superview)
        if clipsToBounds { return }
        for view in subviews where view.isDrawn {
            view.invalidateOldPlace(
                view.transformToSuperview.concatenating(toScreen), view.bounds, in: application)
        }
    }
}
