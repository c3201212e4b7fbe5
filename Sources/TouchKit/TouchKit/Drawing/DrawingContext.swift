import TouchKitRaster

extension DisplayList {
    /// Paints a rectangle, or one with round corners, that a map brings onto the canvas; upright ones the
    /// plain way.
    func fill(
        _ rect: CGRect, cornerRadius: CGFloat, under map: CGAffineTransform, color: PixelColor
    ) {
        guard map.keepsAxes, cornerRadius <= 0 || map.keepsAngles else {
            fill(rect, cornerRadius: cornerRadius, map: map, color: color)
            return
        }
        if cornerRadius > 0 {
            fill(rect.applying(map), cornerRadius: cornerRadius * map.stretch, color: color)
        } else {
            fill(rect.applying(map), color: color)
        }
    }
}

/// Where the drawing calls of a running `draw(_:)` go: a display list, in canvas pixels.
@MainActor
final class DrawingContext {
    /// The one that drawing calls use; nil outside `draw(_:)`.
    private(set) static var current: DrawingContext?
    /// The one that was used before this one: an image may be drawn inside a `draw(_:)`.
    private var outer: DrawingContext?

    let list: DisplayList
    var fillColor = UIColor.black
    var strokeColor = UIColor.black
    /// How wide rectangles and ellipses are stroked, in points.
    var lineWidth: CGFloat = 1
    /// What was kept of all this.
    var states: [State] = []
    /// A path for rectangles and ellipses.
    let shape = UIBezierPath()
    /// Counts the `draw(_:)`s: a `CGContext` is good for one of them.
    private(set) var drawing = 0
    /// From the view's points to canvas pixels.
    var map = CGAffineTransform.identity
    /// The map as it was when the view began to draw.
    private var viewMap = CGAffineTransform.identity
    /// Where something has to be drawn; nil where that is everywhere.
    private var wanted: RegionGrid?
    private var wantedSize: (width: Int, height: Int) = (0, 0)
    /// How opaque the view and those around it are.
    private(set) var opacity: CGFloat = 1

    init(list: DisplayList) {
        self.list = list
    }

    /// Views begin to draw what a region of the canvas has of them.
    func willRecord(_ region: Region, geometry: ScreenGeometry) {
        let size = (width: geometry.canvasWidth, height: geometry.canvasHeight)
        if wanted == nil || size != wantedSize {
            wanted = RegionGrid(width: size.width, height: size.height)
            wantedSize = size
        }
        wanted?.set(region)
    }

    /// Whether something of a rectangle of the view may have to be drawn.
    func needsToDraw(_ rect: CGRect) -> Bool {
        wanted?.mayIntersect(PixelRect(covering: rect.applying(viewMap))) ?? true
    }

    /// A view begins to draw.
    func begin(map: CGAffineTransform, opacity: CGFloat) {
        self.map = map
        viewMap = map
        self.opacity = opacity
        fillColor = .black
        strokeColor = .black
        lineWidth = 1
        states.removeAll(keepingCapacity: true)
        drawing += 1
        guard Self.current !== self else { return }
        outer = Self.current
        Self.current = self
    }

    /// A view has drawn.
    func end() {
        Self.current = outer
        outer = nil
    }

    /// Fills a rectangle of the view.
    func fill(_ rect: CGRect, color: UIColor) {
        fill(rect, cornerRadius: 0, color: color)
    }

    /// Fills rectangles of the view.
    func fill(_ rects: [CGRect], color: UIColor) {
        guard map.keepsAxes, color.pattern == nil else {
            for rect in rects { fill(rect.standardized, color: color) }
            return
        }
        list.fill(
            rects, map: map, color: color.pixelColor(opacity: opacity), wanted: wanted)
    }

    /// Fills a rectangle of the view with a colour as pixels get it.
    func fill(_ rect: CGRect, pixels: PixelColor) {
        fill(rect, cornerRadius: 0, pixels: pixels)
    }

    /// Fills a rectangle of the view with round corners.
    func fill(_ rect: CGRect, cornerRadius: CGFloat, color: UIColor) {
        if color.pattern != nil {
            shape.removeAllPoints()
            shape.addRoundedRect(
                rect, .allCorners, CGSize(width: cornerRadius, height: cornerRadius))
            list.fill(shape.path, map: map, rule: .nonzero, paint: paint(color, alpha: 1))
            return
        }
        fill(rect, cornerRadius: cornerRadius, pixels: color.pixelColor(opacity: opacity))
    }

    /// Fills a rectangle of the view, or one with round corners, with a colour as pixels get it.
    func fill(_ rect: CGRect, cornerRadius: CGFloat, pixels: PixelColor) {
        list.fill(rect, cornerRadius: cornerRadius, under: map, color: pixels)
    }

    /// Paints a picture into a rectangle of the view.
    ///
    /// - Parameters:
    ///   - levels: The picture.
    ///   - rect: The rectangle, in points.
    ///   - alpha: How opaque it is beside its own alpha and the view's, 0…1.
    func draw(_ levels: PictureLevels, in rect: CGRect, alpha: CGFloat) {
        // Each is looked at once: thousands of pictures may be drawn in a frame.
        let map = map
        let opacity = opacity * min(max(alpha, 0), 1)
        let bitmap = levels.bitmap
        if Self.isPixelForPixel(bitmap, in: rect, map) {
            list.paint(bitmap, at: rect.origin.applying(map), opacity: opacity)
            return
        }
        let toRect = CGAffineTransform(
            scaleX: rect.width / CGFloat(bitmap.width), y: rect.height / CGFloat(bitmap.height)
        ).concatenating(CGAffineTransform(translationX: rect.minX, y: rect.minY))
        list.paint(levels, map: toRect.concatenating(map), opacity: opacity)
    }

    /// Whether a picture in a rectangle is neither stretched nor turned, to a millionth.
    private static func isPixelForPixel(
        _ bitmap: Bitmap, in rect: CGRect, _ map: CGAffineTransform
    ) -> Bool {
        guard map.b == 0, map.c == 0 else { return false }
        let width = CGFloat(bitmap.width)
        let height = CGFloat(bitmap.height)
        return abs(rect.size.width * map.a - width) < width * 1e-6
            && abs(rect.size.height * map.d - height) < height * 1e-6
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Fills a rectangle with the fill colour, in the running `draw(_:)`; in points.
@MainActor
public func UIRectFill(_ rect: CGRect) {
    guard let context = DrawingContext.current else { return }
    context.fill(rect.standardized, color: context.fillColor)
}
