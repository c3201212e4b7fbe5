import TouchKitGeometry

// What the compositor asks of a shape beside having it painted. Both questions may be answered
// carelessly, in one direction: a shape that covers a part may say no, one that doesn't touch columns
// may say that it does.

extension DisplayList {
    /// Whether an item leaves nothing to be seen of what lies below it in a part of the canvas.
    func covers(_ item: Item, _ part: PixelRect) -> Bool {
        guard item.bounds.contains(part) else { return false }
        switch item.shape {
        case .fill(let fill): return item.color.alpha == 255 && fill.whole.contains(part)
        case .rounded(let number):
            return item.color.alpha == 255 && roundedRects[number].covers(part)
        case .mapped(let number):
            return item.color.alpha == 255 && mappedRects[number].covers(part)
        case .copy(let copy): return copy.coversAll
        default: return false
        }
    }

    /// How a layer comes about in a part of the canvas.
    enum LayerEffect {
        /// Nothing of it is seen.
        case hidden
        /// It is as opaque as can be and no mask cuts it: its content may be painted as if there
        /// were no layer.
        case plain
        /// It has to be composed by itself.
        case composed
    }

    /// How a layer comes about in a part of the canvas.
    func effect(of layer: Layer, in part: PixelRect) -> LayerEffect {
        let area = layer.bounds.intersection(part)
        if area.isEmpty { return .hidden }
        if isUnmasked(layer, in: area) { return layer.opacity == 256 ? .plain : .composed }
        for index in layer.masks where mayTouch(masks[index], area) {
            return .composed
        }
        return .hidden
    }

    /// Whether a layer's mask, where there is one, cuts nothing off in a part of the canvas.
    func isUnmasked(_ layer: Layer, in area: PixelRect) -> Bool {
        if layer.masks.isEmpty { return true }
        for index in layer.masks where covers(masks[index], area) { return true }
        return false
    }

    /// The columns that a shape may touch in some rows, where they can be told closer than by its box.
    @inline(__always)
    func columns(of shape: Shape, inRows rows: Range<Int>) -> Range<Int>? {
        switch shape {
        case .stroke(let stroke): return stroke.columns(inRows: rows)
        case .mapped(let number): return mappedRects[number].columns(inRows: rows)
        default: return nil
        }
    }

    /// Whether an item may touch a part of the canvas.
    private func mayTouch(_ item: Item, _ part: PixelRect) -> Bool {
        let shared = part.intersection(item.bounds)
        if shared.isEmpty { return false }
        guard let columns = columns(of: item.shape, inRows: shared.minY..<shared.maxY) else {
            return true
        }
        return columns.lowerBound < shared.maxX && columns.upperBound > shared.minX
    }
}

extension DisplayList.Shape {
    /// Whether it has one colour, the item's, wherever it covers pixels wholly.
    var isFlat: Bool {
        switch self {
        case .fill, .rounded, .mapped: return true
        default: return false
        }
    }
}

extension StrokeShape {
    /// The columns that it may touch in some rows; nil where a line is so flat, or so far away, that
    /// its kernel's numbers are too coarse to be told apart from the outside.
    func columns(inRows rows: Range<Int>) -> Range<Int>? {
        let farthest: Float = 16_384
        guard directionY > 1 / 64, abs(startX) < farthest, abs(startY) < farthest,
            abs(startX + width) < farthest, abs(startY + height) < farthest
        else { return nil }
        var reach = RowReach(rows: rows, margin: Double(radius) + 2)
        reach.include(
            CGPoint(x: Double(startX), y: Double(startY)),
            CGPoint(x: Double(startX + width), y: Double(startY + height)))
        return reach.columns
    }
}
