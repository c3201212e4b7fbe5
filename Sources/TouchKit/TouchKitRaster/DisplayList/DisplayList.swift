import TouchKitGeometry

/// How an open end of a line is finished.
package enum LineCap: Hashable, Sendable {
    /// Cut off at the end point.
    case butt
    /// A half disc about the end point.
    case round
    /// Cut off half a width beyond the end point.
    case square
}

/// What has to be painted in one frame, in painter's order, in canvas pixels.
///
/// Coordinates that aren't finite drop the item; those beyond ±2²⁰ pixels are pulled to that
/// limit, so that no number from an app can make a kernel run long or overflow. A list that is
/// filled again after `removeAll()` allocates nothing.
package final class DisplayList {
    /// A shape with its kernel's inputs. Pictures are numbers in the lists below: items hold no
    /// references, so that walking them costs none.
    enum Shape {
        case stroke(StrokeShape)
        case polyline(PolylineShape)
        case fill(FillShape)
        case rounded(Int)
        case copy(CopyShape)
        /// Which of the list's stretched pictures it is; large shapes are numbers, so that items are
        /// small.
        case stretch(Int)
        case glyphs(GlyphRun)
        case turnedGlyph(Int)
        case mapped(Int)
        case ink(Int)
        /// What follows, up to the layer's end, is composed by itself; the layer's number.
        case beginLayer(Int)
        case endLayer(Int)
        /// - Parameter paint: Which of the list's paints it has; nil for the item's colour.
        case path(Int, paint: Int?)
        /// A path or a polyline whose coverage is kept.
        case kept(Int)
    }

    /// One thing to paint, and where it may leave pixels.
    struct Item {
        var shape: Shape
        var color: PixelColor
        /// The pixels it may touch: its own box, within the clip.
        var bounds: PixelRect
    }

    /// What every item is recorded with. It lies in memory of the list's own: each look at a class's
    /// variables is checked for overlapping access, and recording looks often.
    let recorded: UnsafeMutablePointer<RecordedItems>
    /// The layers that `beginLayer` and `endLayer` items name.
    var layers: [Layer] = []
    /// What `paint(onto:clip:)` composes layers with; made when it first meets one.
    private(set) lazy var layerMemory = LayerMemory()
    /// The pictures of letters.
    private(set) var coverages: [CoverageBitmap] = []
    /// The letters of all runs.
    private(set) var placedGlyphs: [PlacedGlyph] = []
    /// The shapes that are numbers in items.
    var stretches: [StretchShape] = []
    var turnedGlyphs: [TurnedGlyph] = []
    var mappedRects: [MappedRectShape] = []
    var roundedRects: [RoundedShape] = []
    var paths: [PathShape] = []
    /// The strokes that are still being drawn.
    var inks: [InkShape] = []
    var keptShapes: [KeptShape] = []
    /// The coverage of small paths and polylines that were painted before.
    let shapeMemory: UnsafeMutablePointer<ShapeMemory>
    /// The capsules of all polylines.
    var polylineParts: [StrokeShape] = []
    /// The memory in which polylines are put together.
    let polylineCoverage = GrowingBytes()
    /// The outlines of paths.
    package internal(set) var edges = EdgeList()
    /// What paths are painted with that isn't one colour.
    var paints: [PaintRow] = []
    /// The colours of paints.
    var gradients: [Gradient] = []
    /// The memory in which strokes are outlined.
    var strokeScratch = StrokeScratch()
    /// The memory in which paths are painted.
    let pathScratch = PathScratch()

    /// Makes an empty list.
    package init() {
        recorded = .allocate(capacity: 1)
        recorded.initialize(to: RecordedItems())
        shapeMemory = .allocate(capacity: 1)
        shapeMemory.initialize(to: ShapeMemory())
    }

    deinit {
        shapeMemory.deinitialize(count: 1)
        shapeMemory.deallocate()
        recorded.deinitialize(count: 1)
        recorded.deallocate()
    }

    /// What there is to paint, from the back to the front.
    var items: [Item] { recorded.pointee.items }
    /// The shapes of all layers' masks.
    var masks: [Item] { recorded.pointee.masks }
    /// The pictures that items paint.
    var bitmaps: [Bitmap] { recorded.pointee.bitmaps }

    /// The number of things to paint; a layer's beginning and its end count as one each.
    package var count: Int { recorded.pointee.items.count }

    /// Empties the list and keeps its memory.
    package func removeAll() {
        recorded.pointee.removeAll()
        coverages.removeAll(keepingCapacity: true)
        placedGlyphs.removeAll(keepingCapacity: true)
        stretches.removeAll(keepingCapacity: true)
        turnedGlyphs.removeAll(keepingCapacity: true)
        mappedRects.removeAll(keepingCapacity: true)
        roundedRects.removeAll(keepingCapacity: true)
        paths.removeAll(keepingCapacity: true)
        inks.removeAll(keepingCapacity: true)
        keptShapes.removeAll(keepingCapacity: true)
        shapeMemory.pointee.listWasEmptied()
        polylineParts.removeAll(keepingCapacity: true)
        edges.removeAll()
        paints.removeAll(keepingCapacity: true)
        gradients.removeAll(keepingCapacity: true)
        layers.removeAll(keepingCapacity: true)
    }

    /// The clip that holds now; nil for none.
    var clip: PixelRect? { recorded.pointee.clips.last }

    /// Keeps what is painted from now on inside a rectangle, and inside those pushed before.
    package func pushClip(_ rect: PixelRect) {
        recorded.pointee.clips.append(clip?.intersection(rect) ?? rect)
    }

    /// Takes back the clip that was pushed last.
    package func popClip() {
        precondition(!recorded.pointee.clips.isEmpty, "a clip is popped that was never pushed")
        recorded.pointee.clips.removeLast()
    }

    /// Paints an upright rectangle; edges between pixels are antialiased by coverage.
    package func fill(_ rect: CGRect, color: PixelColor) {
        guard color.alpha > 0, let shape = FillShape(rect) else { return }
        append(.fill(shape), color: color, box: shape.box)
    }

    /// Paints upright rectangles in one colour.
    ///
    /// - Parameters:
    ///   - rects: The rectangles, before the map.
    ///   - map: From the rectangles' coordinates to canvas pixels; it keeps upright what is.
    ///   - color: The colour.
    ///   - wanted: Where something has to be painted: a rectangle that has nothing of it may be left out; nil
    ///     for everywhere.
    package func fill(
        _ rects: [CGRect], map: CGAffineTransform, color: PixelColor, wanted: RegionGrid?
    ) {
        guard color.alpha > 0 else { return }
        for rect in rects {
            let mapped = rect.applying(map)
            let box = PixelRect(covering: mapped)
            if let wanted, !wanted.mayIntersect(box) { continue }
            guard let shape = FillShape(mapped) else { continue }
            append(.fill(shape), color: color, box: box)
        }
    }

    /// Paints a straight line.
    ///
    /// A line without length is a disc, a square, or (with butt caps) nothing.
    package func stroke(
        from start: CGPoint, to end: CGPoint, width: Double, cap: LineCap, color: PixelColor
    ) {
        guard color.alpha > 0,
            let shape = StrokeShape(from: start, to: end, width: width, cap: cap)
        else { return }
        append(.stroke(shape), color: color, box: shape.box)
    }

    /// Paints an upright rectangle with round corners, a radius in pixels.
    package func fill(_ rect: CGRect, cornerRadius: Double, color: PixelColor) {
        guard color.alpha > 0, let shape = RoundedShape(rect, radius: cornerRadius) else { return }
        roundedRects.append(shape)
        append(.rounded(roundedRects.count - 1), color: color, box: shape.box)
    }

    /// Paints a rectangle with round corners under any map, turned or slanted ones too.
    ///
    /// - Parameters:
    ///   - rect: The rectangle, before the map.
    ///   - cornerRadius: The corners' radius, before the map.
    ///   - map: From the rectangle's coordinates to canvas pixels.
    ///   - color: The colour.
    package func fill(
        _ rect: CGRect, cornerRadius: Double, map: CGAffineTransform, color: PixelColor
    ) {
        guard color.alpha > 0,
            let shape = MappedRectShape(rect, cornerRadius: cornerRadius, map: map)
        else { return }
        mappedRects.append(shape)
        append(.mapped(mappedRects.count - 1), color: color, box: shape.box)
    }

    /// Keeps a picture for as long as the list isn't emptied, and says its number.
    @discardableResult
    func keep(_ bitmap: Bitmap) -> Int { recorded.pointee.keep(bitmap) }

    /// Keeps a letter's picture, and says its number.
    @discardableResult
    func keep(_ coverage: CoverageBitmap) -> Int {
        if coverages.last !== coverage { coverages.append(coverage) }
        return coverages.count - 1
    }

    /// Keeps where a letter of a run lies.
    func place(_ glyph: PlacedGlyph) {
        placedGlyphs.append(glyph)
    }

    func append(_ shape: Shape, color: PixelColor, box: PixelRect) {
        recorded.pointee.append(shape, color: color, box: box)
    }

    /// A coordinate that a kernel can work with, or nil where it isn't a number.
    @inline(__always)
    static func bounded(_ value: Double) -> Double? {
        guard value.isFinite else { return nil }
        return min(max(value, -1_048_576), 1_048_576)
    }
}
