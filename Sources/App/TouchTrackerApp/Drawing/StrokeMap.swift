/// A map from stroke identifiers to values. Identifiers must be added in ascending order.
///
/// The entries are stored in blocks of constant size, so that adding an entry always takes the same
/// time. A dictionary that grows would delay a frame.
struct StrokeMap<Value> {
    /// A block of entries with ascending identifiers.
    private struct Block {
        var ids: [Stroke.ID] = []
        var values: [Value] = []
    }

    private static var blockCapacity: Int { 256 }

    private var blocks: [Block] = []
    /// The first identifier that was added to each block.
    private var firstIDs: [Stroke.ID] = []

    /// The greatest identifier in the map, or `nil` if the map is empty.
    var lastID: Stroke.ID? { blocks.last?.ids.last }

    /// The value for `id`, or `nil` if there is none.
    ///
    /// - Complexity: O(log strokes).
    subscript(id: Stroke.ID) -> Value? {
        guard let position = position(of: id) else { return nil }
        return blocks[position.block].values[position.index]
    }

    /// Appends a value; `id` must be greater than all identifiers in the map.
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

    /// Changes the value for `id` in place; does nothing if there is no value.
    mutating func update(_ id: Stroke.ID, _ change: (inout Value) -> Void) {
        guard let position = position(of: id) else { return }
        change(&blocks[position.block].values[position.index])
    }

    /// Removes the entry for `id`.
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

    /// Returns the position of an identifier's entry, or `nil` if there is no entry.
    private func position(of id: Stroke.ID) -> (block: Int, index: Int)? {
        // If a block's first entry was removed, `firstIDs` still has the old, smaller identifier,
        // which leads to the same block.
        let block = Self.count(of: firstIDs, upTo: id) - 1
        if block < 0 { return nil }
        let index = Self.count(of: blocks[block].ids, upTo: id) - 1
        guard index >= 0, blocks[block].ids[index] == id else { return nil }
        return (block, index)
    }

    /// Returns the number of elements that are at most `id`; `ids` must be sorted.
    private static func count(of ids: [Stroke.ID], upTo id: Stroke.ID) -> Int {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] <= id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
