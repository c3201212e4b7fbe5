import Geometry

extension DisplayList {
    /// Paints the list straight onto a bitmap, over what is there; no tiles, nothing hidden is left
    /// out.
    ///
    /// - Parameters:
    ///   - bitmap: Gets the pixels; its pixel (0, 0) is the canvas's.
    ///   - clip: The pixels that may change.
    package func paint(onto bitmap: Bitmap, clip: PixelRect) {
        let clip = clip.intersection(bitmap.bounds)
        if clip.isEmpty { return }
        paint(into: Tile(memory: bitmap.pixels, stride: bitmap.stride, x: 0, y: 0), clip: clip)
    }

    /// Paints the list into a tile, in painter's order.
    ///
    /// - Parameter clip: The pixels that may change; they lie in the tile.
    func paint(into tile: Tile, clip: PixelRect) {
        items.withUnsafeBufferPointer { items in
            for item in items {
                let part = item.bounds.intersection(clip)
                if !part.isEmpty { paint(item, into: tile, clip: part) }
            }
        }
    }

    @inline(__always)
    private func paint(_ item: Item, into tile: Tile, clip: PixelRect) {
        let color = BlendColor(item.color)
        switch item.shape {
        case .stroke(let stroke): stroke.paint(into: tile, clip: clip, color: color)
        case .fill(let fill): fill.paint(into: tile, clip: clip, color: color)
        case .rounded(let shape): shape.paint(into: tile, clip: clip, color: color)
        case .copy(let copy): copy.paint(into: tile, clip: clip, list: self)
        case .stretch(let shape): shape.paint(into: tile, clip: clip, list: self)
        case .glyphs(let run): run.paint(into: tile, clip: clip, color: color, list: self)
        case .turnedGlyph(let glyph):
            glyph.paint(into: tile, clip: clip, color: color, list: self)
        }
    }
}
