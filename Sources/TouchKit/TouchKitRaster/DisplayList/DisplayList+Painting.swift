import TouchKitGeometry

extension DisplayList {
    /// Paints all items into a bitmap over its existing content.
    ///
    /// Items that are hidden by other items are also painted. The bitmap is divided into tiles only
    /// if the list has layers.
    ///
    /// - Parameters:
    ///   - bitmap: The bitmap to change; its pixel (0, 0) is canvas pixel (0, 0).
    ///   - clip: The pixels that may change.
    package func paint(onto bitmap: Bitmap, clip: PixelRect) {
        let clip = clip.intersection(bitmap.bounds)
        if clip.isEmpty { return }
        let tile = Tile(memory: bitmap.pixels, stride: bitmap.stride, x: 0, y: 0)
        if layers.isEmpty && blends.isEmpty {
            paint(into: tile, clip: clip)
            return
        }
        let memory = layerBuffers
        memory.background = bitmap.isOpaque ? 0xFF00_0000 : 0
        for y in stride(from: clip.minY, to: clip.maxY, by: memory.height) {
            for x in stride(from: clip.minX & ~7, to: clip.maxX, by: memory.width) {
                let part = PixelRect(x: x, y: y, width: memory.width, height: memory.height)
                paint(into: tile, clip: part.intersection(clip), layers: memory)
            }
        }
    }

    /// Paints a list without layers into a tile, in painter's order.
    ///
    /// - Parameters:
    ///   - tile: The tile to change.
    ///   - clip: The pixels that may change. They must be inside the tile.
    func paint(into tile: Tile, clip: PixelRect) {
        items.withUnsafeBufferPointer { items in
            for item in items {
                let part = item.bounds.intersection(clip)
                if !part.isEmpty { paint(item, into: tile, clip: part, scratch: scratch) }
            }
        }
    }

    /// Paints a list that may have layers into a tile, in painter's order.
    ///
    /// - Parameters:
    ///   - tile: The tile to change.
    ///   - clip: The pixels that may change. They must be inside the tile.
    ///   - memory: The buffers for composing layers.
    private func paint(into tile: Tile, clip: PixelRect, layers memory: LayerBuffers) {
        items.withUnsafeBufferPointer { items in
            for item in items { paint(item, into: tile, part: clip, layers: memory) }
        }
        memory.reset()
    }

    /// Paints the pixels of an item that are inside `part`. If the item begins or ends a layer,
    /// begins or ends the layer in `part`.
    @inline(__always)
    func paint(_ item: Item, into tile: Tile, part: PixelRect, layers memory: LayerBuffers) {
        switch item.shape {
        case .beginLayer(let index):
            // A layer without an end has empty bounds and is ignored.
            if !item.bounds.isEmpty { memory.begin(layers[index], in: tile, part: part) }
        case .endLayer(let index):
            memory.end(layers[index], in: tile, part: part, list: self)
        case .blend(let index):
            let own = item.bounds.intersection(part)
            if !own.isEmpty {
                memory.blend(blends[index], in: tile, part: part, clip: own, list: self)
            }
        default:
            let own = item.bounds.intersection(part)
            if !own.isEmpty { paint(item, into: tile, clip: own, scratch: memory.scratch) }
        }
    }

    /// Paints an item that does not begin or end a layer. `clip` must be inside the item's bounds.
    @inline(__always)
    func paint(_ item: Item, into tile: Tile, clip: PixelRect, scratch: PaintScratch) {
        if case .bitmapCopy(let copy) = item.shape {
            copy.paint(into: tile, clip: clip)
            return
        }
        let color = BlendColor(item.color)
        switch item.shape {
        case .stroke(let stroke): stroke.paint(into: tile, clip: clip, color: color)
        case .polyline(let line):
            line.paint(into: tile, clip: clip, color: color, list: self, scratch: scratch)
        case .rect(let rect): rect.paint(into: tile, clip: clip, color: color)
        case .roundedRect(let index):
            roundedRects[index].paint(into: tile, clip: clip, color: color)
        case .transformedRect(let index):
            transformedRects[index].paint(into: tile, clip: clip, color: color)
        case .ink(let index):
            let ink = inks[index]
            ink.stroke.paint(into: tile, x: ink.x, y: ink.y, clip: clip, color: color)
        case .transformedBitmap(let index):
            transformedBitmaps[index].paint(into: tile, clip: clip, list: self)
        case .glyphs(let run): run.paint(into: tile, clip: clip, color: color, list: self)
        case .transformedGlyph(let index):
            transformedGlyphs[index].paint(into: tile, clip: clip, color: color, list: self)
        case .cached(let index): cachedShapes[index].paint(into: tile, clip: clip, color: color)
        case .bitmapCopy, .beginLayer, .endLayer, .blend: break
        case .path(let index, paint: nil):
            paths[index].paint(
                into: tile, clip: clip, color: color, list: self, scratch: scratch.path)
        case .path(let index, let paint?):
            paths[index].paint(
                into: tile, clip: clip, paint: paints[paint], list: self, scratch: scratch.path)
        }
    }
}
