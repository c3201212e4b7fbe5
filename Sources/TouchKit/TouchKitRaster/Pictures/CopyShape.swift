import TouchKitGeometry

/// A picture that is painted pixel for pixel.
///
/// It has the picture's memory, not the object, so that painting counts no references; the display list
/// keeps the picture.
struct CopyShape {
    private let pixels: UnsafePointer<UInt32>
    private let stride: Int
    private let isOpaque: Bool
    /// How opaque it is beside the picture's own alpha, 0…256.
    private let opacity: UInt16
    /// Where its first column lies, in canvas pixels.
    private let x: Int32
    /// Where its first row lies, in canvas pixels.
    private let y: Int32

    /// - Parameters:
    ///   - bitmap: The picture; who keeps the shape keeps it too.
    ///   - x: Where its first column lies, in canvas pixels, within ±2³⁰.
    ///   - y: Where its first row lies.
    ///   - opacity: How opaque it is beside its own alpha, 0…256.
    init(_ bitmap: Bitmap, x: Int, y: Int, opacity: UInt32) {
        pixels = UnsafePointer(bitmap.pixels)
        stride = bitmap.stride
        isOpaque = bitmap.isOpaque
        self.opacity = UInt16(opacity)
        self.x = Int32(x)
        self.y = Int32(y)
    }

    /// Whether nothing can be seen through it.
    var coversAll: Bool { isOpaque && opacity == 256 }

    /// Paints it into a tile.
    func paint(into tile: Tile, clip: PixelRect) {
        let width = clip.width
        var from = pixels + ((clip.minY &- Int(y)) &* stride &+ (clip.minX &- Int(x)))
        var to = tile.row(clip.minY) + clip.minX
        if opacity != 256 {
            blendFaded(
                to, tile.stride, from, stride, width: width, height: clip.height,
                opacity: UInt32(opacity))
            return
        }
        for _ in 0..<clip.height {
            if isOpaque {
                to.update(from: from, count: width)
            } else {
                blendOver(to, from, count: width)
            }
            from += stride
            to += tile.stride
        }
    }
}
