import TouchKitGeometry

/// The shape of the ends of open lines.
package enum LineCap: Hashable, Sendable {
    /// The line ends exactly at the end point.
    case butt
    /// The line ends with a half disc around the end point.
    case round
    /// The line extends half its width beyond the end point.
    case square
}

/// The drawing commands of one frame, in painter's order and canvas pixels.
///
/// Items with coordinates that are not finite are ignored, and coordinates beyond ±2²⁰ pixels are
/// clamped. Therefore no input causes an overflow or an excessive running time. A list that is
/// refilled after `removeAll()` reuses its memory.
package final class DisplayList {
    /// The geometry of an item in the form that its kernel requires.
    ///
    /// Large shapes and objects are stored in arrays of the list and referenced by index. Therefore
    /// items are small, and iterating over items needs no reference counting.
    enum Shape {
        /// A straight line.
        case stroke(LineShape)
        /// Connected line segments that are blended once.
        case polyline(PolylineShape)
        /// An axis-aligned rectangle.
        case rect(RectShape)
        /// An axis-aligned rectangle with rounded corners: an index in `roundedRects`.
        case roundedRect(Int)
        /// A bitmap that is drawn without scaling and rotation.
        case bitmapCopy(BitmapCopyShape)
        /// A scaled or rotated bitmap: an index in `transformedBitmaps`.
        case transformedBitmap(Int)
        /// Glyphs of one color.
        case glyphs(GlyphRun)
        /// A scaled or rotated glyph: an index in `transformedGlyphs`.
        case transformedGlyph(Int)
        /// A scaled or rotated rectangle with or without rounded corners: an index in
        /// `transformedRects`.
        case transformedRect(Int)
        /// Wet ink: an index in `inks`.
        case ink(Int)
        /// The beginning of a group that is composed separately: an index in `layers`.
        case beginLayer(Int)
        /// The end of a group that is composed separately: an index in `layers`.
        case endLayer(Int)
        /// A filled path: an index in `paths`, and an index in `paints`, or `nil` to use the item's
        /// color.
        case path(Int, paint: Int?)
        /// A path or polyline with cached coverage: an index in `cachedShapes`.
        case cached(Int)
        /// A shape with a blend mode: an index in `blends`.
        case blend(Int)
    }

    /// A drawing command: a shape, its color and the pixels that it may change.
    struct Item {
        /// The geometry of the item.
        var shape: Shape
        /// The color of the item. Bitmaps and paths with a paint ignore the color.
        var color: PixelColor
        /// The pixels that the item may change: the shape's bounding box clipped to the current
        /// clip.
        var bounds: PixelRect
    }

    /// The recorded items, masks, clips, open layers and bitmaps.
    ///
    /// The separate allocation avoids Swift's exclusivity checks, which apply to each access of a
    /// stored property of a class.
    let recorded: UnsafeMutablePointer<RecordedItems>
    /// The layers to which `beginLayer` and `endLayer` items refer.
    @exclusivity(unchecked) var layers: [Layer] = []
    /// The buffers with which `paint(onto:clip:)` composes layers. They are created at first use.
    private(set) lazy var layerBuffers = LayerBuffers(scratch: scratch)
    /// The glyph masks in use, which are retained until the list is emptied.
    @exclusivity(unchecked) private(set) var coverages: [CoverageBitmap] = []
    /// The positioned glyphs of all runs.
    @exclusivity(unchecked) private(set) var positionedGlyphs: [PositionedGlyph] = []
    /// The bitmaps that are drawn scaled or rotated.
    @exclusivity(unchecked) var transformedBitmaps: [TransformedBitmapShape] = []
    /// The glyphs that are drawn scaled or rotated.
    @exclusivity(unchecked) var transformedGlyphs: [TransformedGlyph] = []
    /// The rectangles that are drawn scaled or rotated.
    @exclusivity(unchecked) var transformedRects: [TransformedRectShape] = []
    /// The axis-aligned rectangles with rounded corners.
    @exclusivity(unchecked) var roundedRects: [RoundedRectShape] = []
    /// The paths, as lists of edges.
    @exclusivity(unchecked) var paths: [PathShape] = []
    /// The strokes of wet ink.
    @exclusivity(unchecked) var inks: [InkShape] = []
    /// The paths and polylines with cached coverage.
    @exclusivity(unchecked) var cachedShapes: [CachedShape] = []
    /// The shapes with a blend mode.
    @exclusivity(unchecked) var blends: [BlendShape] = []
    /// The cached coverage of small paths and polylines. It remains valid for later frames.
    let shapeCache: UnsafeMutablePointer<ShapeCache>
    /// The line segments of all polylines.
    @exclusivity(unchecked) var polylineParts: [LineShape] = []
    /// The edges of all paths.
    package let edges = EdgeList()
    /// The gradients and patterns with which paths are painted.
    @exclusivity(unchecked) var paints: [PreparedPaint] = []
    /// The color tables of the gradients in use.
    @exclusivity(unchecked) var gradients: [Gradient] = []
    /// The scratch memory for computing stroke outlines.
    @exclusivity(unchecked) var lineScratch = LineScratch()
    /// The scratch memory for painting without a compositor, and for computing cached coverage.
    let scratch = PaintScratch()

    /// Creates an empty list.
    package init() {
        recorded = .allocate(capacity: 1)
        recorded.initialize(to: RecordedItems())
        shapeCache = .allocate(capacity: 1)
        shapeCache.initialize(to: ShapeCache())
    }

    deinit {
        shapeCache.deinitialize(count: 1)
        shapeCache.deallocate()
        recorded.deinitialize(count: 1)
        recorded.deallocate()
    }

    /// The drawing commands, from back to front.
    var items: [Item] { recorded.pointee.items }
    /// The shapes of the masks of all layers.
    var masks: [Item] { recorded.pointee.masks }
    /// The bitmaps in use, which are retained until the list is emptied.
    var bitmaps: [Bitmap] { recorded.pointee.bitmaps }

    /// The number of items. The beginning and the end of a layer count as one item each.
    package var count: Int { recorded.pointee.items.count }

    /// Removes all items, but keeps the allocated memory.
    package func removeAll() {
        recorded.pointee.removeAll()
        coverages.emptyKeepingCapacity()
        positionedGlyphs.emptyKeepingCapacity()
        transformedBitmaps.emptyKeepingCapacity()
        transformedGlyphs.emptyKeepingCapacity()
        transformedRects.emptyKeepingCapacity()
        roundedRects.emptyKeepingCapacity()
        paths.emptyKeepingCapacity()
        inks.emptyKeepingCapacity()
        cachedShapes.emptyKeepingCapacity()
        blends.emptyKeepingCapacity()
        shapeCache.pointee.didEmptyList()
        polylineParts.emptyKeepingCapacity()
        edges.removeAll()
        paints.emptyKeepingCapacity()
        gradients.emptyKeepingCapacity()
        layers.emptyKeepingCapacity()
    }

    /// The current clip, or `nil` if the canvas is not clipped.
    var clip: PixelRect? { recorded.pointee.clips.last }

    /// Clips the items that are appended next to the intersection of `rect` and the current clip.
    package func pushClip(_ rect: PixelRect) {
        recorded.pointee.clips.append(clip?.intersection(rect) ?? rect)
    }

    /// Restores the clip that applied before the matching call of `pushClip(_:)`.
    package func popClip() {
        precondition(
            !recorded.pointee.clips.isEmpty, "display list: popClip without a matching pushClip")
        recorded.pointee.clips.removeLast()
    }

    /// Appends an axis-aligned rectangle in canvas pixels. Edges at fractional positions are
    /// antialiased.
    package func fill(_ rect: CGRect, color: PixelColor) {
        guard color.alpha > 0, let shape = RectShape(rect) else { return }
        append(.rect(shape), color: color, box: shape.box)
    }

    /// Appends axis-aligned rectangles of one color.
    ///
    /// - Parameters:
    ///   - rects: The rectangles, in the coordinate system that `map` transforms to canvas pixels.
    ///   - map: The transform from the rectangles' coordinates to canvas pixels. A rotation must be
    ///     a multiple of 90°.
    ///   - color: The color.
    ///   - dirty: The dirty region, or `nil` to append all rectangles. Rectangles outside of the
    ///     dirty region are skipped.
    package func fill(
        _ rects: ArraySlice<CGRect>, map: CGAffineTransform, color: PixelColor,
        dirty: RegionGrid?
    ) {
        guard color.alpha > 0 else { return }
        for rect in rects {
            let mapped = rect.applying(map)
            let box = PixelRect(covering: mapped)
            if let dirty, !dirty.mayIntersect(box) { continue }
            guard let shape = RectShape(mapped) else { continue }
            append(.rect(shape), color: color, box: box)
        }
    }

    /// Appends a straight line. The coordinates and `width` are in canvas pixels.
    ///
    /// A line of length 0 is drawn as a disc (round caps), as a square (square caps) or not at all
    /// (butt caps).
    package func stroke(
        from start: CGPoint, to end: CGPoint, width: Double, cap: LineCap, color: PixelColor
    ) {
        guard color.alpha > 0,
            let shape = LineShape(from: start, to: end, width: width, cap: cap)
        else { return }
        append(.stroke(shape), color: color, box: shape.box)
    }

    /// Appends an axis-aligned rectangle with rounded corners. The rectangle and the radius
    /// `cornerRadius` are in canvas pixels.
    package func fill(_ rect: CGRect, cornerRadius: Double, color: PixelColor) {
        guard color.alpha > 0, let shape = RoundedRectShape(rect, radius: cornerRadius) else {
            return
        }
        roundedRects.append(shape)
        append(.roundedRect(roundedRects.count - 1), color: color, box: shape.box)
    }

    /// Appends a rectangle with rounded corners under an arbitrary affine transform.
    ///
    /// - Parameters:
    ///   - rect: The rectangle, in the coordinate system that `map` transforms to canvas pixels.
    ///   - cornerRadius: The radius of the corners, in the coordinate system of `rect`.
    ///   - map: The transform from the rectangle's coordinates to canvas pixels.
    ///   - color: The color.
    package func fill(
        _ rect: CGRect, cornerRadius: Double, map: CGAffineTransform, color: PixelColor
    ) {
        guard color.alpha > 0,
            let shape = TransformedRectShape(rect, cornerRadius: cornerRadius, map: map)
        else { return }
        transformedRects.append(shape)
        append(.transformedRect(transformedRects.count - 1), color: color, box: shape.box)
    }

    /// Retains a bitmap until the list is emptied and returns its index in `bitmaps`.
    @discardableResult
    func retain(_ bitmap: Bitmap) -> Int { recorded.pointee.retain(bitmap) }

    /// Retains a glyph mask until the list is emptied and returns its index in `coverages`.
    @discardableResult
    func retain(_ coverage: CoverageBitmap) -> Int {
        if coverages.last !== coverage { coverages.append(coverage) }
        return coverages.count - 1
    }

    /// Appends a positioned glyph to `positionedGlyphs`.
    func appendGlyph(_ glyph: PositionedGlyph) {
        positionedGlyphs.append(glyph)
    }

    /// Appends an item clipped to the current clip, unless the result is empty.
    func append(_ shape: Shape, color: PixelColor, box: PixelRect) {
        recorded.pointee.append(shape, color: color, box: box)
    }

    /// Returns a coordinate clamped to ±2²⁰ pixels, or `nil` if the value is not finite.
    @inline(__always)
    static func bounded(_ value: Double) -> Double? {
        guard value.isFinite else { return nil }
        return min(max(value, -1_048_576), 1_048_576)
    }
}
