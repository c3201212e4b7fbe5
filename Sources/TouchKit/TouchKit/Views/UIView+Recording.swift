import TouchKitRaster

extension UIView {
    /// Records the drawing commands of the view and its subviews that affect `region`.
    ///
    /// A translucent view is recorded as a layer, so that its alpha applies to the composed view
    /// and subviews. A view that clips its subviews to a shape other than an axis-aligned rectangle
    /// is also recorded as a layer, so that its edges are antialiased. An axis-aligned clip is
    /// extended to whole pixels.
    ///
    /// - Parameters:
    ///   - region: The region to repaint, in canvas pixels.
    ///   - context: The context that receives the drawing calls.
    ///   - toCanvas: The transform from the superview's coordinate system to canvas pixels.
    ///   - opacity: The product of the alpha values of the ancestors that are recorded without a
    ///     layer, for example because the maximum layer depth was reached.
    func record(
        _ region: Region, into context: DrawingContext, toCanvas: CGAffineTransform,
        opacity: CGFloat
    ) {
        guard isDrawn else { return }
        let outerStyle = context.style
        if overrideUserInterfaceStyle != .unspecified { context.style = overrideUserInterfaceStyle }
        defer { context.style = outerStyle }
        let map = presentationTransformToSuperview.concatenating(toCanvas)
        let box = PixelRect(covering: paintedRect(presentationBounds).applying(map))
        let dirtyRect = Self.boundsOfIntersection(of: region, with: box)
        if dirtyRect.isEmpty && clipsToBounds { return }
        let hasMask = beginMask(in: context.list, map)
        defer { if hasMask { context.list.endLayer() } }
        var opacity = opacity
        var isMasked = clipsToBounds && (presentationCornerRadius > 0 || !map.preservesAxes)
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
        if !dirtyRect.isEmpty && !drawsNothing {
            recordContent(dirtyRect, into: context, map, opacity: opacity, isMasked: isMasked)
        }
        if !clipsToBounds { context.list.popClip() }
        for view in ordersNodesByDepth ? nodesByDepth : nodes {
            view.record(region, into: context, toCanvas: map, opacity: opacity)
        }
        if hasLayer, !dirtyRect.isEmpty, let knownLayer, knownLayer.shownBorderWidth > 0 {
            knownLayer.recordBorder(into: context, map, opacity: opacity)
        }
        if clipsToBounds { context.list.popClip() }
        if isLayer { context.list.endLayer() }
    }

    /// Whether the view paints at most one item, so that its alpha can be applied without a layer.
    ///
    /// The result does not depend on the region to repaint, because a picture that is composed in
    /// parts must equal a picture that is composed as a whole.
    private var paintsAtMostOneItem: Bool {
        guard nodes.isEmpty, !layerPaints else { return false }
        let kind = type(of: self)
        if kind == UIView.self || kind == LayerNode.self { return true }
        return kind == UIImageView.self && backgroundColor == nil
            && animated?.backgroundColor == nil
    }

    /// Whether the view's layer paints more than the view's background.
    private var layerPaints: Bool { hasLayer && knownLayer?.paints == true }

    /// Whether the view only groups its subviews: a plain view or window without background.
    private var drawsNothing: Bool {
        guard backgroundColor == nil, animated?.backgroundColor == nil, layerAnimations == nil,
            !layerPaints
        else { return false }
        let kind = type(of: self)
        return kind == UIView.self || kind == UIWindow.self || kind == LayerNode.self
    }

    /// Invalidates the view if it is translucent, after the first subview was added or the last
    /// subview was removed. The view is then recorded with or without a layer, which changes the
    /// rounding of its colors.
    func invalidateForSubviewPresenceChange() {
        if presentationAlpha < 1 { setNeedsDisplay() }
    }

    /// Begins a layer with the view's alpha, and with the view's rounded bounds as a mask if
    /// `isMasked` is `true`.
    private func beginLayer(isMasked: Bool, in list: DisplayList, _ map: CGAffineTransform) {
        guard isMasked else {
            list.beginLayer(opacity: presentationAlpha)
            return
        }
        list.beginLayer(opacity: presentationAlpha) { list in
            list.fill(
                presentationBounds, cornerRadius: presentationCornerRadius, under: map,
                color: .white)
        }
    }

