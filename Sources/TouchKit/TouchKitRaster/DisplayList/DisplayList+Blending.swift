import TouchKitGeometry

extension DisplayList {
    /// A shape whose color is combined with the pixels below by a blend mode.
    struct BlendShape {
        /// The blend mode.
        let mode: BlendMode
        /// The color as a premultiplied pixel 0xAARRGGBB.
        let source: UInt32
        /// The range of the shapes in the display list's `masks`.
        let masks: Range<Int>
    }

    /// Appends shapes whose color is combined with the pixels below by a blend mode.
    ///
    /// - Parameters:
    ///   - mode: The blend mode.
    ///   - color: The color of all shapes.
    ///   - shapes: A closure that appends the shapes in opaque white. The closure must not append
    ///     layers.
    package func blend(_ mode: BlendMode, color: PixelColor, shapes: () -> Void) {
        let first = masks.count
        recorded.pointee.isRecordingMask = true
        shapes()
        recorded.pointee.isRecordingMask = false
        var box = PixelRect.empty
        for item in masks[first...] { box = box.union(item.bounds) }
        if box.isEmpty { return }
        blends.append(
            BlendShape(mode: mode, source: color.premultipliedPixel, masks: first..<masks.count))
        append(.blend(blends.count - 1), color: .black, box: box)
    }

    /// Makes the items from an index on an isolated layer: where blend modes remove pixels, the
    /// pixels below the layer are visible. Does nothing if there is no such item, or the maximum
    /// depth of layers is reached.
    ///
    /// - Parameter start: The value of `count` before the first item of the layer. All layers that
    ///   began later must have ended.
    /// - Complexity: O(items)
    package func isolateItems(from start: Int) {
        guard start < count, canAddLayer else { return }
        var box = PixelRect.empty
        for item in items[start...] { box = box.union(item.bounds) }
        layers.append(
            Layer(bounds: box, opacity: 256, masks: masks.count..<masks.count, isIsolated: true))
        let index = layers.count - 1
        recorded.pointee.items.insert(
            Item(shape: .beginLayer(index), color: .black, bounds: box), at: start)
        recorded.pointee.items.append(
            Item(shape: .endLayer(index), color: .black, bounds: box))
    }
}
