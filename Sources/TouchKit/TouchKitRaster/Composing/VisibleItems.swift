import TouchKitGeometry

/// The items that have to be painted in a part of the canvas: those that meet it and aren't hidden.
///
/// They are found from the top: an item that covers the part wholly ends the search, and below it
/// nothing is looked at. In a layer that has to be composed by itself, such an item hides the rest
/// of the layer; one that needs no composing there is passed through.
struct VisibleItems: ~Copyable {
    /// A layer around the item that is looked at.
    struct Level {
        let layer: Int
        let isComposed: Bool
        /// The level of the nearest composed layer around it, counted from 1; 0 for none.
        let outer: Int
    }

    /// The items' numbers, the topmost first.
    private var numbers = FlatMemory<Int32>(capacity: 256)
    private var levels = FlatMemory<Level>(capacity: DisplayList.deepestLayer)
    /// The level of the innermost composed layer, counted from 1; 0 for none.
    private var composed = 0
    /// The level whose layer's rest isn't seen; 0 for none.
    private var hidden = 0
    /// Whether the item at the bottom leaves nothing to be seen of what lies below.
    private(set) var isCovered = false

    /// The number of items; a composed layer's beginning and end count as one each.
    var count: Int { numbers.count }

    /// The number of an item, counted from the top.
    @inline(__always)
    subscript(index: Int) -> Int { Int(numbers.elements[index]) }

    /// Finds what has to be painted.
    ///
    /// - Parameters:
    ///   - list: The items.
    ///   - items: The same, as memory.
    ///   - bins: Which of them may be seen in the tile.
    ///   - newest: The tile's newest entry there.
    ///   - part: A part of the tile.
    mutating func find(
        in list: DisplayList, _ items: UnsafeBufferPointer<DisplayList.Item>,
        _ bins: borrowing TileBins, newest: Int32, part: PixelRect
    ) {
        numbers.count = 0
        levels.count = 0
        composed = 0
        hidden = 0
        isCovered = false
        var next = newest
        while next >= 0 && !isCovered {
            let entry = bins.entry(next)
            next = entry.before
            let number = Int(entry.item)
            switch items[number].shape {
            case .endLayer(let layer): enter(layer, end: entry.item, list, part)
            case .beginLayer: leave(begin: entry.item, items)
            default:
                if hidden == 0 && items[number].bounds.intersects(part) {
                    add(entry.item, items, list, part)
                }
            }
        }
    }

    @inline(__always)
    private mutating func add(
        _ number: Int32, _ items: UnsafeBufferPointer<DisplayList.Item>, _ list: DisplayList,
        _ part: PixelRect
    ) {
        numbers.makeRoom(for: 1)
        numbers.append(number)
        if composed == 0 {
            isCovered = Self.covers(items[Int(number)], part, list)
        } else {
            let layer = levels.elements[composed &- 1].layer
            let area = list.layers[layer].bounds.intersection(part)
            if Self.covers(items[Int(number)], area, list) { hidden = composed }
        }
    }

    /// Most items are ruled out by their box.
    @inline(__always)
    private static func covers(
        _ item: DisplayList.Item, _ part: PixelRect, _ list: DisplayList
    ) -> Bool {
        item.bounds.contains(part) && list.covers(item, part)
    }

    /// Going upside down, a layer begins with its end.
    private mutating func enter(
        _ layer: Int, end number: Int32, _ list: DisplayList, _ part: PixelRect
    ) {
        levels.makeRoom(for: 1)
        let effect = hidden > 0 ? .hidden : list.effect(of: list.layers[layer], in: part)
        levels.append(Level(layer: layer, isComposed: effect == .composed, outer: composed))
        switch effect {
        case .hidden: if hidden == 0 { hidden = levels.count }
        case .plain: break
        case .composed:
            composed = levels.count
            numbers.makeRoom(for: 1)
            numbers.append(number)
        }
    }

    private mutating func leave(begin number: Int32, _ items: UnsafeBufferPointer<DisplayList.Item>)
    {
        let level = levels.elements[levels.count &- 1]
        if hidden == levels.count { hidden = 0 }
        levels.count &-= 1
        guard level.isComposed else { return }
        composed = level.outer
        if case .endLayer(let layer) = items[Int(numbers.elements[numbers.count &- 1])].shape,
            layer == level.layer
        {
            // Nothing of it is seen here.
            numbers.count &-= 1
        } else {
            numbers.makeRoom(for: 1)
            numbers.append(number)
        }
    }
}
