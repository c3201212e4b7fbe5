/// The pixels of an image: the image itself.
public typealias CGImage = UIImage

extension UIImage {
    /// The image itself, for code that passes the pixels on, for example to `CALayer.contents`.
    public var cgImage: CGImage? { self }

    /// Creates an image from the pixels of another image.
    public convenience init(cgImage: CGImage) {
        self.init(bitmap: cgImage.bitmap, scale: cgImage.scale)
    }

    /// Creates an image from the file `name`, or `name` with the extension `png`, in the working
    /// folder. Returns `nil` if neither file exists or can be decoded. There are no asset catalogs.
    public convenience init?(named name: String) {
        self.init(contentsOfFile: name.hasSuffix(".png") ? name : name + ".png")
    }
}
