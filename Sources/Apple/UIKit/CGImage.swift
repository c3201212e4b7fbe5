/// The pixels of an image: the image itself.
public typealias CGImage = UIImage

extension UIImage {
    /// The image itself, for code that passes the pixels on, for example to `CALayer.contents`.
    public var cgImage: CGImage? { self }

    /// Returns the part of the image inside a rectangle in pixels, or `nil` if they do not
    /// intersect. A rectangle between pixels is extended to whole pixels.
    public func cropping(to rect: CGRect) -> CGImage? {
        let part = rect.integral.intersection(
            CGRect(x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height)))
        if part.isEmpty { return nil }
        let (left, top) = (Int(part.minX), Int(part.minY))
        let result = Bitmap(
            width: Int(part.width), height: Int(part.height), isOpaque: bitmap.isOpaque)
        for y in 0..<result.height {
            for x in 0..<result.width { result[x, y] = bitmap[left + x, top + y] }
        }
        return UIImage(bitmap: result)
    }

    /// Creates an image from the pixels of another image.
    public convenience init(cgImage: CGImage) {
        self.init(bitmap: cgImage.bitmap, scale: cgImage.scale)
    }

    /// Creates an image of one transparent pixel, because an image has at least one.
    public convenience init() {
        self.init(bitmap: Bitmap(width: 1, height: 1, isOpaque: false))
    }

    /// Creates an image from a file of the working folder, as `init(named:)` does. Bundles and
    /// traits have no effect.
    public convenience init?(
        named name: String, in bundle: AnyObject?,
        compatibleWith traitCollection: UITraitCollection?
    ) {
        self.init(named: name)
    }

    /// Creates an image from a file in the working folder: `name`, with the extension `png`
    /// appended if it is missing. Returns `nil` if the file does not exist or cannot be decoded.
    /// There are no asset catalogs.
    public convenience init?(named name: String) {
        self.init(contentsOfFile: name.hasSuffix(".png") ? name : name + ".png")
    }
}
