import TouchKitGeometry

// Occlusion tests of the compositor. All tests are conservative: `covers` may return `false` for an
// item that covers the part, and `columns` may return more columns than a shape touches.

extension DisplayList {
    /// Returns whether `item` certainly hides all items below it in `part`. False negatives are
    /// possible.
    func covers(_ item: Item, _ part: PixelRect) -> Bool {
        guard item.bounds.contains(part) else { return false }
        switch item.shape {
        case .rect(let rect): return item.color.alpha == 255 && rect.fullyCovered.contains(part)
        case .roundedRect(let index):
            return item.color.alpha == 255 && roundedRects[index].covers(part)
        case .transformedRect(let index):
            return item.color.alpha == 255 && transformedRects[index].covers(part)
        case .bitmapCopy(let copy): return copy.coversAll
        default: return false
        }
    }

    /// The way in which the compositor handles a layer in a part of the canvas.
    enum LayerCompositingMode {
        /// No pixel of the layer is visible in the part.
        case hidden
        /// The layer has full opacity, and no mask cuts the part. Its items are painted like items
        /// outside of a layer.
        case direct
        /// The layer is translucent or masked in the part. Its items are composed as a group, which
        /// is then blended.
        case group
    }

    /// Returns how the compositor handles `layer` in `part` of the canvas.
    func compositingMode(of layer: Layer, in part: PixelRect) -> LayerCompositingMode {
        let area = layer.bounds.intersection(part)
        if area.isEmpty { return .hidden }
        if layer.isIsolated { return .group }
        if isUnmasked(layer, in: area) { return layer.opacity == 256 ? .direct : .group }
        for index in layer.masks where mayIntersect(masks[index], area) {
            return .group
        }
        return .hidden
    }

    /// Returns whether the masks of `layer` certainly cover `area`, so that no pixel of the layer
    /// is clipped there. Returns `true` for a layer without masks.
    func isUnmasked(_ layer: Layer, in area: PixelRect) -> Bool {
        if layer.masks.isEmpty { return true }
        for index in layer.masks where covers(masks[index], area) { return true }
        return false
    }

    /// Returns the columns that `shape` may touch in `rows`, or `nil` if the shape's bounding box
    /// is the best known limit.
    @inline(__always)
    func columns(of shape: Shape, inRows rows: Range<Int>) -> Range<Int>? {
        switch shape {
        case .stroke(let stroke): return stroke.columns(inRows: rows)
        case .transformedRect(let index): return transformedRects[index].columns(inRows: rows)
        default: return nil
        }
    }

    /// Returns whether `item` may paint pixels in `part`. False positives are possible.
    private func mayIntersect(_ item: Item, _ part: PixelRect) -> Bool {
        let shared = part.intersection(item.bounds)
        if shared.isEmpty { return false }
        guard let columns = columns(of: item.shape, inRows: shared.minY..<shared.maxY) else {
            return true
        }
        return columns.lowerBound < shared.maxX && columns.upperBound > shared.minX
    }
}

extension DisplayList.Shape {
    /// Whether each pixel that the shape covers fully gets exactly the item's color.
    var isSolidColor: Bool {
        switch self {
        case .rect, .roundedRect, .transformedRect: return true
        default: return false
        }
    }
}

extension LineShape {
    /// Returns the columns that the stroke may touch in `rows`.
    ///
    /// The result is `nil` for almost horizontal or very distant lines, because the precision of
    /// the stroke kernel does not suffice to exclude columns.
    func columns(inRows rows: Range<Int>) -> Range<Int>? {
        let farthest: Float = 16_384
        guard directionY > 1 / 64, abs(startX) < farthest, abs(startY) < farthest,
            abs(startX + width) < farthest, abs(startY + height) < farthest
        else { return nil }
        var reach = ColumnExtent(rows: rows, margin: Double(radius) + 2)
        reach.include(
            CGPoint(x: Double(startX), y: Double(startY)),
            CGPoint(x: Double(startX + width), y: Double(startY + height)))
        return reach.columns
    }
}
