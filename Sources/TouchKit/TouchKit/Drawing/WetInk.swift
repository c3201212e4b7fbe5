import TouchKitRaster

/// Strokes of touches that have not ended, painted on top of a drawing. Not part of UIKit.
///
/// ```swift
/// let ink = WetInk(size: bounds.size, scale: contentScaleFactor)
/// let stroke = ink.begin(at: point, width: 4, color: .black)      // touchesBegan
/// ink.setEnd(of: stroke, settled: curve, tail: rest)              // touchesMoved
/// setNeedsInk(changesOf: ink)
/// override func draw(_ rect: CGRect) { drawing.draw(at: .zero); ink.draw(at: .zero) }
/// drawing.add(stroke, color: .black)                              // touchesEnded
/// ink.remove(stroke)
/// ```
///
/// Each added part is painted once, regardless of the stroke's length and self-intersections. A
/// `StrokeDrawing` copies the painted pixels of a finished stroke unchanged. Change the ink in
/// touch handling, never inside `draw(_:)`.
@MainActor
public final class WetInk {
    /// A stroke in progress, with round caps and joins, one width and one color.
    @MainActor
    public final class Stroke {
        /// The color of the stroke.
        public let color: UIColor
        /// The stroke's points and coverage.
        let ink: InkStroke
        /// The number of pixels per point.
        fileprivate(set) var scale: CGFloat

        /// Creates a stroke for the coverage in `ink`.
        fileprivate init(_ ink: InkStroke, color: UIColor, scale: CGFloat) {
            self.ink = ink
            self.color = color
            self.scale = scale
        }
    }

    /// The size of the drawing below the ink, in points.
    @exclusivity(unchecked) public private(set) var size: CGSize
    /// The number of pixels per point.
    @exclusivity(unchecked) public private(set) var scale: CGFloat
    /// The points and coverage of all strokes, in pixels.
    private let layer: InkLayer
    /// The strokes from back to front.
    @exclusivity(unchecked) private var strokes: [Stroke] = []
    /// A buffer for settled points in pixels, reused to avoid allocations.
    @exclusivity(unchecked) private var settledPoints: [CGPoint] = []
    /// A buffer for tail points in pixels, reused to avoid allocations.
    @exclusivity(unchecked) private var tailPoints: [CGPoint] = []

    /// Creates wet ink without strokes.
    ///
    /// - Parameters:
    ///   - size: The size of the drawing below the ink, in points.
    ///   - scale: The number of pixels per point: the `contentScaleFactor` of the view that shows
    ///     the ink.
    public init(size: CGSize, scale: CGFloat) {
        self.size = size
        self.scale = scale
        let (width, height) = StrokeDrawing.pixelSize(size, scale)
        layer = InkLayer(width: width, height: height)
        strokes.reserveCapacity(16)
    }

    /// The number of strokes in progress.
    public var count: Int { strokes.count }

    // MARK: Strokes

    /// Begins a stroke with a dot, in front of all other strokes.
    ///
    /// - Parameters:
    ///   - point: The position of the dot, in points.
    ///   - width: The width of the stroke, in points.
    ///   - color: The color of the stroke.
    /// - Returns: The stroke, or `nil` if a number is not finite or the width is not positive.
    public func begin(at point: CGPoint, width: CGFloat, color: UIColor) -> Stroke? {
        let position = CGPoint(x: point.x * scale, y: point.y * scale)
        guard let ink = layer.begin(at: position, width: width * scale) else { return nil }
        let stroke = Stroke(ink, color: color, scale: scale)
        strokes.append(stroke)
        return stroke
    }

    /// Extends the settled part of a stroke, which is permanent, and replaces its tail, which is
    /// provisional. Does nothing if `settled` or `tail` is not exactly one open line of finite
    /// numbers.
    ///
    /// - Parameters:
    ///   - stroke: The stroke to extend.
    ///   - settled: The line to add permanently, which starts where the settled part ended. A path
    ///     without lines adds nothing.
    ///   - tail: The provisional line from the end of `settled`, valid until the next call.
    /// - Complexity: O(pixels of the removed and added parts).
    public func setEnd(of stroke: Stroke, settled: UIBezierPath, tail: UIBezierPath) {
        guard settled.copyLinePoints(into: &settledPoints), tail.copyLinePoints(into: &tailPoints)
        else {
            return
        }
        settledPoints.scale(by: scale)
        tailPoints.scale(by: scale)
        layer.setEnd(
            of: stroke.ink, settled: settledPoints.dropFirst(), tail: tailPoints.dropFirst())
    }

