import TouchKitGeometry

/// The items that must be painted in a part of a tile. Items that are hidden by other items are
/// excluded.
///
/// The search begins with the topmost item and ends at an item that covers the part completely.
/// Inside a layer that is composed as a group, a covering item hides only the lower items of the
/// layer.
struct VisibleItems: ~Copyable {
    /// A layer that contains the item under examination.
    struct LayerLevel {
        /// The index of the layer in the display list.
        let layer: Int
        /// Whether the layer is composed as a group.
        let isGroup: Bool
        /// The position in `levels` of the nearest enclosing layer that is composed as a group,
        /// counted from 1, or 0 if there is none.
        let enclosingGroup: Int
    }

    /// The display list indices of the visible items, topmost first.
    private var itemIndices = GrowableBuffer<Int32>(capacity: 256)
    /// The layers around the item under examination, the outermost first.
    private var levels = GrowableBuffer<LayerLevel>(capacity: DisplayList.maximumLayerDepth)
    /// The position in `levels` of the innermost layer that is composed as a group, counted from 1,
    /// or 0 if there is none.
    private var innermostGroup = 0
    /// The position in `levels` of the outermost layer whose remaining items are hidden, counted
    /// from 1, or 0 if there is none.
    private var hiddenLevel = 0
    /// Whether the lowest visible item covers the part of the tile completely.
    private(set) var isCovered = false

    /// The number of visible items. The beginning and the end of a layer count as one item each.
    var count: Int { itemIndices.count }

    /// The display list index of the visible item at `index`, where 0 is the topmost visible item.
    @inline(__always)
    subscript(index: Int) -> Int { Int(itemIndices.elements[index]) }

    /// Replaces the contents with the items that must be painted in `part`.
    ///
    /// - Parameters:
    ///   - list: The display list.
    ///   - items: The memory of `list.items`.
    ///   - bins: The items of each tile.
    ///   - topEntry: The index of the tile's topmost entry in `bins`.
    ///   - part: The part of the tile to compose.
    mutating func find(
        in list: DisplayList, _ items: UnsafeBufferPointer<DisplayList.Item>,
        _ bins: borrowing TileBins, topEntry: Int32, part: PixelRect
    ) {
        itemIndices.count = 0
        levels.count = 0
        innermostGroup = 0
        hiddenLevel = 0
        isCovered = false
        var next = topEntry
        while next >= 0 && !isCovered {
            let entry = bins.entry(next)
            next = entry.below
            let itemIndex = Int(entry.item)
            switch items[itemIndex].shape {
            case .endLayer(let layer): enterLayer(layer, end: entry.item, list, part)
            case .beginLayer: exitLayer(begin: entry.item, items)
            default:
                if hiddenLevel == 0 && items[itemIndex].bounds.intersects(part) {
                    add(entry.item, items, list, part)
                }
            }
        }
    }

    /// Appends a visible item and records whether it hides the items below.
    @inline(__always)
    private mutating func add(
        _ itemIndex: Int32, _ items: UnsafeBufferPointer<DisplayList.Item>, _ list: DisplayList,
        _ part: PixelRect
    ) {
        itemIndices.reserve(additional: 1)
        itemIndices.append(itemIndex)
        if innermostGroup == 0 {
            isCovered = Self.covers(items[Int(itemIndex)], part, list)
        } else {
            let layer = levels.elements[innermostGroup &- 1].layer
            let area = list.layers[layer].bounds.intersection(part)
            if Self.covers(items[Int(itemIndex)], area, list) { hiddenLevel = innermostGroup }
        }
    }

    /// Returns whether `item` covers `part` completely. The bounding box is tested first, because
    /// this test is faster.
    @inline(__always)
    private static func covers(
        _ item: DisplayList.Item, _ part: PixelRect, _ list: DisplayList
    ) -> Bool {
        item.bounds.contains(part) && list.covers(item, part)
    }

    /// Processes the item that ends a layer. The search visits this item before the layer's
    /// contents, because it proceeds from the top.
    private mutating func enterLayer(
        _ layer: Int, end itemIndex: Int32, _ list: DisplayList, _ part: PixelRect
    ) {
        levels.reserve(additional: 1)
        let mode =
            hiddenLevel > 0 ? .hidden : list.compositingMode(of: list.layers[layer], in: part)
        levels.append(
            LayerLevel(layer: layer, isGroup: mode == .group, enclosingGroup: innermostGroup))
        switch mode {
        case .hidden: if hiddenLevel == 0 { hiddenLevel = levels.count }
        case .direct: break
        case .group:
            innermostGroup = levels.count
            itemIndices.reserve(additional: 1)
            itemIndices.append(itemIndex)
        }
    }

    /// Processes the item that begins a layer. The search visits this item after the layer's
    /// contents, because it proceeds from the top.
    private mutating func exitLayer(
        begin itemIndex: Int32, _ items: UnsafeBufferPointer<DisplayList.Item>
    ) {
        let level = levels.elements[levels.count &- 1]
        if hiddenLevel == levels.count { hiddenLevel = 0 }
        levels.count &-= 1
        guard level.isGroup else { return }
        innermostGroup = level.enclosingGroup
        if case .endLayer(let layer) = items[Int(itemIndices.elements[itemIndices.count &- 1])]
            .shape,
            layer == level.layer
        {
            // No item of the layer is visible, so the end of the layer is removed, too.
            itemIndices.count &-= 1
        } else {
            itemIndices.reserve(additional: 1)
            itemIndices.append(itemIndex)
        }
    }
}
