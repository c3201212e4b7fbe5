import TouchKitRaster

extension DisplayList {
    /// Paints a rectangle, optionally with rounded corners, under a transform.
    ///
    /// If the transform maps the rectangle to an upright rectangle, a faster implementation is
    /// used.
    func fill(
        _ rect: CGRect, cornerRadius: CGFloat, under map: CGAffineTransform, color: PixelColor
    ) {
        guard map.preservesAxes, cornerRadius <= 0 || map.preservesAngles else {
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

/// The destination of drawing calls during `draw(_:)`. The context records the calls into a display
/// list, in canvas pixels.
@MainActor
final class DrawingContext {
    /// The context that drawing calls use, or `nil` outside `draw(_:)`.
    @exclusivity(unchecked) private(set) static var current: DrawingContext?
    /// The context that becomes current again when this context ends, or `nil`. An image renderer
    /// that is used inside `draw(_:)` has an outer context.
    @exclusivity(unchecked) private var outer: DrawingContext?

    /// The contexts that were current before each `push()` without a `pop()`.
    private static var pushed: [DrawingContext?] = []
    /// The number of pushed contexts when the drawing pass began.
    private var pushedCount = 0

    /// The display list that receives the drawing commands.
    let list: DisplayList
    /// The current fill color.
    @exclusivity(unchecked) var fillColor = UIColor.black
    /// The current stroke color.
    @exclusivity(unchecked) var strokeColor = UIColor.black
    /// The line width, caps, joins and dashes of `CGContext`, in points.
    @exclusivity(unchecked) var strokeStyle = LineStyle()
    /// The opacity of `CGContext`, 0…1, by which everything drawn is multiplied.
    @exclusivity(unchecked) var alpha: CGFloat = 1 {
        didSet { opacity = viewOpacity * alpha }
    }
    /// The blend mode of `CGContext`.
    @exclusivity(unchecked) var blendMode = CGBlendMode.normal
    /// Whether a blend mode other than the normal one was used in this drawing pass.
    @exclusivity(unchecked) var usesBlendModes = false
    /// The current path of `CGContext`, in the coordinates that `currentPathMap` transforms to
    /// canvas pixels.
    @exclusivity(unchecked) var currentPath = Path()
    /// The transform from the coordinates of `currentPath` to canvas pixels.
    @exclusivity(unchecked) var currentPathMap = CGAffineTransform.identity
    /// The clips set in this drawing pass, in the order in which they were set.
    @exclusivity(unchecked) var clips: [Clip] = []
    /// The stack of saved graphics states.
    @exclusivity(unchecked) var states: [State] = []
    /// A path reused for shapes and the current path; empty except while it is painted.
    let shape = UIBezierPath()
    /// The number of drawing passes begun so far. Each call of `draw(_:)` is one pass.
    @exclusivity(unchecked) private(set) var passNumber = 0
    /// The current transform from the view's coordinates, in points, to canvas pixels.
    @exclusivity(unchecked) var map = CGAffineTransform.identity
    /// The value of `map` at the start of the drawing pass, or of the recording that is painted.
    /// Patterns begin at its origin.
    @exclusivity(unchecked) var initialMap = CGAffineTransform.identity
    /// The damaged area as a grid, or `nil` if the whole canvas is drawn.
    @exclusivity(unchecked) private var damageGrid: RegionGrid?
    /// The size of the canvas for which `damageGrid` was created, in pixels.
    @exclusivity(unchecked) private var damageGridSize: (width: Int, height: Int) = (0, 0)
    /// The product of the alpha values of the view and its superviews, 0…1.
    @exclusivity(unchecked) var viewOpacity: CGFloat = 1
    /// The opacity of everything drawn, 0…1: the view's opacity, multiplied by `alpha`.
    @exclusivity(unchecked) private(set) var opacity: CGFloat = 1
    /// Whether a drawing pass has begun and not ended.
    @exclusivity(unchecked) private(set) var isRecording = false
    /// The user interface style of the view that is drawn: light or dark.
    @exclusivity(unchecked) var style = UIUserInterfaceStyle.light
    /// The number of pixels per point of the screen that is drawn.
    @exclusivity(unchecked) private(set) var screenScale: CGFloat = 1

    /// The recording that receives the drawing commands instead of the display list, or `nil`.
    @exclusivity(unchecked) private(set) var recording: DrawingRecording?
    /// The part of the view that `draw(_:)` shall draw into `recording`, in the view's coordinates.
    @exclusivity(unchecked) private var recordedRect = CGRect.null
    /// The transform from the view's coordinates to canvas pixels while commands are recorded.
    @exclusivity(unchecked) private var recordedMap = CGAffineTransform.identity
    /// A recording for commands that are stored or painted right after `draw(_:)`.
    let scratchRecording = DrawingRecording()
    /// A store that a view did not need, because nothing was drawn.
    @exclusivity(unchecked) var spareStore: BackingStore?
    /// The context that paints the bitmaps of backing stores.
    private(set) lazy var bitmapContext = DrawingContext(list: DisplayList())

    /// Creates a context that records into `list`.
    init(list: DisplayList) {
        self.list = list
    }

    /// Sets the damaged region of the canvas for the following drawing passes.
    func setDamage(_ region: Region, geometry: ScreenGeometry) {
        let size = (width: geometry.canvasWidth, height: geometry.canvasHeight)
        if damageGrid == nil || size != damageGridSize {
            damageGrid = RegionGrid(width: size.width, height: size.height)
            damageGridSize = size
        }
        damageGrid?.set(region)
        screenScale = geometry.scale
    }

    /// Returns whether a rectangle, in the view's coordinates, may intersect the damage.
    func needsToDraw(_ rect: CGRect) -> Bool {
        if recording != nil { return rect.intersects(recordedRect) }
        return damageGrid?.mayIntersect(PixelRect(covering: rect.applying(initialMap))) ?? true
    }

    /// The current transform from user coordinates to canvas pixels.
    var userToCanvas: CGAffineTransform {
        recording == nil ? map : map.concatenating(recordedMap)
    }

    /// Begins a drawing pass whose commands are stored in a recording.
    ///
    /// - Parameters:
    ///   - recording: The recording, which receives the commands after those that it contains.
    ///   - rect: The part of the view that is drawn, in the view's coordinates.
    ///   - map: The transform from the view's coordinates to canvas pixels.
    func beginRecording(into recording: DrawingRecording, _ rect: CGRect, map: CGAffineTransform) {
        recordedRect = rect
        recordedMap = map
        begin(map: .identity, opacity: 1)
        self.recording = recording
    }

    /// Ends the drawing pass that `beginRecording` began.
    func endRecording() {
        endClips(after: 0)
        recording = nil
        end()
    }

    /// Begins a drawing pass: resets the graphics state and makes this context current.
    ///
    /// - Parameters:
    ///   - map: The transform from the view's coordinates to canvas pixels.
    ///   - opacity: The product of the alpha values of the view and its superviews, 0…1.
    func begin(map: CGAffineTransform, opacity: CGFloat) {
        self.map = map
        initialMap = map
        viewOpacity = opacity
        alpha = 1
        blendMode = .normal
        usesBlendModes = false
        // Comparing is cheaper than retaining and releasing colors that are usually unchanged.
        let black = UIColor.black
        if fillColor !== black { fillColor = black }
        if strokeColor !== black { strokeColor = black }
        strokeStyle = LineStyle()
        if !currentPath.isEmpty { currentPath.removeAll() }
        endClips(after: 0)
        if !states.isEmpty { states.removeAll(keepingCapacity: true) }
        passNumber += 1
        isRecording = true
        guard Self.current !== self else { return }
        pushedCount = Self.pushed.count
        outer = Self.current
        Self.current = self
    }

    /// Ends the drawing pass and restores the context that was current before the pass.
    func end() {
        endClips(after: 0)
        isRecording = false
        Self.pushed.removeLast(max(Self.pushed.count - pushedCount, 0))
        Self.current = outer
        outer = nil
    }

    /// Makes this context current until `pop()`.
    func push() {
        Self.pushed.append(Self.current)
        Self.current = self
    }

    /// Restores the context that was current before the last `push()`; does nothing without one.
    static func pop() {
        if let context = pushed.popLast() { current = context }
    }

    /// Fills a rectangle in the view's coordinates.
    func fill(_ rect: CGRect, color: UIColor) {
        fill(rect, cornerRadius: 0, color: color)
    }

    /// Fills several rectangles in the view's coordinates.
    func fill(_ rects: ArraySlice<CGRect>, color: UIColor) {
        if let recording { return recording.appendRects(rects, color, self) }
        if blends(color, { fill(rects, color: .white) }) { return }
        guard map.preservesAxes, color.pattern == nil else {
            for rect in rects { fill(rect.standardized, color: color) }
            return
        }
        list.fill(
            rects, map: map, color: color.pixelColor(opacity: opacity, style: style),
            dirty: damageGrid)
    }

    /// Fills a rounded rectangle in the view's coordinates.
    func fill(_ rect: CGRect, cornerRadius: CGFloat, color: UIColor) {
        if let recording {
            return recording.append(.fillRect(rect, cornerRadius: cornerRadius, color), self)
        }
        if blends(color, { fill(rect, cornerRadius: cornerRadius, color: .white) }) { return }
        if color.pattern != nil {
            shape.path.addRoundedRect(rect, cornerRadius: cornerRadius)
            list.fill(shape.path, map: map, rule: .nonzero, paint: paint(color, alpha: 1))
            shape.removeAllPoints()
            return
        }
        fill(
            rect, cornerRadius: cornerRadius,
            pixels: color.pixelColor(opacity: opacity, style: style))
    }

    /// Fills a rounded rectangle in the view's coordinates with a color whose alpha already
    /// includes the view's opacity.
    func fill(_ rect: CGRect, cornerRadius: CGFloat, pixels: PixelColor) {
        list.fill(rect, cornerRadius: cornerRadius, under: map, color: pixels)
    }

    /// Paints an image into a rectangle in the view's coordinates.
    ///
    /// - Parameters:
    ///   - mipmaps: The image with its reduced copies.
    ///   - rect: The destination, in points.
    ///   - alpha: An additional opacity, 0…1.
    func draw(_ mipmaps: MipmappedBitmap, in rect: CGRect, alpha: CGFloat) {
        if let recording {
            return recording.append(.image(mipmaps, rect, alpha: alpha), self)
        }
        if blendMode == .clear || blendMode == .copy {
            with(.clear) { $0.fill(rect, color: .white) }
            if blendMode == .clear { return }
        }
        // Copied to locals to avoid repeated exclusivity checks: a frame may draw thousands of
        // images.
        let map = map
        let opacity = opacity * min(max(alpha, 0), 1)
        let bitmap = mipmaps.bitmap
        if Self.isPixelForPixel(bitmap, in: rect, map) {
            list.paint(bitmap, at: rect.origin.applying(map), opacity: opacity)
            return
        }
        list.paint(mipmaps, map: Self.map(bitmap, into: rect, map), opacity: opacity)
    }

    /// Paints an image at a point in the view's coordinates, if each image pixel covers one canvas
    /// pixel and nothing but the opacity modifies it.
    ///
    /// - Parameters:
    ///   - bitmap: The pixels of the image.
    ///   - scale: The number of image pixels per point.
    ///   - point: The position of the top-left corner, in points.
    ///   - alpha: An additional opacity, 0…1.
    /// - Returns: Whether the image was painted.
    func drawPixels(_ bitmap: Bitmap, scale: CGFloat, at point: CGPoint, alpha: CGFloat) -> Bool {
        let map = map
        guard map.a == scale, map.d == scale, map.b == 0, map.c == 0, recording == nil,
            blendMode == .normal
        else { return false }
        list.paint(
            bitmap, at: CGPoint(x: point.x * scale + map.tx, y: point.y * scale + map.ty),
            opacity: opacity * min(max(alpha, 0), 1))
        return true
    }

    /// Paints a bitmap of a backing store into a rectangle in the view's coordinates.
    func draw(_ bitmap: Bitmap, in rect: CGRect) {
        if Self.isPixelForPixel(bitmap, in: rect, map) {
            list.paint(bitmap, at: rect.origin.applying(map), opacity: opacity)
            return
        }
        list.paint(bitmap, map: Self.map(bitmap, into: rect, map), opacity: opacity)
    }

    /// Returns the transform from a bitmap's pixels to canvas pixels for a destination in points.
    private static func map(
        _ bitmap: Bitmap, into rect: CGRect, _ map: CGAffineTransform
    ) -> CGAffineTransform {
        CGAffineTransform(
            scaleX: rect.width / CGFloat(bitmap.width), y: rect.height / CGFloat(bitmap.height)
        ).concatenating(CGAffineTransform(translationX: rect.minX, y: rect.minY))
            .concatenating(map)
    }

    /// Returns whether a bitmap is drawn without rotation at one canvas pixel per image pixel,
    /// within a relative tolerance of one millionth.
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
