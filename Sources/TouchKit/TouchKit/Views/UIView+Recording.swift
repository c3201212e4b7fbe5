import TouchKitRaster

extension UIView {
    /// Records what it and its subviews draw inside a region.
    ///
    /// A view that is translucent fades as a whole, and one that clips its subviews along anything
    /// but an upright rectangle has soft edges: each of both is a layer of the display list. Upright
    /// clips are cut at whole pixels.
    ///
    /// - Parameters:
    ///   - region: The part of the canvas, in pixels.
    ///   - context: Where drawing calls go.
    ///   - toCanvas: The map from the superview's coordinates to canvas pixels.
    ///   - opacity: How opaque the views around it are that are nested too deeply to fade as a
    ///     whole.
    func record(
        _ region: Region, into context: DrawingContext, toCanvas: CGAffineTransform,
        opacity: CGFloat
    ) {
        guard isDrawn else { return }
        let map = shownTransformToSuperview.concatenating(toCanvas)
        let box = PixelRect(covering: shownBounds.applying(map))
        let part = Self.part(of: region, in: box)
        if part.isEmpty && clipsToBounds { return }
        var opacity = opacity
        var isMasked = clipsToBounds && (cornerRadius > 0 || !map.keepsAxes)
        let isLayer = (isMasked || (shownAlpha < 1 && !isOnePiece)) && context.list.takesLayer
        if isLayer {
            beginLayer(isMasked: isMasked, in: context.list, map)
        } else {
            opacity *= shownAlpha
            isMasked = false
        }
        context.list.pushClip(box)
        if !part.isEmpty {
            recordOwn(part, into: context, map, opacity: opacity, isMasked: isMasked)
        }
        if !clipsToBounds { context.list.popClip() }
        for view in subviews {
            view.record(region, into: context, toCanvas: map, opacity: opacity)
        }
        if clipsToBounds { context.list.popClip() }
        if isLayer { context.list.endLayer() }
    }

    /// Whether one thing is painted at most: then there is no need to fade it as a whole. The answer
    /// mustn't depend on the region: what is drawn in parts has to look as if drawn at once.
    private var isOnePiece: Bool {
        guard subviews.isEmpty else { return false }
        let kind = type(of: self)
        if kind == UIView.self { return true }
        return kind == UIImageView.self && backgroundColor == nil && animated?.backdrop == nil
    }

    /// It has got its first subview or lost its last one. A translucent view fades in another way
    /// then, which rounds its colours otherwise.
    func pieceCountChanged() {
        if shownAlpha < 1 { setNeedsDisplay() }
    }

    private func beginLayer(isMasked: Bool, in list: DisplayList, _ map: CGAffineTransform) {
        guard isMasked else {
            list.beginLayer(opacity: shownAlpha)
            return
        }
        list.beginLayer(opacity: shownAlpha) { list in
            list.fill(shownBounds, cornerRadius: cornerRadius, under: map, color: .white)
        }
    }

    /// Records its background and what it draws itself.
    ///
    /// - Parameter isMasked: Whether a mask gives the background its edges: then it goes beyond
    ///   them, so that they aren't softened twice.
    private func recordOwn(
        _ part: PixelRect, into context: DrawingContext, _ map: CGAffineTransform,
        opacity: CGFloat, isMasked: Bool
    ) {
        context.begin(map: map, opacity: opacity)
        if let backgroundColor, backgroundColor.pattern != nil, animated?.backdrop == nil {
            context.fill(
                isMasked ? shownBounds.insetBy(dx: -2, dy: -2) : shownBounds,
                cornerRadius: isMasked ? 0 : cornerRadius, color: backgroundColor)
        } else if let color = backdrop(opacity: opacity) {
            if isMasked {
                context.list.fill(shownBounds.applying(map).insetBy(dx: -2, dy: -2), color: color)
            } else {
                context.fill(shownBounds, cornerRadius: cornerRadius, pixels: color)
            }
        }
        if let contentStretch {
            let contentMap = contentStretch.concatenating(map)
            context.begin(map: contentMap, opacity: opacity)
            draw(rectToDraw(part, contentMap))
        }
        context.end()
    }

    /// The background as it is to be seen; nil where there is none.
    private func backdrop(opacity: CGFloat) -> PixelColor? {
        if let moving = animated?.backdrop?.shown { return moving.pixelColor(opacity: opacity) }
        return backgroundColor?.pixelColor(opacity: opacity)
    }

    /// The box around what a region has of a rectangle.
    private static func part(of region: Region, in box: PixelRect) -> PixelRect {
        var part = PixelRect.empty
        for rect in region.rects { part = part.union(rect.intersection(box)) }
        return part
    }

    /// The part of the view, in its own coordinates, that covers canvas pixels.
    private func rectToDraw(_ part: PixelRect, _ map: CGAffineTransform) -> CGRect {
        CGRect(
            x: Double(part.minX), y: Double(part.minY), width: Double(part.width),
            height: Double(part.height)
        ).applying(map.inverted()).intersection(bounds)
    }
}
