import TouchKitGeometry

/// A bitmap that is drawn without scaling and rotation.
///
/// The shape contains the address of the pixels instead of a reference to the bitmap. Therefore
/// painting needs no reference counting. The display list retains the bitmap.
struct BitmapCopyShape {
    /// The address of the first pixel of the bitmap.
    private let pixels: UnsafePointer<UInt32>
    /// The distance between rows of the bitmap, in pixels.
    private let stride: Int
    /// Whether the bitmap is opaque.
    private let isOpaque: Bool
    /// The additional opacity, 0…256.
    private let opacity: UInt16
    /// The canvas column of the bitmap's left edge.
    private let x: Int32
    /// The canvas row of the bitmap's top edge.
    private let y: Int32

    /// Creates a shape.
    ///
    /// - Parameters:
    ///   - bitmap: The bitmap, which must outlive the shape.
    ///   - x: The canvas column of the bitmap's left edge, within ±2³⁰.
    ///   - y: The canvas row of the bitmap's top edge, within ±2³⁰.
    ///   - opacity: The additional opacity, 0…256.
    init(_ bitmap: Bitmap, x: Int, y: Int, opacity: UInt32) {
        pixels = UnsafePointer(bitmap.pixels)
        stride = bitmap.stride
        isOpaque = bitmap.isOpaque
        self.opacity = UInt16(opacity)
        self.x = Int32(x)
        self.y = Int32(y)
    }

    /// Whether the shape hides all items below its bounding box.
    var coversAll: Bool { isOpaque && opacity == 256 }

    /// Paints the pixels inside `clip`, which must be inside the bitmap, into a tile.
    func paint(into tile: Tile, clip: PixelRect) {
        let width = clip.width
        var from = pixels + ((clip.minY &- Int(y)) &* stride &+ (clip.minX &- Int(x)))
        var to = tile.row(clip.minY) + clip.minX
        if opacity != 256 {
            blendOverWithOpacity(
                to, tile.stride, from, stride, width: width, height: clip.height,
                opacity: UInt32(opacity))
            return
        }
        // Most copies of a frame are small, and then a call of the C library is expensive.
        let isShort = width <= 64 && width & 7 == 0
        for _ in 0..<clip.height {
            if !isOpaque {
                blendOver(to, from, count: width)
            } else if isShort {
                copyChunks(from, to: to, width)
            } else {
                to.update(from: from, count: width)
            }
            from += stride
            to += tile.stride
        }
    }
}

/// Copies pixels whose number is a multiple of eight.
@inline(__always)
private func copyChunks(
    _ source: UnsafePointer<UInt32>, to target: UnsafeMutablePointer<UInt32>, _ count: Int
) {
    var x = 0
    while x < count {
        UnsafeMutableRawPointer(target + x).storeBytes(
            of: UnsafeRawPointer(source + x).loadUnaligned(as: Lanes8.self), as: Lanes8.self)
        x &+= 8
    }
}
