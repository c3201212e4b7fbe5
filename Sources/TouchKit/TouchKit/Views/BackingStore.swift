import TouchKitRaster

/// The stored content of a view: what `draw(_:)` drew.
///
/// A store contains the drawing commands of the last `draw(_:)` for the whole bounds. After a part
/// was redrawn, or if the commands need more memory than the pixels, the store contains a bitmap
/// instead, with 4 bytes for each pixel of the bounds.
@MainActor
final class BackingStore {
    /// The largest number of pixels of a bitmap, which limits its memory to 64 MiB. Larger views
    /// are redrawn as a whole.
    private static let maximumPixelCount = 16_777_216.0
    /// The memory of commands that a store keeps for each view, however small, in bytes.
    private static let minimumCommandBytes = 16_384.0

    /// The commands that paint the content; empty if there is a bitmap.
    @exclusivity(unchecked) private(set) var recording: DrawingRecording
    /// The pixels of the content, or `nil`. Pixel (0, 0) is at the origin of `bounds`.
    @exclusivity(unchecked) private(set) var bitmap: Bitmap?
    /// The bounds of the view for which the content was drawn.
    @exclusivity(unchecked) private(set) var bounds: CGRect
    /// The user interface style for which the content was drawn.
    @exclusivity(unchecked) private(set) var style: UIUserInterfaceStyle
    /// The number of pixels per point for which the content was drawn.
    @exclusivity(unchecked) private(set) var scale: CGFloat

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - bounds: The bounds of the view.
    ///   - context: The context whose style and scale the content has.
    ///   - recording: The commands of the content, which are copied, or `nil` for no content.
    init(bounds: CGRect, for context: DrawingContext, copying recording: DrawingRecording? = nil) {
        self.recording = recording.map(DrawingRecording.init(copying:)) ?? DrawingRecording()
        self.bounds = bounds
        style = context.style
        scale = context.screenScale
    }

    /// Returns whether content for `bounds` can be stored as a bitmap.
    static func canStoreBitmap(of bounds: CGRect, scale: CGFloat) -> Bool {
        bounds.width * scale * bounds.height * scale <= maximumPixelCount
    }

    /// Returns whether the content fits the style and the scale that `context` draws.
    func isValid(for context: DrawingContext) -> Bool {
        style == context.style && scale == context.screenScale
    }

    // MARK: Changing the content

    /// Begins new content for the whole bounds.
    ///
    /// - Returns: The empty recording that receives the commands, or `nil` if the store keeps its
    ///   bitmap and any other recording can receive them.
    func beginContent(for bounds: CGRect, in context: DrawingContext) -> DrawingRecording? {
        if bounds != self.bounds || !isValid(for: context) { bitmap = nil }
        self.bounds = bounds
        style = context.style
        scale = context.screenScale
        if bitmap != nil { return nil }
        recording.removeAll()
        return recording
    }

    /// Ends new content for the whole bounds. Paints a bitmap if the store has one, or if the
    /// commands need more memory than a bitmap.
    func endContent(_ commands: DrawingRecording, in context: DrawingContext) {
        if bitmap == nil {
            let pixelBytes = bounds.width * bounds.height * scale * scale * 4
            guard CGFloat(commands.byteCount) > max(pixelBytes, Self.minimumCommandBytes),
                Self.canStoreBitmap(of: bounds, scale: scale)
            else { return }
            recording = DrawingRecording()
        }
        paint(commands, in: makeBitmap().bounds, context)
    }

    /// Returns the whole pixels that cover a rectangle of the view, in the bitmap's coordinates.
    func pixels(covering rect: CGRect) -> PixelRect {
        PixelRect(
            covering: rect.offsetBy(dx: -bounds.minX, dy: -bounds.minY).applying(
                CGAffineTransform(scaleX: scale, y: scale)))
    }

    /// Returns the rectangle of the view that a rectangle of the bitmap covers.
    func rect(of pixels: PixelRect) -> CGRect {
        CGRect(pixels: pixels, scale: scale).offsetBy(dx: bounds.minX, dy: bounds.minY)
    }

    /// Replaces a part of the content by newly recorded commands.
    func replace(_ pixels: PixelRect, by commands: DrawingRecording, in context: DrawingContext) {
        if bitmap == nil {
            paint(recording, in: makeBitmap().bounds, context)
            recording = DrawingRecording()
        }
        paint(commands, in: pixels, context)
    }

    private func makeBitmap() -> Bitmap {
        if let bitmap { return bitmap }
        let pixels = pixels(covering: bounds)
        let new = Bitmap(
            width: max(pixels.width, 1), height: max(pixels.height, 1), isOpaque: false)
        bitmap = new
        return new
    }

    /// Paints commands into a part of the bitmap, which is cleared first.
    private func paint(
        _ commands: DrawingRecording, in pixels: PixelRect, _ context: DrawingContext
    ) {
        guard let bitmap else { return }
        let pixels = pixels.intersection(bitmap.bounds)
        if pixels.isEmpty { return }
        bitmap.clear(pixels)
        let painter = context.bitmapContext
        painter.style = style
        painter.list.pushClip(pixels)
        painter.begin(
            map: CGAffineTransform(translationX: -bounds.minX, y: -bounds.minY).concatenating(
                CGAffineTransform(scaleX: scale, y: scale)), opacity: 1)
        commands.paint(into: painter)
        painter.end()
        painter.list.popClip()
        painter.list.paint(onto: bitmap, clip: pixels)
        painter.list.removeAll()
    }

    // MARK: Painting

    /// Paints the content into a context, whose transform maps `bounds` to the canvas.
    func paint(into context: DrawingContext) {
        guard let bitmap else { return recording.paint(into: context) }
        context.draw(bitmap, in: rect(of: bitmap.bounds))
    }
}

extension DrawingContext {
    /// Returns a store without content for a view that has none, which reuses `spareStore`.
    func emptyStore(for bounds: CGRect) -> BackingStore {
        guard let store = spareStore else { return BackingStore(bounds: bounds, for: self) }
        spareStore = nil
        _ = store.beginContent(for: bounds, in: self)
        return store
    }
}
