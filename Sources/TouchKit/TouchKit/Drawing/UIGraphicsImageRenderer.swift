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
        let image = ImageContext(size: size, scale: format.scale, isOpaque: format.opaque)
        actions(UIGraphicsImageRendererContext(cgContext: CGContext(image.context)))
        defer { image.end() }
        return image.makeImage()
    }
}
