import TouchKitRaster

/// How the images of a `UIGraphicsImageRenderer` are.
@MainActor
public final class UIGraphicsImageRendererFormat {
    /// Pixels per point; those of the main screen unless told otherwise.
    public var scale = UIScreen.main.scale
    /// Whether nothing can be seen through the image: it begins black then, else clear.
    public var opaque = false

    /// Makes the format of images for the main screen.
    public init() {}
}

/// What an image is drawn with.
@MainActor
public struct UIGraphicsImageRendererContext {
    /// Where drawing calls go; good until the image is finished.
    public let cgContext: CGContext

    /// Fills a rectangle with the colour set last; in points.
    public func fill(_ rect: CGRect) {
        cgContext.fill(rect)
    }
}

/// Makes images by UIKit's drawing calls.
///
/// ```swift
/// let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image { _ in
///     UIColor.red.setFill()
///     UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 20, height: 20)).fill()
/// }
/// ```
@MainActor
public final class UIGraphicsImageRenderer {
    /// The largest extent of an image in pixels; a larger one would be a mistake that takes a gigabyte.
    private static let largestExtent = 16_384.0

    private let size: CGSize
    private let format: UIGraphicsImageRendererFormat

    /// Makes images of this size in points, as a format says.
    public init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.size = size
        self.format = format
    }

    /// Makes clear images of this size in points, for the main screen.
    public convenience init(size: CGSize) {
        self.init(size: size, format: UIGraphicsImageRendererFormat())
    }

    /// Makes an image of what is drawn; parts of pixels at its right and lower edge are whole ones.
    public func image(
        actions: (UIGraphicsImageRendererContext) -> Void
    ) -> UIImage {
        let bitmap = Bitmap(
            width: pixels(size.width), height: pixels(size.height), isOpaque: format.opaque)
        let context = DrawingContext(list: DisplayList())
        context.list.pushClip(bitmap.bounds)
        context.begin(
            map: CGAffineTransform(scaleX: format.scale, y: format.scale), opacity: 1)
        actions(UIGraphicsImageRendererContext(cgContext: CGContext(context)))
        context.end()
        context.list.paint(onto: bitmap, clip: bitmap.bounds)
        return UIImage(bitmap: bitmap, scale: format.scale)
    }

    private func pixels(_ extent: CGFloat) -> Int {
        let exact = extent * format.scale
        // A hair more than a whole number is rounding, not a pixel.
        return exact > 1 ? Int(min(exact - 1e-6, Self.largestExtent).rounded(.up)) : 1
    }
}
