import TouchKitRaster

/// A drawing of finished strokes, cached as a bitmap, so that the cost of a frame or a change does
/// not depend on the number of strokes. Not part of UIKit; PencilKit's `PKDrawing` is similar.
///
/// ```swift
/// let drawing = StrokeDrawing(size: bounds.size, scale: contentScaleFactor)
/// let stroke = drawing.add(path, color: .black)     // when the touch ends
/// setNeedsDisplay(changesOf: drawing)
/// override func draw(_ rect: CGRect) { drawing.draw(at: .zero) }
/// ```
///
/// Draw unfinished strokes on top of the drawing, with `WetInk`. Change the drawing in touch
/// handling, never inside `draw(_:)`. To clear a drawing with undo, hide its strokes.
@MainActor
public final class StrokeDrawing {
    /// An identifier of a stroke in a drawing. The identifier is invalid after the stroke is
    /// removed.
    public struct Stroke: Hashable, Sendable {
        /// The stroke's identifier in the drawing cache.
        let id: StrokeID

        /// A small number, unique among the strokes of the drawing, for use as an array index.
        /// Numbers of removed strokes are reused.
        public var number: Int { id.number }
    }

    /// The position of a stroke in the drawing order. The drawing assigns each level once; if you
    /// assign levels yourself, assign them to all strokes.
    public struct Level: Hashable, Comparable, Sendable {
        /// The corresponding level of the drawing cache.
        let level: StrokeLevel

        /// Creates a level from a level of the drawing cache.
        init(level: StrokeLevel) { self.level = level }

        /// Creates a level from a number within ±2⁶²; higher levels are in front.
        public init(_ number: Int) { level = StrokeLevel(Int64(number)) }

        /// Returns whether `left` is behind `right`.
        public static func < (left: Level, right: Level) -> Bool { left.level < right.level }
    }

    /// The size of the picture, in points.
    @exclusivity(unchecked) public private(set) var size: CGSize
    /// The number of pixels per point.
    @exclusivity(unchecked) public private(set) var scale: CGFloat
    /// The cache that stores the strokes and the bitmap.
    let cache: DrawingCache
    /// A buffer for the points of a path in pixels, reused to avoid allocations.
    @exclusivity(unchecked) var pathPoints: [CGPoint] = []
    /// The points in pixels of the stroke that is being prepared for restoring.
    @exclusivity(unchecked) var preparedPoints: [CGPoint] = []

    /// Creates an empty drawing.
    ///
    /// - Parameters:
    ///   - size: The size of the picture, in points.
    ///   - scale: The number of pixels per point: the `contentScaleFactor` of the view that shows
    ///     the drawing.
    ///   - backgroundColor: The color behind the strokes.
    public init(size: CGSize, scale: CGFloat, backgroundColor: UIColor = .clear) {
        self.size = size
        self.scale = scale
        let (width, height) = Self.pixelSize(size, scale)
        cache = DrawingCache(
            width: width, height: height, background: backgroundColor.pixelColor(opacity: 1))
    }

    /// The number of strokes, including hidden strokes.
    public var count: Int { cache.count }

    /// The bitmap of the picture. Later changes of the drawing modify this bitmap.
    package var bitmap: Bitmap { cache.bitmap }

    // MARK: Drawing

    /// Draws the picture at the specified point in the current context, in points.
    public func draw(at point: CGPoint) {
        if let context = DrawingContext.current,
            context.drawPixels(cache.bitmap, scale: scale, at: point, alpha: 1)
        {
            return
        }
        // An image stores reduced copies of its bitmap, which must not change afterwards.
        UIImage(bitmap: cache.bitmap, scale: scale).draw(at: point)
    }

    /// Changes the size and scale of the picture; strokes keep their positions in points.
    ///
    /// - Complexity: O(strokes and pixels), or O(1) if size and scale are unchanged.
    public func resize(to size: CGSize, scale: CGFloat) {
        if size == self.size && scale == self.scale { return }
        let (width, height) = Self.pixelSize(size, scale)
        cache.resize(width: width, height: height, scaledBy: scale / self.scale)
        self.size = size
        self.scale = scale
    }

