import Raster

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
    /// A few boxes along each line are invalidated instead of one around it: a diagonal across the
    /// screen costs what the line costs, not what the screen costs.
    public func setNeedsDisplay(strokeOf path: UIBezierPath) {
        guard isOnScreen, let application = window?.application, let contentStretch else { return }
        let toScreen = contentStretch.concatenating(shownTransformToScreenRoot)
        let visible = bounds.applying(toScreen)
        let reach = reach(ofStrokeOf: path, toScreen, pixel: 1 / application.screen.scale)
        path.forEachPiece { piece in
            let start = piece.start.applying(toScreen)
            let end = piece.end.applying(toScreen)
            let boxes = Self.boxCount(from: start, to: end)
            for index in 0..<boxes {
                let box = Self.box(index, of: boxes, from: start, to: end)
                    .insetBy(dx: -reach, dy: -reach)
                application.invalidate(box.intersection(visible), clippedBy: self)
            }
        }
    }

    /// How far from its line a stroke can leave pixels, in points of the screen: half its width,
    /// which is painted at least a pixel wide, and a pixel for its soft edge.
    private func reach(
        ofStrokeOf path: UIBezierPath, _ toScreen: CGAffineTransform, pixel: CGFloat
    ) -> CGFloat {
        let half = max(path.lineWidth * toScreen.stretch, pixel) / 2
        var reach = half
        // A square end's corners lie a half width beyond the end and a half width to the side.
        if path.lineCapStyle == .square { reach = half * 1.5 }
        if path.lineJoinStyle == .miter, !path.path.isSingleLine {
            reach = max(reach, half * max(path.miterLimit, 1))
        }
        return reach + pixel
    }

    /// One box for a line along an axis, up to 8 for a slanted one: the boxes of all lines of a
    /// frame have to find room in one region.
    private static func boxCount(from start: CGPoint, to end: CGPoint) -> Int {
        let extent = min(abs(end.x - start.x), abs(end.y - start.y))
        return extent.isFinite ? Int(min(max(extent / 24, 1), 8)) : 1
    }

    /// The box around one of the equal pieces of a line.
    private static func box(
        _ index: Int, of count: Int, from start: CGPoint, to end: CGPoint
    ) -> CGRect {
        let from = Double(index) / Double(count)
        let to = Double(index + 1) / Double(count)
        let first = CGPoint(
            x: start.x + (end.x - start.x) * from, y: start.y + (end.y - start.y) * from)
        let last = CGPoint(x: start.x + (end.x - start.x) * to, y: start.y + (end.y - start.y) * to)
        return CGRect(
            x: min(first.x, last.x), y: min(first.y, last.y), width: abs(last.x - first.x),
            height: abs(last.y - first.y))
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
