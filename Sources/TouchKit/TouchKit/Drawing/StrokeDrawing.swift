import TouchKitRaster

/// The finished strokes of a drawing, kept as a picture, so that neither a frame nor a change costs
/// more the more strokes there are; ours, not UIKit's (PencilKit's `PKDrawing` is nearest).
///
/// ```swift
/// let drawing = StrokeDrawing(size: bounds.size, scale: contentScaleFactor, backgroundColor: .white)
/// let stroke = drawing.add(path, color: .black)     // when the finger is lifted
/// setNeedsDisplay(changesOf: drawing)
/// override func draw(_ rect: CGRect) { drawing.draw(at: .zero) }
/// ```
///
/// What a finger still draws doesn't belong in it: draw that over it. Change it where touches are
/// handled, never inside `draw(_:)`. To clear a drawing so that it can be undone, hide its strokes.
@MainActor
public final class StrokeDrawing {
    /// One stroke of a drawing; means nothing any more once the stroke was removed.
    public struct Stroke: Hashable, Sendable {
        let id: StrokeID

        /// A number of its own among the strokes that are there, small and given again when one was
        /// removed: what an array goes by.
        public var number: Int { id.number }
    }

    /// A stroke's place in the drawing order. None is given twice; who chooses them himself, chooses
    /// those of all strokes.
    public struct Level: Hashable, Comparable, Sendable {
        let level: StrokeLevel

        init(level: StrokeLevel) { self.level = level }

        /// Makes a level of a number within ±2⁶²: higher ones lie above.
        public init(_ number: Int) { level = StrokeLevel(Int64(number)) }

        /// Whether a stroke on the first level lies below one on the second.
        public static func < (left: Level, right: Level) -> Bool { left.level < right.level }
    }

    /// The extent of the picture, in points.
    public private(set) var size: CGSize
    /// Pixels per point.
    public private(set) var scale: CGFloat
    let cache: DrawingCache
    private var image: UIImage
    private var places: [CGPoint] = []

    /// Makes an empty drawing.
    ///
    /// - Parameters:
    ///   - size: Its extent, in points.
    ///   - scale: Pixels per point: the `contentScaleFactor` of the view that shows it.
    ///   - backgroundColor: What is seen where no stroke is.
    public init(size: CGSize, scale: CGFloat, backgroundColor: UIColor = .clear) {
        self.size = size
        self.scale = scale
        let (width, height) = Self.pixels(size, scale)
        cache = DrawingCache(
            width: width, height: height, background: backgroundColor.pixelColor(opacity: 1))
        image = UIImage(bitmap: cache.bitmap, scale: scale)
    }

    /// The number of strokes, hidden ones included.
    public var count: Int { cache.count }

    /// The picture's pixels as they are now; a change changes them.
    package var bitmap: Bitmap { cache.bitmap }

    // MARK: Drawing

    /// Draws the picture in the running `draw(_:)`, its corner at a place in points.
    public func draw(at point: CGPoint) {
        image.draw(at: point)
    }

    /// Gives the picture another extent or scale; strokes keep their places in points.
    ///
    /// - Complexity: O(strokes and pixels), unless both are as before.
    public func resize(to size: CGSize, scale: CGFloat) {
        if size == self.size && scale == self.scale { return }
        let (width, height) = Self.pixels(size, scale)
        cache.resize(width: width, height: height, scaledBy: scale / self.scale)
        self.size = size
        self.scale = scale
        image = UIImage(bitmap: cache.bitmap, scale: scale)
    }

    /// Calls `body` for each rectangle that may have changed since the last call, in points.
    public func takeChanges(_ body: (CGRect) -> Void) {
        for rect in cache.changed.rects {
            body(CGRect(pixels: rect, scale: scale))
        }
        cache.forgetChanges()
    }

    // MARK: Strokes

    /// Adds a path's lines above all strokes, or on a level of their own, as one with round ends and
    /// joints.
    ///
    /// - Returns: The stroke; nil for a path of no or of several lines, or numbers that aren't finite.
    @discardableResult
    public func add(_ path: UIBezierPath, color: UIColor, level: Level? = nil) -> Stroke? {
        guard path.copyPlaces(into: &places) else { return nil }
        places.scale(by: scale)
        let id = cache.add(
            places, width: path.lineWidth * scale, color: color.pixelColor(opacity: 1),
            level: level?.level)
        return id.map { Stroke(id: $0) }
    }

    /// Adds a stroke as a finger drew it, above all strokes or on a level of its own: its line and its
    /// pixels. That costs less than a path.
    ///
    /// - Parameters:
    ///   - ink: The stroke, before it is taken away.
    ///   - color: The stroke's colour.
    ///   - level: Its place in the drawing order; nil for above all others.
    /// - Returns: The stroke; nil where it was drawn on a picture of another size or scale.
    @discardableResult
    public func add(_ ink: WetInk.Stroke, color: UIColor, level: Level? = nil) -> Stroke? {
        guard ink.scale == scale else { return nil }
        let id = cache.add(
            ink.ink, color: color.pixelColor(opacity: 1), level: level?.level)
        return id.map { Stroke(id: $0) }
    }

