import TouchKitRaster

extension UIView {
    /// Adds a rectangle of the view to the application's damage.
    func invalidate(_ rect: CGRect) {
        guard isOnScreen, let window, let application = window.application else { return }
        guard let contentStretch else { return }
        application.invalidate(
            rect.intersection(bounds).applying(contentStretch).applying(
                presentationTransformToScreen),
            clippedBy: self)
    }

    /// Marks the pixels that stroking a path paints as needing to be redrawn. Not part of UIKit.
    ///
    /// Each line is invalidated in slices instead of its bounding box, so that a diagonal line
    /// across the screen does not redraw the whole screen.
    public func setNeedsDisplay(strokeOf path: UIBezierPath) {
        // The margin includes a pixel for the interpolation of a bitmap that is not shown pixel
        // for pixel.
        let margin = Self.reach(ofStrokeOf: path, .identity) + 1
        let box = path.bounds.insetBy(dx: -margin, dy: -margin)
        if invalidateContent(box) { return invalidate(bounds) }
        guard isOnScreen, let application = window?.application, let contentStretch else { return }
        let toScreen = contentStretch.concatenating(presentationTransformToScreen)
        let visible = application.visiblePixels(of: bounds.applying(toScreen), in: self)
        let scale = application.screen.scale
        let toPixels = toScreen.concatenating(CGAffineTransform(scaleX: scale, y: scale))
        if Self.hasBackingStore && !toPixels.keepsPixels(from: bounds.origin, scale: scale) {
            return invalidate(box)
        }
        let reach = Self.reach(ofStrokeOf: path, toPixels)
        path.forEachSegment { segment in
            var slices = LineSlices(
                from: segment.start.applying(toPixels), to: segment.end.applying(toPixels),
                reach: reach, within: visible)
            while let slice = slices.next() { application.invalidate(slice) }
        }
    }

    /// Marks the pixels of a straight line with round caps, before and after one of its ends moved,
    /// as needing to be redrawn. Not part of UIKit.
    ///
    /// The view must have no backing store. Both positions are marked in common slices. Marking
    /// them one after the other would divide their overlapping slices into many small rectangles.
    ///
    /// - Parameters:
    ///   - start: The end of the line that does not move, in the view's coordinates.
    ///   - end: The new position of the other end.
    ///   - oldEnd: The old position of the other end.
    ///   - width: The line width, in points.
    package func setNeedsDisplay(
        lineFrom start: CGPoint, to end: CGPoint, movedFrom oldEnd: CGPoint, width: CGFloat
    ) {
        guard isOnScreen, let application = window?.application, let contentStretch else { return }
        let toScreen = contentStretch.concatenating(presentationTransformToScreen)
        let visible = application.visiblePixels(of: bounds.applying(toScreen), in: self)
        let scale = application.screen.scale
        let toPixels = toScreen.concatenating(CGAffineTransform(scaleX: scale, y: scale))
        let reach = max(width * toPixels.stretch, 1) / 2 + 0.75
        let fixed = start.applying(toPixels)
        let new = LineSlices(from: fixed, to: end.applying(toPixels), reach: reach, within: visible)
        let old = LineSlices(
            from: fixed, to: oldEnd.applying(toPixels), reach: reach, within: visible)
        LineSlices.forEachSlice(of: old, and: new) { slice in
            // Pixels are composed and compared in groups of eight columns.
            let groups = PixelRect(
                minX: slice.minX & ~7, minY: slice.minY, maxX: (slice.maxX + 7) & ~7,
                maxY: slice.maxY)
            application.invalidate(groups.intersection(visible))
        }
    }

    /// Calls `body` with the application and each visible rectangle of a region, in canvas pixels.
    ///
    /// The rectangles are moved to the canvas without conversion to points and back. This requires
    /// that the view shows the region's pixels without scaling and rotation at whole pixels.
    ///
    /// - Parameters:
    ///   - region: The region, in pixels from the origin of the view's bounds.
    ///   - scale: The number of the region's pixels per point.
    ///   - body: A closure that marks a rectangle as damaged. Not called for an invisible view.
    /// - Returns: Whether the region was handled. If not, the caller must convert it to points.
    func forEachCanvasRect(
        of region: Region, scale: CGFloat, _ body: (UIApplication, PixelRect) -> Void
    ) -> Bool {
        if region.isEmpty { return true }
        let box = CGRect(pixels: region.bounds, scale: scale)
        if invalidateContent(box.offsetBy(dx: bounds.minX, dy: bounds.minY)) { return false }
        guard isOnScreen, let application = window?.application, let contentStretch else {
            return true
        }
        let toScreen = contentStretch.concatenating(presentationTransformToScreen)
        guard scale == application.screen.scale, toScreen.a == 1, toScreen.d == 1, toScreen.b == 0,
            toScreen.c == 0
        else { return false }
        let bounds = bounds
        let (x, y) = ((bounds.minX + toScreen.tx) * scale, (bounds.minY + toScreen.ty) * scale)
        guard let column = Int(exactly: x), let row = Int(exactly: y) else { return false }
        let visible = application.visiblePixels(of: bounds.applying(toScreen), in: self)
        for rect in region.rects {
            let moved = PixelRect(
                minX: rect.minX + column, minY: rect.minY + row, maxX: rect.maxX + column,
                maxY: rect.maxY + row)
            body(application, moved.intersection(visible))
        }
        return true
    }

