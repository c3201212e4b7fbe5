import TouchKitGeometry

/// A two-dimensional array of 32-bit pixels in main memory: 0xAARRGGBB, top row first.
///
/// In an opaque bitmap, such as the screen, the alpha of every pixel is 0xFF. In a translucent
/// bitmap, the colors are premultiplied by alpha.
///
/// Each row begins at a 64-byte boundary, so that chunks of 8 pixels can be loaded and stored fast.
public final class Bitmap {
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The distance between the first pixels of two consecutive rows, in pixels.
    public let stride: Int
    /// Whether the alpha of every pixel is 255.
    ///
    /// The compositor copies opaque bitmaps instead of blending them, and skips all items below
    /// them. Decoders set this property after they have written the pixels.
    public package(set) var isOpaque: Bool
    /// The address of the first pixel of the top row. Valid for the lifetime of the bitmap.
    package let pixels: UnsafeMutablePointer<UInt32>

    /// Creates a bitmap of at least 1 × 1 pixels. An opaque bitmap is black, and a translucent
    /// bitmap is fully transparent.
    public init(width: Int, height: Int, isOpaque: Bool = true) {
        precondition(width > 0 && height > 0, "bitmap: width and height must be at least 1 pixel")
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

    /// The rectangle of all pixels; its origin is (0, 0).
    package var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

    /// The pixel 0xAARRGGBB in column `x` and row `y`.
    ///
    /// In a translucent bitmap, the setter limits each color channel to the alpha, because the
    /// blend kernels require valid premultiplied pixels.
    public subscript(x: Int, y: Int) -> UInt32 {
        get {
            precondition(x >= 0 && x < width && y >= 0 && y < height, "bitmap: pixel out of bounds")
            return pixels[y * stride + x]
        }
        set {
            precondition(x >= 0 && x < width && y >= 0 && y < height, "bitmap: pixel out of bounds")
            pixels[y * stride + x] = isOpaque ? newValue : Self.clampedToAlpha(newValue)
        }
    }

    /// Returns `pixel` with each color channel limited to the pixel's alpha.
    private static func clampedToAlpha(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        return alpha << 24 | min(pixel >> 16 & 0xFF, alpha) << 16
            | min(pixel >> 8 & 0xFF, alpha) << 8 | min(pixel & 0xFF, alpha)
    }

    /// Returns whether both bitmaps have equal size and equal pixels.
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

    /// Makes the pixels of a rectangle fully transparent, or black if the bitmap is opaque.
    package func clear(_ rect: PixelRect) {
        let rect = rect.intersection(bounds)
        for y in rect.minY..<max(rect.maxY, rect.minY) {
            (pixels + y * stride + rect.minX).update(
                repeating: isOpaque ? PixelColor.black.opaquePixel : 0, count: rect.width)
        }
    }

    /// Returns a new bitmap with equal size and equal pixels.
    public func copy() -> Bitmap {
        let copy = Bitmap(width: width, height: height, isOpaque: isOpaque)
        copy.pixels.update(from: pixels, count: stride * height)
        return copy
    }
}
