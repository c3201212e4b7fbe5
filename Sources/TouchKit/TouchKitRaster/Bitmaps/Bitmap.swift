import TouchKitGeometry

/// A picture in ordinary memory: pixels are 0xAARRGGBB, rows from the top.
///
/// Of an opaque picture, such as a screen is, every pixel begins with 0xFF; of another one the colours
/// are multiplied by the alpha already ('premultiplied').
///
/// Rows begin at 64-byte boundaries, as the kernels' chunks of 8 pixels like it.
public final class Bitmap {
    /// The width, in pixels.
    public let width: Int
    /// The height, in pixels.
    public let height: Int
    /// The distance from a row to the next, in pixels.
    public let stride: Int
    /// Whether nothing can be seen through it: then it is copied, and what it covers needn't be
    /// painted. Who makes a picture may find out only when its pixels are there.
    public package(set) var isOpaque: Bool
    /// The first pixel; valid as long as the bitmap lives.
    package let pixels: UnsafeMutablePointer<UInt32>

    /// Makes a picture of this size, in pixels, at least 1 × 1: black, or clear if it isn't opaque.
    public init(width: Int, height: Int, isOpaque: Bool = true) {
        precondition(width > 0 && height > 0, "a picture has pixels")
        self.width = width
        self.height = height
        self.isOpaque = isOpaque
        stride = (width + 15) & ~15
        let count = stride * height
        pixels = UnsafeMutableRawPointer.allocate(byteCount: count * 4, alignment: 64)
            .bindMemory(to: UInt32.self, capacity: count)
        pixels.initialize(
            repeating: isOpaque ? PixelColor.black.opaquePixel : 0, count: count)
    }

    deinit {
        pixels.deinitialize(count: stride * height)
        UnsafeMutableRawPointer(pixels).deallocate()
    }

    /// All pixels of the picture.
    package var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

    /// The pixel in a column and a row, 0xAARRGGBB; of a translucent picture a channel that exceeds
    /// its alpha is cut off there, since kernels rely on it.
    public subscript(x: Int, y: Int) -> UInt32 {
        get {
            precondition(x >= 0 && x < width && y >= 0 && y < height, "the pixel is in the picture")
            return pixels[y * stride + x]
        }
        set {
            precondition(x >= 0 && x < width && y >= 0 && y < height, "the pixel is in the picture")
            pixels[y * stride + x] = isOpaque ? newValue : Self.premultipliedAtMost(newValue)
        }
    }

    private static func premultipliedAtMost(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        return alpha << 24 | min(pixel >> 16 & 0xFF, alpha) << 16
            | min(pixel >> 8 & 0xFF, alpha) << 8 | min(pixel & 0xFF, alpha)
    }

    /// Whether both pictures have the same size and pixels.
    public func isEqual(to other: Bitmap) -> Bool {
        guard width == other.width, height == other.height else { return false }
        for y in 0..<height {
            for x in 0..<width
            where pixels[y * stride + x] != other.pixels[y * other.stride + x] {
                return false
            }
        }
        return true
    }

    /// A picture of its own with the same pixels.
    public func copy() -> Bitmap {
        let copy = Bitmap(width: width, height: height, isOpaque: isOpaque)
        copy.pixels.update(from: pixels, count: stride * height)
        return copy
    }
}