    /// Calls `body` with each rectangle that may have changed since the previous call, in points.
    public func consumeChanges(_ body: (CGRect) -> Void) {
        for rect in cache.changed.rects {
            body(CGRect(pixels: rect, scale: scale))
        }
        cache.resetChanges()
    }

    // MARK: Strokes

    /// Adds the lines of a path as a stroke with round caps and joins.
    ///
    /// - Parameters:
    ///   - path: A path that consists of one open line.
    ///   - color: The stroke's color.
    ///   - level: The stroke's position in the drawing order, or `nil` for the front.
    /// - Returns: The stroke, or `nil` if the path is not exactly one line or contains non-finite
    ///   numbers.
    @discardableResult
    public func add(_ path: UIBezierPath, color: UIColor, level: Level? = nil) -> Stroke? {
        guard path.copyLinePoints(into: &pathPoints) else { return nil }
        pathPoints.scale(by: scale)
        let id = cache.add(
            pathPoints, width: path.lineWidth * scale, color: color.pixelColor(opacity: 1),
            level: level?.level)
        return id.map { Stroke(id: $0) }
    }

    /// Adds a finished wet-ink stroke with its points and pixels; faster than adding a path.
    ///
    /// - Parameters:
    ///   - ink: The wet-ink stroke, before it is removed from its `WetInk`.
    ///   - color: The stroke's color.
    ///   - level: The stroke's position in the drawing order, or `nil` for the front.
    /// - Returns: The stroke, or `nil` if the ink has a different size or scale.
    @discardableResult
    public func add(_ ink: WetInk.Stroke, color: UIColor, level: Level? = nil) -> Stroke? {
        guard ink.scale == scale else { return nil }
        let id = cache.add(
            ink.ink, color: color.pixelColor(opacity: 1), level: level?.level)
        return id.map { Stroke(id: $0) }
    }

    /// Adds a stroke from an earlier run of the program without painting the stroke now. Call this
    /// method between `beginRestoring(filledBy:)` and `endRestoring(isComplete:)`. Of several
    /// strokes on one level, strokes that are added later are in front.
    ///
    /// - Parameters:
    ///   - path: A path that consists of one open line.
    ///   - color: The stroke's color.
    ///   - level: The stroke's position in the drawing order.
    /// - Returns: The stroke and its number of points after curves are flattened, or `nil` if the
    ///   path is not exactly one line or contains non-finite numbers.
    package func restore(
        _ path: UIBezierPath, color: UIColor, level: Level
    ) -> (stroke: Stroke, pointCount: Int)? {
        guard path.copyLinePoints(into: &pathPoints) else { return nil }
        pathPoints.scale(by: scale)
        let id = cache.restore(
            pathPoints, width: path.lineWidth * scale, color: color.pixelColor(opacity: 1),
            level: level.level)
        return id.map { (Stroke(id: $0), pathPoints.count) }
    }

    /// Calls a closure that makes several changes, and then repaints the affected area once. The
    /// closure must not draw the picture.
    public func performChanges(_ changes: () -> Void) {
        cache.performChanges(changes)
    }

    /// Removes a stroke permanently.
    public func remove(_ stroke: Stroke) {
        cache.remove(stroke.id)
    }

    /// Removes all strokes permanently.
    public func removeAll() {
        cache.removeAll()
    }

    /// Hides or shows a stroke, for undo and redo. The stroke's position in the drawing order does
    /// not change.
    public func setHidden(_ isHidden: Bool, of stroke: Stroke) {
        cache.setHidden(isHidden, of: stroke.id)
    }

    /// Hides or shows several strokes at about the cost of a single stroke, for clearing a drawing
    /// with undo.
    ///
    /// - Parameters:
    ///   - isHidden: Whether to hide the strokes.
    ///   - strokes: The strokes, from back to front; other orders are slower.
    public func setHidden(_ isHidden: Bool, of strokes: [Stroke]) {
        cache.setHidden(isHidden, of: strokes.map(\.id))
    }

    /// Returns whether a stroke is hidden.
    public func isHidden(_ stroke: Stroke) -> Bool { cache.isHidden(stroke.id) }

    /// Sets the color of a stroke.
    public func setColor(_ color: UIColor, of stroke: Stroke) {
        cache.setColor(color.pixelColor(opacity: 1), of: stroke.id)
    }

