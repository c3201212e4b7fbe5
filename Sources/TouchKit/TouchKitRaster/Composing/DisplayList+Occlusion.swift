import TouchKitGeometry

// Occlusion tests of the compositor. All tests are conservative: `covers` may return false for an
// item that covers the part, and `columns` may return more columns than a shape touches.

extension DisplayList {
    /// Returns whether an item certainly hides everything below it in `part`; false negatives are
    /// possible.
    func covers(_ item: Item, _ part: PixelRect) -> Bool {
        guard item.bounds.contains(part) else { return false }
        switch item.shape {
        case .rect(let rect): return item.color.alpha == 255 && rect.fullyCovered.contains(part)
        case .roundedRect(let number):
            return item.color.alpha == 255 && roundedRects[number].covers(part)
        case .transformedRect(let number):
            return item.color.alpha == 255 && transformedRects[number].covers(part)
        case .bitmapCopy(let copy): return copy.coversAll
        default: return false
        }
    }

    /// The way in which the compositor handles a layer in a part of the canvas.
    enum LayerCompositingMode {
        /// No pixel of the layer is visible in the part.
        case hidden
        /// The layer has full opacity and no mask cuts the part: its items are painted like items
        /// without a layer.
        case direct
        /// The layer has an effect in the part: its items are composed as a group, which is then
        /// blended.
        case group
    }

    /// Returns how the compositor handles `layer` in `part` of the canvas.
    func compositingMode(of layer: Layer, in part: PixelRect) -> LayerCompositingMode {
        let area = layer.bounds.intersection(part)
        if area.isEmpty { return .hidden }
        if isUnmasked(layer, in: area) { return layer.opacity == 256 ? .direct : .group }
        for index in layer.masks where mayIntersect(masks[index], area) {
            return .group
        }
        return .hidden
    }

    /// Returns whether the layer's masks certainly cover `area`, so that no pixel of the layer is
    /// cut off there; also true for a layer without masks.
    func isUnmasked(_ layer: Layer, in area: PixelRect) -> Bool {
        if layer.masks.isEmpty { return true }
        for index in layer.masks where covers(masks[index], area) { return true }
        return false
    }

    /// Returns the columns that a shape may touch in `rows`, or `nil` if they are not known more
    /// precisely than the shape's bounding box.
    @inline(__always)
    func columns(of shape: Shape, inRows rows: Range<Int>) -> Range<Int>? {
        switch shape {
        case .stroke(let stroke): return stroke.columns(inRows: rows)
        case .transformedRect(let number): return transformedRects[number].columns(inRows: rows)
        default: return nil
        }
    }

    /// Returns whether an item may paint pixels in `part`; false positives are possible.
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
    /// Whether a pixel that the shape fully covers always gets the item's colour.
    var isSolidColor: Bool {
        switch self {
        case .rect, .roundedRect, .transformedRect: return true
        default: return false
        }
    }
}

extension StrokeShape {
    /// Returns the columns that the stroke may touch in `rows`.
    ///
    /// The result is `nil` for almost horizontal or very distant lines, for which the precision of
    /// the kernel does not suffice to exclude columns.
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
