import TouchKitRaster

/// Drawing and invalidation of the content that a view stores.
extension UIView {
    /// Whether each change of the bounds requires new content.
    var redrawsWithBounds: Bool {
        contentMode == .redraw || Self.drawsWholeContent
            || (hasLayer && knownLayer?.needsDisplayOnBoundsChange == true)
    }

    /// The mode that adapts stored content to the bounds.
    private var adaptingMode: ContentMode {
        Self.drawsWholeContent ? .scaleToFill : contentMode
    }

    /// Repaints the view, whose stored content is adapted in another way.
    func contentModeDidChange() {
        if redrawsWithBounds { needsContent = true }
        setNeedsDisplayWithSubviews()
    }

    /// Requires new content of the view and its subviews.
    func discardContentOfSubtree() {
        needsContent = true
        for view in nodes { view.discardContentOfSubtree() }
    }

    /// Marks a part of the stored content as outdated.
    ///
    /// - Parameter rect: The part, in the view's coordinates.
    /// - Returns: Whether pixels of the view outside of `rect` may change, too.
    func invalidateContent(_ rect: CGRect) -> Bool {
        if needsContent || !Self.hasBackingStore { return false }
        let part = rect.intersection(bounds)
        if part.isEmpty { return false }
        if part == bounds || Self.drawsWholeContent {
            needsContent = true
            return false
        }
        let fits = backingStore?.bounds ?? bounds == bounds
        guard fits, BackingStore.canStoreBitmap(of: bounds, scale: contentScaleFactor) else {
            needsContent = true
            return true
        }
        contentDamage = contentDamage.union(part)
        // Pixels at the edges of shapes differ slightly between commands and a bitmap.
        return backingStore.map { $0.bitmap == nil } ?? false
    }

    /// Marks a part of the stored content as outdated, and returns the rectangle of the view whose
    /// pixels on the screen may change.
    func invalidatedRect(_ rect: CGRect) -> CGRect {
        if invalidateContent(rect) { return bounds }
        guard let backingStore, backingStore.bitmap != nil else { return rect }
        // A bitmap that is not shown pixel for pixel is interpolated.
        return backingStore.rect(of: backingStore.pixels(covering: rect).insetBy(-1))
    }

    /// Calls `draw(_:)` if the stored content is outdated.
    ///
    /// - Parameters:
    ///   - context: The context that draws the screen, between two drawing passes.
    ///   - map: The transform from the view's coordinates to canvas pixels.
    func updateContent(in context: DrawingContext, map: CGAffineTransform) {
        guard Self.hasBackingStore else { return }
        if contentStyle != context.style { needsContent = true }
        if let backingStore, !backingStore.isValid(for: context) { needsContent = true }
        if !contentDamage.isNull, let backingStore, backingStore.bounds != bounds {
            needsContent = true
        }
        if bounds.isEmpty { return }
        if needsContent {
            drawWholeContent(in: context, map)
        } else if !contentDamage.isNull {
            drawDamagedContent(in: context, map)
        }
    }

    private func drawWholeContent(in context: DrawingContext, _ map: CGAffineTransform) {
        needsContent = false
        contentStyle = context.style
        contentDamage = .null
        let bounds = bounds
        let recording =
            backingStore?.beginContent(for: bounds, in: context) ?? context.scratchRecording
        context.beginRecording(into: recording, bounds, map: map)
        drawContent(bounds, in: context)
        context.endRecording()
        if backingStore == nil && !recording.isEmpty {
            backingStore = BackingStore(bounds: bounds, for: context, copying: recording)
        }
        backingStore?.endContent(recording, in: context)
        if recording === context.scratchRecording { recording.removeAll() }
    }

    private func drawDamagedContent(in context: DrawingContext, _ map: CGAffineTransform) {
        let store = backingStore ?? context.emptyStore(for: bounds)
        let pixels = store.pixels(covering: contentDamage)
        contentDamage = .null
        let rect = store.rect(of: pixels).intersection(bounds)
        let recording = context.scratchRecording
        context.beginRecording(into: recording, rect, map: map)
        drawContent(rect, in: context)
        context.endRecording()
        if backingStore != nil || !recording.isEmpty {
            backingStore = store
            store.replace(pixels, by: recording, in: context)
        } else {
            context.spareStore = store
        }
        recording.removeAll()
    }

    /// Calls the layer's `draw(in:)` and the view's `draw(_:)` in the current drawing pass.
    func drawContent(_ rect: CGRect, in context: DrawingContext) {
        if hasLayer, let knownLayer, knownLayer.isDisplayed {
            knownLayer.draw(in: CGContext(context))
            let usesBlendModes = context.usesBlendModes
            context.begin(map: context.initialMap, opacity: context.viewOpacity)
            context.usesBlendModes = usesBlendModes
        }
        draw(rect)
    }

    /// Paints the stored content in the current drawing pass.
    ///
    /// - Parameters:
    ///   - context: The context that draws the screen.
    ///   - map: The transform from the view's coordinates to canvas pixels.
    func paintContent(into context: DrawingContext, map: CGAffineTransform) {
        guard let backingStore,
            let fitting = adaptingMode.transform(
                from: backingStore.bounds, to: presentationBounds)
        else { return }
        context.map = fitting.isIdentity ? map : fitting.concatenating(map)
        backingStore.paint(into: context)
    }
}
