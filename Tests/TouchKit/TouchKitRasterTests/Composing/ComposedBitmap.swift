import TouchKitGeometry
import TouchKitRaster

/// Composes a display list into a new canvas and returns a copy of the canvas.
///
/// - Parameters:
///   - background: The color below the display list, or `nil` for an uncovered canvas.
///   - tile: The width and height of the compositor's tiles.
func composed(
    _ width: Int, _ height: Int, over background: PixelColor? = nil, tile: (Int, Int) = (128, 32),
    _ body: (DisplayList) -> Void
) -> Bitmap {
    let list = DisplayList()
    if let background {
        list.fill(
            CGRect(x: 0, y: 0, width: Double(width), height: Double(height)), color: background)
    }
    body(list)
    return composed(list, width, height, tile: tile)
}

/// Composes a display list into a new canvas and returns a copy of the canvas.
func composed(
    _ list: DisplayList, _ width: Int, _ height: Int, tile: (Int, Int) = (128, 32)
) -> Bitmap {
    let compositor = Compositor(
        width: width, height: height, tileWidth: tile.0, tileHeight: tile.1)
    var damage = DamageMask(width: width, height: height)
    var region = Region()
    region.formUnion(compositor.canvas.bounds)
    compositor.compose(list, in: region, damage: &damage)
    return compositor.canvas.copy()
}

extension DisplayList {
    /// Returns a new bitmap on which the list is painted without tiles.
    ///
    /// - Parameter clip: The part that is painted, or `nil` for the whole bitmap.
    func painted(_ width: Int, _ height: Int, clip: PixelRect? = nil) -> Bitmap {
        let bitmap = Bitmap(width: width, height: height)
        paint(onto: bitmap, clip: clip ?? bitmap.bounds)
        return bitmap
    }
}

extension Bitmap {
    /// Returns the pixels inside a rectangle, over another bitmap of equal size or over black.
    func cropped(to clip: PixelRect, over background: Bitmap? = nil) -> Bitmap {
        Bitmap(width, height) { x, y in
            clip.contains(x: x, y: y) ? self[x, y] : background?[x, y] ?? 0xFF00_0000
        }
    }

    /// Creates a bitmap from a function of the pixel's position.
    convenience init(
        _ width: Int, _ height: Int, isOpaque: Bool = true, pixel: (Int, Int) -> UInt32
    ) {
        self.init(width: width, height: height, isOpaque: isOpaque)
        for y in 0..<height { for x in 0..<width { self[x, y] = pixel(x, y) } }
    }
}
