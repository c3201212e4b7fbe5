/// A map from stroke identifiers to values. Identifiers must be added in ascending order.
///
/// The map stores its entries in blocks of constant size, so adding an entry never moves the
/// existing entries. A dictionary that grows moves all entries, which could delay a frame.
struct StrokeMap<Value> {
    /// A block of entries with ascending identifiers.
    private struct Block {
        var ids: [Stroke.ID] = []
        var values: [Value] = []
    }

    private static var blockCapacity: Int { 256 }

    private var blocks: [Block] = []
    /// The first identifier that was added to each block, in the order of the blocks.
    private var firstIDs: [Stroke.ID] = []

    /// The greatest identifier in the map, or `nil` if the map is empty.
    var lastID: Stroke.ID? { blocks.last?.ids.last }

    /// The value for the stroke identifier `id`, or `nil` if there is none.
    ///
    /// - Complexity: O(log *n*), where *n* is the number of entries.
    subscript(id: Stroke.ID) -> Value? {
        guard let position = position(of: id) else { return nil }
        return blocks[position.block].values[position.index]
    }

    /// Appends a value for the stroke identifier `id`, which must be greater than all identifiers
    /// in the map.
    mutating func append(_ value: Value, id: Stroke.ID) {
        precondition(lastID.map { $0 < id } ?? true, "identifiers are added in ascending order")
        if blocks.last.map({ $0.ids.count == Self.blockCapacity }) ?? true {
            var block = Block()
            block.ids.reserveCapacity(Self.blockCapacity)
            block.values.reserveCapacity(Self.blockCapacity)
            blocks.append(block)
            firstIDs.append(id)
        }
        blocks[blocks.count - 1].ids.append(id)
        blocks[blocks.count - 1].values.append(value)
    }

    /// Calls `change` with the value for `id`, so that the closure can change the value in place.
    /// Does nothing if there is no value.
    mutating func update(_ id: Stroke.ID, _ change: (inout Value) -> Void) {
        guard let position = position(of: id) else { return }
        change(&blocks[position.block].values[position.index])
    }

    /// Removes the value for the stroke identifier `id`.
    ///
    /// - Returns: The removed value, or `nil` if there was none.
    mutating func remove(_ id: Stroke.ID) -> Value? {
        guard let position = position(of: id) else { return nil }
        blocks[position.block].ids.remove(at: position.index)
        let value = blocks[position.block].values.remove(at: position.index)
        if blocks[position.block].ids.isEmpty {
            blocks.remove(at: position.block)
            firstIDs.remove(at: position.block)
        }
        return value
    }

    /// Returns the block and the index within the block of the entry for `id`, or `nil` if there is
    /// no entry.
    private func position(of id: Stroke.ID) -> (block: Int, index: Int)? {
        // If a block's first entry was removed, `firstIDs` still has the old, smaller identifier,
        // which leads to the same block.
        let block = Self.count(of: firstIDs, upTo: id) - 1
        if block < 0 { return nil }
        let index = Self.count(of: blocks[block].ids, upTo: id) - 1
        guard index >= 0, blocks[block].ids[index] == id else { return nil }
        return (block, index)
    }

    /// Returns the number of elements of `ids` that are less than or equal to `id`. The array must
    /// be sorted.
    private static func count(of ids: [Stroke.ID], upTo id: Stroke.ID) -> Int {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] <= id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
