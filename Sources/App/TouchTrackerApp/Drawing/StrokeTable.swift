/// What is known of strokes, found by name. Names come in ascending order, as they are given.
///
/// Entries lie in blocks: the hundred-thousandth takes as long to come in as the first, where a
/// dictionary that outgrows its memory holds a frame up.
struct StrokeTable<Value> {
    private struct Block {
        var ids: [Stroke.ID] = []
        var values: [Value] = []
    }

    private static var blockRoom: Int { 256 }

    private var blocks: [Block] = []
    /// The first name of each block.
    private var firsts: [Stroke.ID] = []

    /// The greatest name; nil where there is none.
    var lastID: Stroke.ID? { blocks.last?.ids.last }

    /// What is known of a stroke; nil for one that isn't there.
    ///
    /// - Complexity: O(log strokes).
    subscript(id: Stroke.ID) -> Value? {
        guard let place = place(of: id) else { return nil }
        return blocks[place.block].values[place.index]
    }

    /// Adds a stroke of a greater name than all others.
    mutating func append(_ value: Value, id: Stroke.ID) {
        precondition(lastID.map { $0 < id } ?? true, "names come in ascending order")
        if blocks.last.map({ $0.ids.count == Self.blockRoom }) ?? true {
            var block = Block()
            block.ids.reserveCapacity(Self.blockRoom)
            block.values.reserveCapacity(Self.blockRoom)
            blocks.append(block)
            firsts.append(id)
        }
        blocks[blocks.count - 1].ids.append(id)
        blocks[blocks.count - 1].values.append(value)
    }

    /// Changes what is known of a stroke; nothing where it isn't there.
    mutating func update(_ id: Stroke.ID, _ change: (inout Value) -> Void) {
        guard let place = place(of: id) else { return }
        change(&blocks[place.block].values[place.index])
    }

    /// Takes a stroke out.
    ///
    /// - Returns: What was known of it; nil where it wasn't there.
    mutating func remove(_ id: Stroke.ID) -> Value? {
        guard let place = place(of: id) else { return nil }
        blocks[place.block].ids.remove(at: place.index)
        let value = blocks[place.block].values.remove(at: place.index)
        if blocks[place.block].ids.isEmpty {
            blocks.remove(at: place.block)
            firsts.remove(at: place.block)
        }
        return value
    }

    private func place(of id: Stroke.ID) -> (block: Int, index: Int)? {
        // A block whose first stroke was taken out begins with a greater name than is noted here, which
        // leads to the same block.
        let block = Self.count(of: firsts, upTo: id) - 1
        if block < 0 { return nil }
        let index = Self.count(of: blocks[block].ids, upTo: id) - 1
        guard index >= 0, blocks[block].ids[index] == id else { return nil }
        return (block, index)
    }

    /// How many of ascending names aren't above one.
    private static func count(of ids: [Stroke.ID], upTo id: Stroke.ID) -> Int {
        var (low, high) = (0, ids.count)
        while low < high {
            let middle = (low + high) / 2
            if ids[middle] <= id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
