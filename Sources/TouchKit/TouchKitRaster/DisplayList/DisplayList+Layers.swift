import TouchKitGeometry

extension DisplayList {
    /// Things that are composed by themselves and then blended as one.
    struct Layer {
        /// Where its content may leave pixels.
        var bounds: PixelRect
        /// How opaque it is as a whole, 0…256.
        let opacity: UInt32
        /// The shapes that it is seen through, among the list's masks; where there are none it is
        /// seen everywhere.
        let masks: Range<Int>
    }

    /// A layer whose end isn't recorded yet.
    struct OpenLayer {
        /// Its number, and that of the item with which it begins; nil where it is nested too
        /// deeply to be one.
        var place: (layer: Int, item: Int)?
        /// The box around what was painted since it began.
        var content: PixelRect
    }

    /// How deeply layers can be nested: for each depth a tile of the picture is kept.
    package static let deepestLayer = 16

    /// Whether a layer that begins now is composed by itself. One that is nested more deeply than
    /// `deepestLayer` isn't: its content is painted as if there were no layer, within the box of
    /// its mask.
    package var takesLayer: Bool { recorded.pointee.openLayers.count < Self.deepestLayer }

    /// What is painted from now on, until `endLayer`, is composed by itself and then blended once.
    ///
    /// So a group fades as a whole: where its parts lie over each other, what is below them doesn't
    /// shine through.
    ///
    /// - Parameter opacity: How opaque the layer is, 0…1.
    package func beginLayer(opacity: Double) {
        begin(opacity: opacity, masks: masks.count..<masks.count, clip: nil)
    }

    /// Begins a layer that is seen through shapes only, as a clip with soft edges does it.
    ///
    /// - Parameters:
    ///   - opacity: How opaque the layer is, 0…1.
    ///   - mask: Paints the shapes onto the list that it gets, in opaque white.
    package func beginLayer(opacity: Double = 1, mask: (DisplayList) -> Void) {
        precondition(!recorded.pointee.isRecordingMask, "a mask has no layers")
        let first = masks.count
        recorded.pointee.isRecordingMask = true
        mask(self)
        recorded.pointee.isRecordingMask = false
        var box = PixelRect.empty
        for item in masks[first...] { box = box.union(item.bounds) }
        begin(opacity: opacity, masks: first..<masks.count, clip: box)
    }

    private func begin(opacity: Double, masks: Range<Int>, clip: PixelRect?) {
        precondition(!recorded.pointee.isRecordingMask, "a mask has no layers")
        let part = opacity.isNaN ? 0 : UInt32(min(max(opacity, 0), 1) * 256 + 0.5)
        pushClip(part == 0 ? .empty : clip ?? Self.everywhere)
        guard takesLayer else {
            recorded.pointee.openLayers.append(OpenLayer(place: nil, content: .empty))
            return
        }
        recorded.pointee.openLayers.append(
            OpenLayer(place: (layers.count, count), content: .empty))
        recorded.pointee.items.append(
            Item(shape: .beginLayer(layers.count), color: .black, bounds: .empty))
        layers.append(Layer(bounds: .empty, opacity: part, masks: masks))
    }

    /// Ends the layer that began last.
    package func endLayer() {
        guard let open = recorded.pointee.openLayers.popLast() else {
            preconditionFailure("a layer is ended that never began")
        }
        popClip()
        if let place = open.place {
            if open.content.isEmpty {
                // Nothing was painted, so nothing follows the beginning.
                recorded.pointee.items.removeLast()
                recorded.pointee.masks.removeLast(
                    masks.count - layers[place.layer].masks.lowerBound)
                layers.removeLast()
                return
            }
            layers[place.layer].bounds = open.content
            recorded.pointee.items[place.item].bounds = open.content
            recorded.pointee.items.append(
                Item(shape: .endLayer(place.layer), color: .black, bounds: open.content))
        }
        recorded.pointee.noteContent(open.content)
    }

    /// More than any screen.
    private static let everywhere = PixelRect(
        minX: -16_777_216, minY: -16_777_216, maxX: 16_777_216, maxY: 16_777_216)
}
