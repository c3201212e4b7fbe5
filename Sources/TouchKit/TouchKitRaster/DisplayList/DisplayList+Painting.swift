import TouchKitGeometry

extension DisplayList {
    /// Paints the list straight onto a bitmap, over what is there; nothing hidden is left out, and
    /// only a list with layers is painted tile by tile.
    ///
    /// - Parameters:
    ///   - bitmap: Gets the pixels; its pixel (0, 0) is the canvas's.
    ///   - clip: The pixels that may change.
    package func paint(onto bitmap: Bitmap, clip: PixelRect) {
        let clip = clip.intersection(bitmap.bounds)
        if clip.isEmpty { return }
        let tile = Tile(memory: bitmap.pixels, stride: bitmap.stride, x: 0, y: 0)
        if layers.isEmpty {
            paint(into: tile, clip: clip)
            return
        }
        let memory = layerMemory
        for y in stride(from: clip.minY, to: clip.maxY, by: memory.height) {
            for x in stride(from: clip.minX & ~7, to: clip.maxX, by: memory.width) {
                let part = PixelRect(x: x, y: y, width: memory.width, height: memory.height)
                paint(into: tile, clip: part.intersection(clip), layers: memory)
            }
        }
    }

    /// Paints a list without layers into a tile, in painter's order.
    ///
    /// - Parameter clip: The pixels that may change; they lie in the tile.
    private func paint(into tile: Tile, clip: PixelRect) {
        items.withUnsafeBufferPointer { items in
            for item in items {
                let part = item.bounds.intersection(clip)
                if !part.isEmpty { paint(item, into: tile, clip: part) }
            }
        }
    }

    /// Paints the list into a tile, in painter's order.
    ///
    /// - Parameters:
    ///   - clip: The pixels that may change; they lie in the tile.
    ///   - memory: What layers are composed with.
    private func paint(into tile: Tile, clip: PixelRect, layers memory: LayerMemory) {
        items.withUnsafeBufferPointer { items in
            for item in items { paint(item, into: tile, part: clip, layers: memory) }
        }
        memory.removeAll()
    }

    /// Paints an item, or begins or ends a layer.
    @inline(__always)
    func paint(_ item: Item, into tile: Tile, part: PixelRect, layers memory: LayerMemory) {
        switch item.shape {
        case .beginLayer(let number):
            // A layer that never ended is none.
            if !item.bounds.isEmpty { memory.begin(layers[number], in: tile, part: part) }
        case .endLayer(let number):
            memory.end(layers[number], in: tile, part: part, list: self)
        default:
            let own = item.bounds.intersection(part)
            if !own.isEmpty { paint(item, into: tile, clip: own) }
        }
    }

    @inline(__always)
    func paint(_ item: Item, into tile: Tile, clip: PixelRect) {
        if case .copy(let copy) = item.shape {
            copy.paint(into: tile, clip: clip)
            return
        }
        let color = BlendColor(item.color)
        switch item.shape {
        case .stroke(let stroke): stroke.paint(into: tile, clip: clip, color: color)
        case .polyline(let line): line.paint(into: tile, clip: clip, color: color, list: self)
        case .fill(let fill): fill.paint(into: tile, clip: clip, color: color)
        case .rounded(let number):
            roundedRects[number].paint(into: tile, clip: clip, color: color)
        case .mapped(let number):
            mappedRects[number].paint(into: tile, clip: clip, color: color)
        case .ink(let number):
            let ink = inks[number]
            ink.stroke.paint(into: tile, x: ink.x, y: ink.y, clip: clip, color: color)
        case .stretch(let number):
            stretches[number].paint(into: tile, clip: clip, list: self)
        case .glyphs(let run): run.paint(into: tile, clip: clip, color: color, list: self)
        case .turnedGlyph(let number):
            turnedGlyphs[number].paint(into: tile, clip: clip, color: color, list: self)
        case .kept(let number): keptShapes[number].paint(into: tile, clip: clip, color: color)
        case .copy, .beginLayer, .endLayer: break
        case .path(let number, let paint):
            paths[number].paint(
                into: tile, clip: clip, paint: paint.map { paints[$0] } ?? .color(color),
                list: self)
        }
    }
}
