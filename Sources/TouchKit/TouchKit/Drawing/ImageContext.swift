import TouchKitRaster

/// A drawing environment whose result is an image.
@MainActor
final class ImageContext {
    /// The maximum width and height of an image in pixels, which limit the memory of an image to 1
    /// GiB.
    private static let maximumExtent = 16_384.0

    /// The context that records the drawing calls.
    let context = DrawingContext(list: DisplayList())
    /// The number of pixels per point.
    private let scale: CGFloat
    /// The width of the image in pixels.
    private let width: Int
    /// The height of the image in pixels.
    private let height: Int
    /// Whether the image has no alpha channel.
    private let isOpaque: Bool

    /// Begins an image, and makes its context current until `end()`.
    ///
    /// - Parameters:
    ///   - size: The size in points, rounded up to whole pixels.
    ///   - scale: The number of pixels per point.
    ///   - isOpaque: Whether the image has no alpha channel; such an image is initially black,
    ///     another one transparent.
    init(size: CGSize, scale: CGFloat, isOpaque: Bool) {
        self.scale = scale
        self.isOpaque = isOpaque
        width = Self.pixelCount(size.width * scale)
        height = Self.pixelCount(size.height * scale)
        context.list.pushClip(PixelRect(minX: 0, minY: 0, maxX: width, maxY: height))
        context.begin(map: CGAffineTransform(scaleX: scale, y: scale), opacity: 1)
    }

    /// Returns an image of everything drawn so far, and ends all clips.
    func makeImage() -> UIImage {
        context.endClips(after: 0)
        let bitmap = Bitmap(width: width, height: height, isOpaque: isOpaque)
        context.list.paint(onto: bitmap, clip: bitmap.bounds)
        return UIImage(bitmap: bitmap, scale: scale)
    }

    /// Ends drawing and restores the context that was current before.
    func end() {
        context.end()
    }

    /// Returns an extent as a number of whole pixels, rounded up and limited to 1…16 384.
    private static func pixelCount(_ extent: CGFloat) -> Int {
        // An excess of less than 1e-6 is a rounding error and must not add a pixel.
        extent > 1 ? Int(min(extent - 1e-6, maximumExtent).rounded(.up)) : 1
    }
}
