import TouchKitRaster

/// A set of drawing attributes that represents the configuration of an image renderer context.
@MainActor
public final class UIGraphicsImageRendererFormat {
    /// The number of pixels per point. The default is the main screen's scale.
    public var scale = UIScreen.main.scale
    /// A Boolean value that indicates whether the image has no alpha channel; opaque images are
    /// initially black, other images transparent.
    public var opaque = false

    /// Creates a format with the main screen's scale.
    public init() {}
}

/// The drawing environment for an image renderer.
@MainActor
public struct UIGraphicsImageRendererContext {
    /// The Core Graphics context, valid until the image is finished.
    public let cgContext: CGContext

    /// Paints the area of a rectangle, in points, with the current fill color.
    public func fill(_ rect: CGRect) {
        cgContext.fill(rect)
    }
}

/// A graphics renderer for creating images with UIKit's drawing calls.
///
/// ```swift
/// let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image { _ in
///     UIColor.red.setFill()
///     UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 20, height: 20)).fill()
/// }
/// ```
@MainActor
public final class UIGraphicsImageRenderer {
    /// The maximum width and height of an image in pixels, which limit the memory of an image to 1
    /// GiB.
    private static let maximumExtent = 16_384.0

    private let size: CGSize
    private let format: UIGraphicsImageRendererFormat

    /// Creates an image renderer with a given size in points and format.
    public init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.size = size
        self.format = format
    }

    /// Creates an image renderer with a given size in points and the default format.
    public convenience init(size: CGSize) {
        self.init(size: size, format: UIGraphicsImageRendererFormat())
    }

    /// Creates an image by following a set of drawing instructions. The image's size is rounded up
    /// to whole pixels.
    public func image(
        actions: (UIGraphicsImageRendererContext) -> Void
    ) -> UIImage {
        let bitmap = Bitmap(
            width: pixelCount(size.width), height: pixelCount(size.height), isOpaque: format.opaque)
        let context = DrawingContext(list: DisplayList())
        context.list.pushClip(bitmap.bounds)
        context.begin(
            map: CGAffineTransform(scaleX: format.scale, y: format.scale), opacity: 1)
        actions(UIGraphicsImageRendererContext(cgContext: CGContext(context)))
        context.end()
        context.list.paint(onto: bitmap, clip: bitmap.bounds)
        return UIImage(bitmap: bitmap, scale: format.scale)
    }

    /// Returns a length in points as a number of whole pixels, rounded up and limited to 1…16 384.
    private func pixelCount(_ extent: CGFloat) -> Int {
        let exact = extent * format.scale
        // An excess of less than 1e-6 is a rounding error and must not add a pixel.
        return exact > 1 ? Int(min(exact - 1e-6, Self.maximumExtent).rounded(.up)) : 1
    }
}