    /// Records the view's background and its own content.
    ///
    /// - Parameters:
    ///   - dirtyRect: The area to repaint, in canvas pixels.
    ///   - context: The context that receives the drawing calls.
    ///   - map: The transform from the view's coordinate system to canvas pixels.
    ///   - opacity: The opacity of the content, 0…1.
    ///   - isMasked: Whether a mask clips the background. The background is then drawn larger, so
    ///     that its edges are antialiased only by the mask.
    private func recordContent(
        _ dirtyRect: PixelRect, into context: DrawingContext, _ map: CGAffineTransform,
        opacity: CGFloat, isMasked: Bool
    ) {
        if needsContent || backingStore != nil || !contentDamage.isNull
            || contentStyle != context.style
        {
            updateContent(in: context, map: map)
        }
        context.begin(map: map, opacity: opacity)
        if hasLayer { knownLayer?.recordShadow(into: context, map, opacity: opacity) }
        if let backgroundColor, backgroundColor.pattern != nil, animated?.backgroundColor == nil {
            context.fill(
                isMasked ? presentationBounds.insetBy(dx: -2, dy: -2) : presentationBounds,
                cornerRadius: isMasked ? 0 : presentationCornerRadius, color: backgroundColor)
        } else if let color = backgroundPixelColor(opacity: opacity, style: context.style) {
            if isMasked {
                context.list.fill(
                    presentationBounds.applying(map).insetBy(dx: -2, dy: -2), color: color)
            } else {
                context.fill(
                    presentationBounds, cornerRadius: presentationCornerRadius, pixels: color)
            }
        }
        if let contentStretch {
            let contentMap =
                contentStretch.isIdentity ? map : contentStretch.concatenating(map)
            context.begin(map: contentMap, opacity: opacity)
            let start = context.list.count
            if layerPaints, let knownLayer {
                knownLayer.recordContent(into: context)
                context.begin(map: contentMap, opacity: opacity)
            }
            recordDrawing(dirtyRect, into: context, map: map, contentMap: contentMap)
            if context.usesBlendModes {
                context.endClips(after: 0)
                context.list.isolateItems(from: start)
            }
        }
        context.end()
    }

    /// Records what `draw(_:)` drew or draws, clipped to the view's bounds.
    private func recordDrawing(
        _ dirtyRect: PixelRect, into context: DrawingContext, map: CGAffineTransform,
        contentMap: CGAffineTransform
    ) {
        let stores = Self.hasBackingStore
        if stores && backingStore == nil { return }
        guard hasLayer, knownLayer?.paintedExtent != nil else {
            if stores { return paintContent(into: context, map: map) }
            drawContent(rectToDraw(dirtyRect, contentMap), in: context)
            return
        }
        let box = PixelRect(covering: presentationBounds.applying(map))
        let visible = dirtyRect.intersection(box)
        if visible.isEmpty { return }
        context.list.pushClip(box)
        if stores {
            paintContent(into: context, map: map)
        } else {
            drawContent(rectToDraw(visible, contentMap), in: context)
        }
        context.endClips(after: 0)
        context.list.popClip()
    }

    /// Begins a group with the mask of the view's layer.
    ///
    /// - Returns: Whether a group was begun: the layer has a mask, and the maximum depth is not
    ///   reached.
    private func beginMask(in list: DisplayList, _ map: CGAffineTransform) -> Bool {
        guard hasLayer, let mask = knownLayer?.mask, list.canAddLayer else { return false }
        list.beginLayer { mask.recordMask(into: $0, toCanvas: map, opacity: 1) }
        return true
    }

    /// The nodes in ascending order of their layers' `zPosition`, and from back to front where the
    /// positions are equal.
    private var nodesByDepth: [UIView] {
        nodes.enumerated().sorted {
            let (left, right) = ($0.element.depth, $1.element.depth)
            return left == right ? $0.offset < $1.offset : left < right
        }.map(\.element)
    }

    /// The `zPosition` of the view's layer.
    private var depth: CGFloat { knownLayer?.zPosition ?? 0 }

    /// Returns the background color, or its current value in a running animation, with the given
    /// opacity applied, or `nil` if there is no background.
    private func backgroundPixelColor(
        opacity: CGFloat, style: UIUserInterfaceStyle
    ) -> PixelColor? {
        if let layerAnimations, case .color(let moving)? = layerAnimations[.backgroundColor] {
            return moving.pixelColor(opacity: opacity)
        }
        if let moving = animated?.backgroundColor?.presentationValue {
            return moving.pixelColor(opacity: opacity)
        }
        return backgroundColor?.pixelColor(opacity: opacity, style: style)
    }

    /// Returns the bounding box of the intersection of a region and a rectangle.
    private static func boundsOfIntersection(of region: Region, with box: PixelRect) -> PixelRect {
        var bounds = PixelRect.empty
        for rect in region.rects { bounds = bounds.union(rect.intersection(box)) }
        return bounds
    }

    /// Returns the part of the view's bounds that covers a rectangle of canvas pixels.
    private func rectToDraw(_ dirtyRect: PixelRect, _ map: CGAffineTransform) -> CGRect {
        CGRect(
            x: Double(dirtyRect.minX), y: Double(dirtyRect.minY), width: Double(dirtyRect.width),
            height: Double(dirtyRect.height)
        ).applying(map.inverted()).intersection(bounds)
    }
}
