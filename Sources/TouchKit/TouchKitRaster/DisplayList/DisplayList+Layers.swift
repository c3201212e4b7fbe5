import TouchKitGeometry

extension DisplayList {
    /// A group of items that is composed separately and then blended once with its opacity and
    /// masks.
    struct Layer {
        /// The bounding box of the layer's items, in canvas pixels.
        var bounds: PixelRect
        /// The opacity of the group, 0…256.
        let opacity: UInt32
        /// The range of the mask shapes in the display list's `masks`. The layer is invisible
        /// outside of its mask. The range is empty for a layer without masks.
        let masks: Range<Int>
        /// Whether blend modes inside of the layer reveal the pixels below the layer. Such a layer
        /// is always composed as a group.
        var isIsolated = false
    }

    /// A layer that has begun and not ended.
    struct OpenLayer {
        /// The index of the layer and the index of its `beginLayer` item, or `nil` if the layer
        /// exceeds the maximum nesting depth and is therefore ignored.
        var indices: (layer: Int, item: Int)?
        /// The bounding box of the items appended since the layer began.
        var content: PixelRect
    }

    /// The maximum nesting depth of layers. Each nesting depth needs a tile-sized buffer.
    package static let maximumLayerDepth = 16

    /// Whether a layer that begins now is composed as a group.
    ///
    /// Layers that are nested more deeply than `maximumLayerDepth` are ignored: their items are
    /// painted without the group's opacity, and clipped to the bounding box of the mask.
    package var canAddLayer: Bool { recorded.pointee.openLayers.count < Self.maximumLayerDepth }

    /// Begins a layer: all items until `endLayer()` are composed as a group and blended once.
    ///
    /// Where items of a translucent layer overlap, the lower items are not visible through the
    /// upper items.
    ///
    /// - Parameter opacity: The opacity of the group, 0…1.
    package func beginLayer(opacity: Double) {
        begin(opacity: opacity, masks: masks.count..<masks.count, clip: nil)
    }

    /// Begins a layer that is visible only inside a mask, for example an antialiased clip.
    ///
    /// - Parameters:
    ///   - opacity: The opacity of the group, 0…1.
    ///   - mask: A closure that appends the mask's shapes, in opaque white, to the list that is
    ///     passed to it.
    package func beginLayer(opacity: Double = 1, mask: (DisplayList) -> Void) {
        precondition(
            !recorded.pointee.isRecordingMask, "display list: a mask must not contain layers")
        let first = masks.count
        recorded.pointee.isRecordingMask = true
        mask(self)
        recorded.pointee.isRecordingMask = false
        var box = PixelRect.empty
        for item in masks[first...] { box = box.union(item.bounds) }
        begin(opacity: opacity, masks: first..<masks.count, clip: box)
    }

    /// Begins a layer with the given mask shapes, clipped to `clip` unless it is `nil`.
    private func begin(opacity: Double, masks: Range<Int>, clip: PixelRect?) {
        precondition(
            !recorded.pointee.isRecordingMask, "display list: a mask must not contain layers")
        let opacity256 = opacity.isNaN ? 0 : UInt32(min(max(opacity, 0), 1) * 256 + 0.5)
        pushClip(opacity256 == 0 ? .empty : clip ?? Self.everywhere)
        guard canAddLayer else {
            recorded.pointee.openLayers.append(OpenLayer(indices: nil, content: .empty))
            return
        }
        recorded.pointee.openLayers.append(
            OpenLayer(indices: (layers.count, count), content: .empty))
        recorded.pointee.items.append(
            Item(shape: .beginLayer(layers.count), color: .black, bounds: .empty))
        layers.append(Layer(bounds: .empty, opacity: opacity256, masks: masks))
    }

    /// Ends the innermost layer.
    package func endLayer() {
        guard let open = recorded.pointee.openLayers.popLast() else {
            preconditionFailure("display list: endLayer without a matching beginLayer")
        }
        popClip()
        if let indices = open.indices {
            if open.content.isEmpty {
                // The layer is empty, so its `beginLayer` item is the last item and is removed.
                recorded.pointee.items.removeLast()
                recorded.pointee.masks.removeLast(
                    masks.count - layers[indices.layer].masks.lowerBound)
                layers.removeLast()
                return
            }
            layers[indices.layer].bounds = open.content
            recorded.pointee.items[indices.item].bounds = open.content
            recorded.pointee.items.append(
                Item(shape: .endLayer(indices.layer), color: .black, bounds: open.content))
        }
        recorded.pointee.extendInnermostLayer(open.content)
    }

    /// A clip that is larger than every canvas.
    private static let everywhere = PixelRect(
        minX: -16_777_216, minY: -16_777_216, maxX: 16_777_216, maxY: 16_777_216)
}