    /// Removes a stroke.
    public func remove(_ stroke: Stroke) {
        layer.remove(stroke.ink)
        strokes.removeAll { $0 === stroke }
    }

    // MARK: Drawing

    /// Draws all strokes in the current context.
    ///
    /// - Parameter point: The position of the ink's top-left corner, in points.
    public func draw(at point: CGPoint) {
        for stroke in strokes { DrawingContext.current?.draw(stroke, of: self, at: point) }
    }

    /// Changes the size and scale of the ink to match the drawing below. The positions of strokes
    /// in points do not change.
    ///
    /// - Complexity: O(points and pixels), or O(1) if size and scale are unchanged.
    public func resize(to size: CGSize, scale: CGFloat) {
        if size == self.size && scale == self.scale { return }
        let (width, height) = StrokeDrawing.pixelSize(size, scale)
        layer.resize(width: width, height: height, scaledBy: scale / self.scale)
        self.size = size
        self.scale = scale
        for stroke in strokes { stroke.scale = scale }
    }

    /// The region that may have changed since the previous call of `resetChanges()`, in pixels.
    var changedPixels: Region { layer.changed }

    /// Empties `changedPixels`.
    func resetChanges() { layer.resetChanges() }

    /// Calls `body` with each rectangle that may have changed since the previous call, in points.
    public func consumeChanges(_ body: (CGRect) -> Void) {
        for rect in layer.changed.rects {
            body(CGRect(pixels: rect, scale: scale))
        }
        layer.resetChanges()
    }
}

extension DrawingContext {
    /// Paints a wet-ink stroke. If the view is not rotated and has the ink's scale, copies the
    /// stroke's pixels unchanged.
    func draw(_ stroke: WetInk.Stroke, of ink: WetInk, at point: CGPoint) {
        if let recording { return recording.append(.ink(stroke, of: ink, at: point), self) }
        let color = stroke.color.pixelColor(opacity: opacity)
        let corner = point.applying(map)
        let isPixelAligned =
            map.b == 0 && map.c == 0 && abs(map.a - ink.scale) < 1e-6
            && abs(map.d - ink.scale) < 1e-6
        if isPixelAligned, let x = Int(exactly: corner.x.rounded()),
            let y = Int(exactly: corner.y.rounded())
        {
            list.ink(stroke.ink, x: x, y: y, color: color)
            return
        }
        let toPixels = CGAffineTransform(scaleX: 1 / ink.scale, y: 1 / ink.scale)
            .concatenating(CGAffineTransform(translationX: point.x, y: point.y))
            .concatenating(map)
        list.ink(stroke.ink, map: toPixels, stretch: toPixels.stretch, color: color)
    }
}

extension UIView {
    /// Marks the parts of the view in which wet ink has changed as needing to be redrawn; the view
    /// must draw the ink at the origin of its bounds. Not part of UIKit.
    public func setNeedsDisplay(changesOf ink: WetInk) {
        let isMarked = forEachCanvasRect(of: ink.changedPixels, scale: ink.scale) {
            $0.invalidate($1)
        }
        if isMarked { return ink.resetChanges() }
        ink.consumeChanges {
            setNeedsDisplay($0.offsetBy(dx: bounds.minX, dy: bounds.minY))
        }
    }

    /// Marks the parts of the view in which wet ink has changed as needing to be redrawn. With the
    /// kiosk option `--ink front`, the parts may be redrawn directly in the front buffer. The view
    /// must draw the ink at the origin of its bounds. Not part of UIKit.
    public func setNeedsInk(changesOf ink: WetInk) {
        let isMarked = forEachCanvasRect(of: ink.changedPixels, scale: ink.scale) {
            $0.invalidateInk($1)
        }
        if isMarked { return ink.resetChanges() }
        ink.consumeChanges {
            setNeedsInk($0.offsetBy(dx: bounds.minX, dy: bounds.minY))
        }
    }
}