    /// Returns whether the specified rectangle intersects the damage that is being redrawn by the
    /// current `draw(_:)`. The method corresponds to AppKit's `NSView.needsToDraw(_:)`; UIKit has
    /// no equivalent.
    ///
    /// The argument of `draw(_:)` is the bounding box of all damage. A view without a backing
    /// store that draws many small items can skip those that do not intersect the damage. For a
    /// view with a backing store, the damage is that bounding box. Outside of `draw(_:)` the
    /// result is `true`.
    public func needsToDraw(_ rect: CGRect) -> Bool {
        DrawingContext.current?.needsToDraw(rect) ?? true
    }

    /// Returns the distance from a path, in pixels, within which stroking it can change pixels.
    ///
    /// The distance is half the line width, which is at least one pixel, extended for square caps
    /// and mitered joins, plus half the diagonal of a pixel for antialiasing.
    private static func reach(
        ofStrokeOf path: UIBezierPath, _ toPixels: CGAffineTransform
    ) -> CGFloat {
        let half = max(path.lineWidth * toPixels.stretch, 1) / 2
        var reach = half
        // The corners of a square cap are half a line width beyond the end and to the side.
        if path.lineCapStyle == .square { reach = half * 1.5 }
        if path.lineJoinStyle == .miter, !path.path.isSingleLine {
            reach = max(reach, half * max(path.miterLimit, 1))
        }
        return reach + 0.75
    }

    /// Invalidates the view and its descendants.
    ///
    /// - Parameter asIfVisible: Whether to invalidate the view even if it is hidden or transparent
    ///   now, because its visibility has changed.
    func setNeedsDisplayWithSubviews(asIfVisible: Bool = false) {
        guard asIfVisible || isDrawn, superview?.isOnScreen ?? (self is UIWindow),
            let application = window?.application
        else { return }
        invalidateTree(in: application)
    }

    /// Invalidates the current area of the view and, if it does not clip, of its descendants.
    private func invalidateTree(in application: UIApplication) {
        let area = paintedRect(presentationBounds)
        application.invalidate(area.applying(presentationTransformToScreen), clippedBy: self)
        if !clipsToBounds {
            invalidateDescendants(outside: area, toAncestor: .identity, in: application)
        }
    }

    /// Invalidates the descendants that paint outside of an area that was already invalidated.
    ///
    /// - Parameters:
    ///   - area: The area, in the coordinate system of an ancestor or of the view itself.
    ///   - toAncestor: The transform from the view's coordinate system to that of the area.
    ///   - application: The application that collects the damage.
    private func invalidateDescendants(
        outside area: CGRect, toAncestor: CGAffineTransform, in application: UIApplication
    ) {
        for view in nodes where view.isDrawn {
            let map = view.presentationTransformToSuperview.concatenating(toAncestor)
            guard area.contains(view.paintedRect(view.presentationBounds).applying(map)) else {
                view.invalidateTree(in: application)
                continue
            }
            if !view.clipsToBounds {
                view.invalidateDescendants(outside: area, toAncestor: map, in: application)
            }
        }
    }

    /// Whether the view is neither hidden nor fully transparent, regardless of its ancestors.
    var isDrawn: Bool { !isHidden && presentationAlpha > 0 }

    /// Whether the view and its ancestors are neither hidden nor fully transparent, and the topmost
    /// ancestor is a window.
    var isOnScreen: Bool {
        var view: UIView? = self
        while let current = view {
            if !current.isDrawn { return false }
            if current is UIWindow { return true }
            view = current.superview
        }
        return false
    }

    /// Invalidates the old and the new area of the view and its descendants after a geometry
    /// change.
    ///
    /// - Parameters:
    ///   - oldBounds: The previous bounds, or `nil` if unchanged.
    ///   - oldCenter: The previous center, or `nil` if unchanged.
    ///   - oldTransform: The previous transform, or `nil` if unchanged.
    ///   - asIfVisible: Whether to invalidate the view even if it is hidden or transparent now,
    ///     because its visibility has also changed.
    func invalidateGeometryChange(
        bounds oldBounds: CGRect? = nil, center oldCenter: CGPoint? = nil,
        transform oldTransform: CGAffineTransform? = nil, asIfVisible: Bool = false
    ) {
        guard asIfVisible || isDrawn, superview?.isOnScreen ?? (self is UIWindow),
            let application = window?.application
        else { return }
        let oldBounds = oldBounds ?? presentationBounds
        let before = transformToSuperview(
            bounds: oldBounds, center: oldCenter ?? presentationCenter,
            transform: oldTransform ?? presentationTransform
        ).concatenating(superview?.presentationTransformToScreen ?? .identity)
        invalidateOldArea(before, oldBounds, in: application)
        invalidateTree(in: application)
    }

    /// Invalidates the area that the view and its descendants covered before a geometry change.
    private func invalidateOldArea(
        _ toScreen: CGAffineTransform, _ oldBounds: CGRect, in application: UIApplication
    ) {
        application.invalidate(
            paintedRect(oldBounds).applying(toScreen), clippedBy: superview)
        if clipsToBounds { return }
        for view in nodes where view.isDrawn {
            view.invalidateOldArea(
                view.presentationTransformToSuperview.concatenating(toScreen),
                view.presentationBounds,
                in: application)
        }
    }
}