    /// Adds one as `add` does, that was painted before: between `beginAdopting` and `endAdopting`. It
    /// isn't painted now. Of strokes on one level, the one that comes later lies above.
    ///
    /// - Returns: The stroke, and how many points it has, curves having become points; nil for a path of
    ///   no or of several lines, or numbers that aren't finite.
    package func adopt(
        _ path: UIBezierPath, color: UIColor, level: Level
    ) -> (stroke: Stroke, pointCount: Int)? {
        guard path.copyPlaces(into: &places) else { return nil }
        places.scale(by: scale)
        let id = cache.adopt(
            places, width: path.lineWidth * scale, color: color.pixelColor(opacity: 1),
            level: level.level)
        return id.map { (Stroke(id: $0), places.count) }
    }

    /// Makes several changes as one: what they all touch is painted anew once, at the end. Don't draw the
    /// picture before.
    public func performChanges(_ changes: () -> Void) {
        cache.performChanges(changes)
    }

    /// Takes a stroke out for good.
    public func remove(_ stroke: Stroke) {
        cache.remove(stroke.id)
    }

    /// Takes all strokes out for good.
    public func removeAll() {
        cache.removeAll()
    }

    /// Takes a stroke out, or in again where it was in the drawing order: to be undone and done again.
    public func setHidden(_ isHidden: Bool, of stroke: Stroke) {
        cache.setHidden(isHidden, of: stroke.id)
    }

    /// Takes many strokes out, or in again, at about the price of one: to clear a drawing so that it
    /// can be undone.
    ///
    /// - Parameters:
    ///   - isHidden: Whether they are taken out.
    ///   - strokes: The strokes, from the lowest to the topmost: another order takes longer.
    public func setHidden(_ isHidden: Bool, of strokes: [Stroke]) {
        cache.setHidden(isHidden, of: strokes.map(\.id))
    }

    /// Whether a stroke is kept, but not shown.
    public func isHidden(_ stroke: Stroke) -> Bool { cache.isHidden(stroke.id) }

    /// Gives a stroke another colour.
    public func setColor(_ color: UIColor, of stroke: Stroke) {
        cache.setColor(color.pixelColor(opacity: 1), of: stroke.id)
    }

    /// Puts a stroke where a path is; its width stays. A path that is no stroke changes nothing.
    public func setPath(_ path: UIBezierPath, of stroke: Stroke) {
        guard path.copyPlaces(into: &places) else { return }
        places.scale(by: scale)
        cache.setPoints(places, of: stroke.id)
    }

    /// The points of a stroke, as they are kept: to a thousandth of a pixel or better.
    public func points(of stroke: Stroke) -> [CGPoint] {
        cache.points(of: stroke.id).map { CGPoint(x: $0.x / scale, y: $0.y / scale) }
    }

    /// A stroke's place in the drawing order.
    public func level(of stroke: Stroke) -> Level { Level(level: cache.level(of: stroke.id)) }

    /// Puts a stroke where it was in the drawing order, or on another level.
    public func setLevel(_ level: Level, of stroke: Stroke) {
        cache.setLevel(level.level, of: stroke.id)
    }

    /// Puts a stroke above all others.
    public func bringToFront(_ stroke: Stroke) {
        cache.bringToFront(stroke.id)
    }

    /// Puts a stroke below all others.
    public func sendToBack(_ stroke: Stroke) {
        cache.sendToBack(stroke.id)
    }

    /// The stroke whose middle line comes nearest to a point, the topmost of several; nil where none
    /// comes near enough.
    ///
    /// - Parameters:
    ///   - point: The point, in points.
    ///   - distance: How near a stroke has to come, in points.
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

    /// Whether any stroke's middle line comes as near to a point; in a dense drawing that is found sooner
    /// than the nearest one.
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

    /// The extent of a picture of so many points, in whole pixels; 1 at least.
    static func pixels(_ size: CGSize, _ scale: CGFloat) -> (width: Int, height: Int) {
        // A screen's size is whole pixels, but for what the division by the scale lost.
        let box = PixelRect(
            covering: CGRect(
                x: 0, y: 0, width: size.width * scale - 1e-6, height: size.height * scale - 1e-6))
        return (max(box.width, 1), max(box.height, 1))
    }
}

extension UIView {
    /// What changed in a drawing that the view draws at its bounds' origin has to be drawn again;
    /// ours, not UIKit's.
    public func setNeedsDisplay(changesOf drawing: StrokeDrawing) {
        drawing.takeChanges {
            setNeedsDisplay($0.offsetBy(dx: bounds.minX, dy: bounds.minY))
        }
    }
}
