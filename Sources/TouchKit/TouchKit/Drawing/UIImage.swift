import TouchKitRaster

/// An object that manages image data in your app. The pixels must not change after the image was
/// first drawn.
@MainActor
public final class UIImage {
    /// The pixels with their mipmaps: reduced copies for drawing the image smaller.
    let mipmaps: MipmappedBitmap
    /// The pixels at full resolution.
    package var bitmap: Bitmap { mipmaps.bitmap }
    /// The scale factor of the image: pixels per point.
    public let scale: CGFloat

    /// Creates an image from pixels. Not part of UIKit.
    ///
    /// - Parameters:
    ///   - bitmap: The pixels of the image.
    ///   - scale: The number of pixels per point, greater than 0.
    public init(bitmap: Bitmap, scale: CGFloat = 1) {
        precondition(scale > 0, "UIImage: scale must be greater than 0")
        mipmaps = MipmappedBitmap(bitmap)
        self.scale = scale
    }

    /// Creates an image from the contents of an image file, with the newest application's decoder.
    ///
    /// Returns `nil` if there is no decoder or the decoder does not support the data. Accepts any
    /// sequence of bytes, for example Foundation's `Data`.
    ///
    /// - Parameters:
    ///   - data: The bytes of the file.
    ///   - scale: The number of pixels per point, greater than 0.
    public convenience init?(data: some Sequence<UInt8>, scale: CGFloat = 1) {
        guard let bitmap = UIApplication.sharedIfPresent?.imageDecoder?.decode(Array(data)) else {
            return nil
        }
        self.init(bitmap: bitmap, scale: scale)
    }

    /// Creates an image from a file, with the newest application's decoder.
    ///
    /// Returns `nil` if there is no decoder, the file cannot be read or the decoder does not
    /// support its format. On a kiosk, the reason is logged.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - scale: The number of pixels per point, greater than 0. Unlike in UIKit, the scale is not
    ///     derived from the file name.
    public convenience init?(contentsOfFile path: String, scale: CGFloat = 1) {
        guard let bitmap = UIApplication.sharedIfPresent?.imageDecoder?.decode(contentsOfFile: path)
        else {
            return nil
        }
        self.init(bitmap: bitmap, scale: scale)
    }

    /// The logical dimensions, in points, for the image.
    public var size: CGSize {
        CGSize(width: CGFloat(bitmap.width) / scale, height: CGFloat(bitmap.height) / scale)
    }

    /// Draws the image at the specified point in the current context.
    public func draw(at point: CGPoint) {
        draw(at: point, blendMode: .normal, alpha: 1)
    }

    /// Draws the entire image in the specified rectangle, scaling it as needed to fit.
    public func draw(in rect: CGRect) {
        draw(in: rect, blendMode: .normal, alpha: 1)
    }

    /// Draws the image at the specified point using the custom compositing options.
    ///
    /// - Parameters:
    ///   - point: The position of the image's top-left corner, in points.
    ///   - blendMode: The blend mode: `.normal`, `.clear` or `.copy`.
    ///   - alpha: An additional opacity, 0…1.
    public func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
        // A view may draw thousands of small images in a frame.
        if blendMode == .normal, let context = DrawingContext.current,
            context.drawPixels(bitmap, scale: scale, at: point, alpha: alpha)
        {
            return
        }
        draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
    }

    /// Draws the entire image in the specified rectangle using the custom compositing options,
    /// scaling it as needed to fit.
    ///
    /// - Parameters:
    ///   - rect: The destination, in points.
    ///   - blendMode: The blend mode: `.normal`, `.clear` or `.copy`.
    ///   - alpha: An additional opacity, 0…1.
    public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
        guard let context = DrawingContext.current else { return }
        // The state's mode applies to images that are drawn without a mode.
        let mode = blendMode == .normal ? context.blendMode : blendMode
        context.with(mode) { $0.draw(mipmaps, in: rect.standardized, alpha: alpha) }
    }
}

extension UIImage: Hashable {
    /// Returns whether both references are to the same object.
    public nonisolated static func == (left: UIImage, right: UIImage) -> Bool { left === right }

    /// Hashes the object's identity.
    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
