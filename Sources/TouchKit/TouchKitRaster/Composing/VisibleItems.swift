import TouchKitGeometry

/// The items that must be painted in a part of a tile, without the items that are hidden by others.
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
        /// The level number of the nearest enclosing group, counted from 1, or 0 for none.
        let enclosingGroup: Int
    }

    /// The indices of the visible items, topmost first.
    private var numbers = GrowableBuffer<Int32>(capacity: 256)
    /// The layers around the item under examination, the outermost first.
    private var levels = GrowableBuffer<LayerLevel>(capacity: DisplayList.maximumLayerDepth)
    /// The level number of the innermost layer that is composed as a group, counted from 1, or 0
    /// for none.
    private var innermostGroup = 0
    /// The level number, counted from 1, of the outermost layer whose remaining items are hidden,
    /// or 0 for none.
    private var hiddenLevel = 0
    /// Whether the lowest visible item covers the part of the tile completely.
    private(set) var isCovered = false

    /// The number of visible items; the beginning and the end of a layer count as one item each.
    var count: Int { numbers.count }

    /// Returns the display list index of a visible item. `index` counts the visible items from 0 at
    /// the top.
    @inline(__always)
    subscript(index: Int) -> Int { Int(numbers.elements[index]) }

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
        numbers.count = 0
        levels.count = 0
        innermostGroup = 0
        hiddenLevel = 0
        isCovered = false
        var next = topEntry
        while next >= 0 && !isCovered {
            let entry = bins.entry(next)
            next = entry.below
            let number = Int(entry.item)
            switch items[number].shape {
            case .endLayer(let layer): enterLayer(layer, end: entry.item, list, part)
            case .beginLayer: exitLayer(begin: entry.item, items)
            default:
                if hiddenLevel == 0 && items[number].bounds.intersects(part) {
                    add(entry.item, items, list, part)
                }
            }
        }
    }

    /// Appends a visible item and records whether it hides the items below.
    @inline(__always)
    private mutating func add(
        _ number: Int32, _ items: UnsafeBufferPointer<DisplayList.Item>, _ list: DisplayList,
        _ part: PixelRect
    ) {
        numbers.reserve(additional: 1)
        numbers.append(number)
        if innermostGroup == 0 {
            isCovered = Self.covers(items[Int(number)], part, list)
        } else {
            let layer = levels.elements[innermostGroup &- 1].layer
            let area = list.layers[layer].bounds.intersection(part)
            if Self.covers(items[Int(number)], area, list) { hiddenLevel = innermostGroup }
        }
    }

    /// Returns whether an item covers `part`, testing the bounding box first.
    @inline(__always)
    private static func covers(
        _ item: DisplayList.Item, _ part: PixelRect, _ list: DisplayList
    ) -> Bool {
        item.bounds.contains(part) && list.covers(item, part)
    }

    /// Processes the item that ends a layer. The search visits this item before the layer's
    /// contents, because it proceeds from the top.
    private mutating func enterLayer(
        _ layer: Int, end number: Int32, _ list: DisplayList, _ part: PixelRect
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
            numbers.reserve(additional: 1)
            numbers.append(number)
        }
    }

    /// Processes the item that begins a layer. The search visits this item after the layer's
    /// contents, because it proceeds from the top.
    private mutating func exitLayer(
        begin number: Int32, _ items: UnsafeBufferPointer<DisplayList.Item>
    ) {
        let level = levels.elements[levels.count &- 1]
        if hiddenLevel == levels.count { hiddenLevel = 0 }
        levels.count &-= 1
        guard level.isGroup else { return }
        innermostGroup = level.enclosingGroup
        if case .endLayer(let layer) = items[Int(numbers.elements[numbers.count &- 1])].shape,
            layer == level.layer
        {
            // No item of the layer is visible, so the layer is removed.
            numbers.count &-= 1
        } else {
            numbers.reserve(additional: 1)
            numbers.append(number)
        }
    }
}
