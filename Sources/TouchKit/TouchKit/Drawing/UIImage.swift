import TouchKitRaster

/// A picture that views show. It mustn't change once it was drawn.
@MainActor
public final class UIImage {
    /// The pixels, and smaller copies of them.
    let levels: PictureLevels
    /// The pixels.
    package var bitmap: Bitmap { levels.bitmap }
    /// Pixels per point.
    public let scale: CGFloat

    /// Makes an image of pixels.
    ///
    /// - Parameters:
    ///   - bitmap: The pixels.
    ///   - scale: Pixels per point, above 0.
    public init(bitmap: Bitmap, scale: CGFloat = 1) {
        precondition(scale > 0, "an image has some pixels per point")
        levels = PictureLevels(bitmap)
        self.scale = scale
    }

    /// Makes an image of a file's contents, by the newest application's decoder; nil where it has
    /// none, or the bytes are no picture that it knows.
    ///
    /// Foundation's `Data` fits, and so does an array.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - scale: Pixels per point, above 0.
    public convenience init?(data: some Sequence<UInt8>, scale: CGFloat = 1) {
        guard let bitmap = UIApplication.newest?.imageDecoder?.decode(Array(data)) else {
            return nil
        }
        self.init(bitmap: bitmap, scale: scale)
    }

    /// Makes an image of a file, by the newest application's decoder; nil where it has none, or the
    /// file can't be read or is no picture that it knows. On a kiosk the log says which, and why.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - scale: Pixels per point, above 0; a file's name doesn't say.
    public convenience init?(contentsOfFile path: String, scale: CGFloat = 1) {
        guard let bitmap = UIApplication.newest?.imageDecoder?.decode(contentsOfFile: path) else {
            return nil
        }
        self.init(bitmap: bitmap, scale: scale)
    }

    /// Its extent, in points.
    public var size: CGSize {
        CGSize(width: CGFloat(bitmap.width) / scale, height: CGFloat(bitmap.height) / scale)
    }

    /// Draws it in the running `draw(_:)` at its own size, its corner at a place in points.
    public func draw(at point: CGPoint) {
        draw(at: point, blendMode: .normal, alpha: 1)
    }

    /// Draws it in the running `draw(_:)`, stretched to a rectangle in points.
    public func draw(in rect: CGRect) {
        draw(in: rect, blendMode: .normal, alpha: 1)
    }

    /// Draws it in the running `draw(_:)` at its own size.
    ///
    /// - Parameters:
    ///   - point: Where its corner lies, in points.
    ///   - blendMode: How it is mixed with what is there.
    ///   - alpha: How opaque it is beside its own alpha, 0…1.
    public func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
        DrawingContext.current?.draw(
            levels, in: CGRect(origin: point, size: size), alpha: alpha)
    }

    /// Draws it in the running `draw(_:)`, stretched.
    ///
    /// - Parameters:
    ///   - rect: The rectangle that it fills, in points.
    ///   - blendMode: How it is mixed with what is there.
    ///   - alpha: How opaque it is beside its own alpha, 0…1.
    public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
        DrawingContext.current?.draw(levels, in: rect.standardized, alpha: alpha)
    }
}

extension UIImage: Hashable {
    /// Whether both are the same object.
    public nonisolated static func == (left: UIImage, right: UIImage) -> Bool { left === right }

    /// Hashes which object it is.
    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
