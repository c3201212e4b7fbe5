import TouchKitRaster

extension UIView {
    /// Records the drawing of the view and its subviews inside a region into the display list.
    ///
    /// A translucent view, and a view that clips its subviews to anything but an axis-aligned
    /// rectangle, is recorded as a layer, so that it fades as a whole or has antialiased edges.
    /// Axis-aligned clips are cut at pixel boundaries.
    ///
    /// - Parameters:
    ///   - region: The region of the canvas, in pixels.
    ///   - context: The context that receives the drawing calls.
    ///   - toCanvas: The transform from the superview's coordinate system to canvas pixels.
    ///   - opacity: The combined opacity of the ancestors that are nested too deeply for a layer.
    func record(
        _ region: Region, into context: DrawingContext, toCanvas: CGAffineTransform,
        opacity: CGFloat
    ) {
        guard isDrawn else { return }
        let map = presentationTransformToSuperview.concatenating(toCanvas)
        let box = PixelRect(covering: presentationBounds.applying(map))
        let part = Self.part(of: region, in: box)
        if part.isEmpty && clipsToBounds { return }
        var opacity = opacity
        var isMasked = clipsToBounds && (cornerRadius > 0 || !map.preservesAxes)
        let isLayer =
            (isMasked || (presentationAlpha < 1 && !paintsAtMostOneItem))
            && context.list.canAddLayer
        if isLayer {
            beginLayer(isMasked: isMasked, in: context.list, map)
        } else {
            opacity *= presentationAlpha
            isMasked = false
        }
        context.list.pushClip(box)
        if !part.isEmpty {
            recordContent(part, into: context, map, opacity: opacity, isMasked: isMasked)
        }
        if !clipsToBounds { context.list.popClip() }
        for view in subviews {
            view.record(region, into: context, toCanvas: map, opacity: opacity)
        }
        if clipsToBounds { context.list.popClip() }
        if isLayer { context.list.endLayer() }
    }

    /// Whether the view paints at most one item, so that it fades correctly without a layer.
    ///
    /// The result does not depend on the region: a picture that is composed in parts must equal a
    /// picture that is composed at once.
    private var paintsAtMostOneItem: Bool {
        guard subviews.isEmpty else { return false }
        let kind = type(of: self)
        if kind == UIView.self { return true }
        return kind == UIImageView.self && backgroundColor == nil
            && animated?.backgroundColor == nil
    }

    /// Invalidates a translucent view after it received its first subview or lost its last one,
    /// because fading with a layer rounds colours differently from fading without one.
    func subviewPresenceChanged() {
        if presentationAlpha < 1 { setNeedsDisplay() }
    }

    /// Begins a layer with the view's opacity, and with its rounded bounds as a mask if `isMasked`
    /// is set.
    private func beginLayer(isMasked: Bool, in list: DisplayList, _ map: CGAffineTransform) {
        guard isMasked else {
            list.beginLayer(opacity: presentationAlpha)
            return
        }
        list.beginLayer(opacity: presentationAlpha) { list in
            list.fill(presentationBounds, cornerRadius: cornerRadius, under: map, color: .white)
        }
    }

    /// Records the view's background and its own content.
    ///
    /// - Parameters:
    ///   - part: The part of the canvas, in pixels.
    ///   - context: The context that receives the drawing calls.
    ///   - map: The transform from the view's coordinate system to canvas pixels.
    ///   - opacity: The opacity of the content.
    ///   - isMasked: Whether a mask clips the background. The background is then drawn larger, so
    ///     that its edges are antialiased only by the mask.
    private func recordContent(
        _ part: PixelRect, into context: DrawingContext, _ map: CGAffineTransform,
        opacity: CGFloat, isMasked: Bool
    ) {
        context.begin(map: map, opacity: opacity)
        if let backgroundColor, backgroundColor.pattern != nil, animated?.backgroundColor == nil {
            context.fill(
                isMasked ? presentationBounds.insetBy(dx: -2, dy: -2) : presentationBounds,
                cornerRadius: isMasked ? 0 : cornerRadius, color: backgroundColor)
        } else if let color = backgroundPixelColor(opacity: opacity) {
            if isMasked {
                context.list.fill(
                    presentationBounds.applying(map).insetBy(dx: -2, dy: -2), color: color)
            } else {
                context.fill(presentationBounds, cornerRadius: cornerRadius, pixels: color)
            }
        }
        if let contentStretch {
            let contentMap = contentStretch.concatenating(map)
            context.begin(map: contentMap, opacity: opacity)
            draw(rectToDraw(part, contentMap))
        }
        context.end()
    }

    /// Returns the background colour, or its current value in a running animation, with the given
    /// opacity applied, or `nil` if there is no background.
    private func backgroundPixelColor(opacity: CGFloat) -> PixelColor? {
        if let moving = animated?.backgroundColor?.presentationValue {
            return moving.pixelColor(opacity: opacity)
        }
        return backgroundColor?.pixelColor(opacity: opacity)
    }

    /// Returns the bounding box of the intersection of a region and a rectangle.
    private static func part(of region: Region, in box: PixelRect) -> PixelRect {
        var part = PixelRect.empty
        for rect in region.rects { part = part.union(rect.intersection(box)) }
        return part
    }

    /// Returns the part of the view's bounds that covers a rectangle of canvas pixels.
    private func rectToDraw(_ part: PixelRect, _ map: CGAffineTransform) -> CGRect {
        CGRect(
            x: Double(part.minX), y: Double(part.minY), width: Double(part.width),
            height: Double(part.height)
        ).applying(map.inverted()).intersection(bounds)
    }
}
