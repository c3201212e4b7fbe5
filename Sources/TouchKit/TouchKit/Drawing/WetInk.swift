import TouchKitRaster

/// Strokes that fingers are still drawing, over a picture; ours, not UIKit's.
///
/// ```swift
/// let ink = WetInk(size: bounds.size, scale: contentScaleFactor)
/// let stroke = ink.begin(at: point, width: 4, color: .black)      // a finger came down
/// ink.setEnd(of: stroke, settled: curve, tail: rest)              // it moved
/// setNeedsInk(changesOf: ink)
/// override func draw(_ rect: CGRect) { drawing.draw(at: .zero); ink.draw(at: .zero) }
/// drawing.add(stroke, color: .black)                              // it was lifted
/// ink.remove(stroke)
/// ```
///
/// What comes is painted once, however long a stroke is and however often it crosses itself; a
/// `StrokeDrawing` takes over what was painted, pixel for pixel. Change it where touches are handled,
/// never inside `draw(_:)`.
@MainActor
public final class WetInk {
    /// One of the strokes: round ends and joints, one width and one colour.
    @MainActor
    public final class Stroke {
        /// Its colour.
        public let color: UIColor
        let ink: InkStroke
        /// Pixels per point.
        fileprivate(set) var scale: CGFloat

        fileprivate init(_ ink: InkStroke, color: UIColor, scale: CGFloat) {
            self.ink = ink
            self.color = color
            self.scale = scale
        }
    }

    /// The extent of the picture, in points.
    public private(set) var size: CGSize
    /// Pixels per point.
    public private(set) var scale: CGFloat
    private let layer: InkLayer
    private var strokes: [Stroke] = []
    private var settledPlaces: [CGPoint] = []
    private var tailPlaces: [CGPoint] = []

    /// Makes one without strokes.
    ///
    /// - Parameters:
    ///   - size: The extent of the picture below, in points.
    ///   - scale: Pixels per point: the `contentScaleFactor` of the view that shows it.
    public init(size: CGSize, scale: CGFloat) {
        self.size = size
        self.scale = scale
        let (width, height) = StrokeDrawing.pixels(size, scale)
        layer = InkLayer(width: width, height: height)
        strokes.reserveCapacity(16)
    }

    /// The number of strokes.
    public var count: Int { strokes.count }

    // MARK: Strokes

    /// Puts a dot above all strokes, which becomes a line.
    ///
    /// - Parameters:
    ///   - point: Where, in points.
    ///   - width: The line's width, in points.
    ///   - color: Its colour.
    /// - Returns: The stroke; nil where a number isn't finite or the width isn't positive.
    public func begin(at point: CGPoint, width: CGFloat, color: UIColor) -> Stroke? {
        let place = CGPoint(x: point.x * scale, y: point.y * scale)
        guard let ink = layer.begin(at: place, width: width * scale) else { return nil }
        let stroke = Stroke(ink, color: color, scale: scale)
        strokes.append(stroke)
        return stroke
    }

    /// Draws a stroke on, and takes back what was its tail.
    ///
    /// Where a path isn't one line of finite numbers, nothing changes.
    ///
    /// - Parameters:
    ///   - stroke: The stroke.
    ///   - settled: What stays, from where the settled line ended before: a dot's point at first. A path
    ///     without lines settles nothing.
    ///   - tail: What follows from there until the next call.
    /// - Complexity: O(pixels of what goes and comes).
    public func setEnd(of stroke: Stroke, settled: UIBezierPath, tail: UIBezierPath) {
        guard settled.copyPlaces(into: &settledPlaces), tail.copyPlaces(into: &tailPlaces) else {
            return
        }
        settledPlaces.scale(by: scale)
        tailPlaces.scale(by: scale)
        layer.setEnd(
            of: stroke.ink, settled: settledPlaces.dropFirst(), tail: tailPlaces.dropFirst())
    }

    /// Takes a stroke away.
    public func remove(_ stroke: Stroke) {
        layer.remove(stroke.ink)
        strokes.removeAll { $0 === stroke }
    }

    // MARK: Drawing

    /// Draws the strokes in the running `draw(_:)`, the picture's corner at a place in points.
    public func draw(at point: CGPoint) {
        for stroke in strokes { DrawingContext.current?.draw(stroke, of: self, at: point) }
    }

    /// Covers a picture of another extent or scale; strokes keep their places in points.
    ///
    /// - Complexity: O(points and pixels), unless both are as before.
    public func resize(to size: CGSize, scale: CGFloat) {
        if size == self.size && scale == self.scale { return }
        let (width, height) = StrokeDrawing.pixels(size, scale)
        layer.resize(width: width, height: height, scaledBy: scale / self.scale)
        self.size = size
        self.scale = scale
        for stroke in strokes { stroke.scale = scale }
    }

    /// Calls `body` for each rectangle that may have changed since the last call, in points.
    public func takeChanges(_ body: (CGRect) -> Void) {
        for rect in layer.changed.rects {
            body(CGRect(pixels: rect, scale: scale))
        }
        layer.forgetChanges()
    }
}

extension DrawingContext {
    /// Paints a stroke that is being drawn, pixel for pixel where the view's pixels are the ink's.
    fileprivate func draw(_ stroke: WetInk.Stroke, of ink: WetInk, at point: CGPoint) {
        let color = stroke.color.pixelColor(opacity: opacity)
        let corner = point.applying(map)
        let isWhole =
            map.b == 0 && map.c == 0 && abs(map.a - ink.scale) < 1e-6
            && abs(map.d - ink.scale) < 1e-6
        if isWhole, let x = Int(exactly: corner.x.rounded()),
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
    /// What changed in ink that the view draws at its bounds' origin has to be drawn again; ours, not
    /// UIKit's.
    public func setNeedsDisplay(changesOf ink: WetInk) {
        ink.takeChanges {
            setNeedsDisplay($0.offsetBy(dx: bounds.minX, dy: bounds.minY))
        }
    }

    /// The same, where it may be shown ahead of the frame: see `setNeedsInk(_:)`.
    public func setNeedsInk(changesOf ink: WetInk) {
        ink.takeChanges {
            setNeedsInk($0.offsetBy(dx: bounds.minX, dy: bounds.minY))
        }
    }
}