    /// Replaces the points of a stroke with the points of a path. The stroke's width does not
    /// change. A path that is not exactly one open line is ignored.
    public func setPath(_ path: UIBezierPath, of stroke: Stroke) {
        guard path.copyLinePoints(into: &pathPoints) else { return }
        pathPoints.scale(by: scale)
        cache.setPoints(pathPoints, of: stroke.id)
    }

    /// Returns the coordinates of a stroke's line, in points. Coordinates are stored with a
    /// precision of 1/1000 pixel.
    public func points(of stroke: Stroke) -> [CGPoint] {
        cache.points(of: stroke.id).map { CGPoint(x: $0.x / scale, y: $0.y / scale) }
    }

    /// Returns the position of a stroke in the drawing order.
    public func level(of stroke: Stroke) -> Level { Level(level: cache.level(of: stroke.id)) }

    /// Moves a stroke to a level of the drawing order.
    public func setLevel(_ level: Level, of stroke: Stroke) {
        cache.setLevel(level.level, of: stroke.id)
    }

    /// Moves a stroke in front of all other strokes.
    public func bringToFront(_ stroke: Stroke) {
        cache.bringToFront(stroke.id)
    }

    /// Moves a stroke behind all other strokes.
    public func sendToBack(_ stroke: Stroke) {
        cache.sendToBack(stroke.id)
    }

    /// Returns the stroke whose center line is nearest to a point, or `nil` if no stroke is within
    /// `distance`. Of several strokes at the same distance, the frontmost stroke is returned.
    ///
    /// - Parameters:
    ///   - point: The position, in points.
    ///   - distance: The maximum distance from the center line, in points.
    public func stroke(nearestTo point: CGPoint, within distance: CGFloat) -> Stroke? {
        var nearest: StrokeID?
        var least = CGFloat.infinity
        cache.forEachStroke(
            near: CGPoint(x: point.x * scale, y: point.y * scale), within: distance * scale
        ) { id, distance in
            if distance < least {
                nearest = id
                least = distance
            }
            return least > 0
        }
        return nearest.map { Stroke(id: $0) }
    }

    /// The number of strokes that queries and repaints have examined, for tests.
    package var examinedStrokeCount: Int { cache.work.strokesExamined }

    /// Calls `body` for each stroke whose center line is within `distance` of a point, both in
    /// points, topmost first. Hidden strokes are skipped. The closure must not change the drawing.
    package func forEachStroke(
        near point: CGPoint, within distance: CGFloat, _ body: (Stroke) -> Void
    ) {
        cache.forEachStroke(
            near: CGPoint(x: point.x * scale, y: point.y * scale), within: distance * scale
        ) { id, _ in
            body(Stroke(id: id))
            return true
        }
    }

    /// Returns whether the center line of any stroke is within `distance` of a point, both in
    /// points. In a dense drawing, this function is faster than finding the nearest stroke.
    public func hasStroke(near point: CGPoint, within distance: CGFloat) -> Bool {
        var isFound = false
        cache.forEachStroke(
            near: CGPoint(x: point.x * scale, y: point.y * scale), within: distance * scale
        ) { _, _ in
            isFound = true
            return false
        }
        return isFound
    }

    /// Returns the size in whole pixels, at least 1 × 1, for a size in points.
    static func pixelSize(_ size: CGSize, _ scale: CGFloat) -> (width: Int, height: Int) {
        // Screen sizes are whole pixels; the epsilon absorbs the rounding of their division by the
        // scale.
        let box = PixelRect(
            covering: CGRect(
                x: 0, y: 0, width: size.width * scale - 1e-6, height: size.height * scale - 1e-6))
        return (max(box.width, 1), max(box.height, 1))
    }
}

extension UIView {
    /// Marks the parts of the view in which a drawing has changed as needing to be redrawn; the
    /// view must draw the drawing at the origin of its bounds. Not part of UIKit.
    public func setNeedsDisplay(changesOf drawing: StrokeDrawing) {
        drawing.consumeChanges {
            setNeedsDisplay($0.offsetBy(dx: bounds.minX, dy: bounds.minY))
        }
    }
}
