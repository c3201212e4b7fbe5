import Geometry

/// A picture that is painted pixel for pixel.
struct CopyShape {
    /// Which of the display list's bitmaps it is.
    let bitmap: Int
    /// Where its first column lies, in canvas pixels.
    let x: Int
    /// Where its first row lies, in canvas pixels.
    let y: Int
    /// How opaque it is, 0…256.
    let opacity: UInt32

    /// Paints it into a tile.
    func paint(into tile: Tile, clip: PixelRect, list: DisplayList) {
        let source = list.bitmaps[bitmap]
        let isCopied = source.isOpaque && opacity == 256
        let stride = source.stride
        var from = UnsafePointer(source.pixels) + ((clip.minY - y) * stride + (clip.minX - x))
        for row in clip.minY..<clip.maxY {
            let to = tile.row(row) + clip.minX
            if isCopied {
                to.update(from: from, count: clip.width)
            } else {
                blendOver(to, from, count: clip.width, opacity: opacity)
            }
            from += stride
        }
    }
}
