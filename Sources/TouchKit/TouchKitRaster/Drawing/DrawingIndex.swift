import TouchKitGeometry

/// A spatial index of strokes.
///
/// Each cell of a `DrawingGrid` has a linked list of strokes, topmost first, in blocks of 32 bytes.
/// A block consists of a header word (the index of the next block and the number of strokes) and up
/// to 7 strokes, lowest first. A stroke is in at most `DrawingGrid.cellLimit` lists. Therefore a
/// stroke needs at most 6 × 4.6 bytes if strokes are only added at the top, and less than twice as
/// much if blocks were split.
final class DrawingIndex {
    /// The maximum number of strokes in a block.
    static let blockCapacity = 7
    /// The value that marks the end of a list in place of a block index.
    static let endOfList = UInt32.max >> 4

    /// The grids in which strokes are stored.
    let grid: DrawingGrid
    /// The records of all strokes, which contain their levels.
    let records: ChunkedArray<StrokeRecord>
    /// The index of each cell's topmost block.
    let heads: UnsafeMutablePointer<UInt32>
    /// The memory of the blocks, eight words each.
    private let words = ChunkedArray<UInt32>(shift: 12)
    /// The index of the first unused block. Unused blocks form a linked list.
    @exclusivity(unchecked) private var freeBlock = DrawingIndex.endOfList

    /// Creates an empty index for a bitmap of the given size, in pixels.
    init(width: Int, height: Int, records: ChunkedArray<StrokeRecord>) {
        grid = DrawingGrid(width: width, height: height)
        self.records = records
        heads = .allocate(capacity: grid.cellCount)
        heads.initialize(repeating: Self.endOfList, count: grid.cellCount)
    }

    deinit {
        heads.deallocate()
    }

    /// The size of the allocated memory, in bytes.
    var byteCount: Int { words.byteCount + grid.cellCount * MemoryLayout<UInt32>.stride }

    /// Removes all strokes.
    func removeAll() {
        heads.update(repeating: Self.endOfList, count: grid.cellCount)
        words.removeAll()
        freeBlock = Self.endOfList
    }

    /// Inserts a stroke.
    ///
    /// - Parameters:
    ///   - stroke: The slot of the stroke.
    ///   - points: The points, in pixels.
    ///   - reach: The maximum distance between the center line and a covered pixel, in pixels.
    /// - Returns: The index of the grid that contains the stroke, to be stored in its record.
    func insert(
        _ stroke: UInt32, _ points: UnsafeMutableBufferPointer<SIMD2<Float>>, reach: Float
    ) -> UInt8 {
        var level = 0
        while true {
            if let cells = grid.cells(of: points, reach: reach, on: level) {
                for index in 0..<cells.count { insert(stroke, in: Int(cells[index])) }
                return UInt8(level)
            }
            // The coarsest grid has only one cell, so the search always succeeds.
            level += 1
        }
    }

    /// Removes a stroke. Its points, level and grid must not have changed since the stroke was
    /// inserted.
    func remove(_ stroke: UInt32, _ points: UnsafeMutableBufferPointer<SIMD2<Float>>) {
        let record = records.at(Int(stroke)).pointee
        guard let cells = grid.cells(of: points, reach: record.reach, on: Int(record.gridLevel))
        else { preconditionFailure("stroke index: the stroke has changed since it was inserted") }
        for index in 0..<cells.count { remove(stroke, from: Int(cells[index])) }
    }

    // MARK: Blocks

    /// Returns the address of the block at an index.
    @inline(__always)
    func block(_ blockIndex: UInt32) -> UnsafeMutablePointer<UInt32> {
        words.at(Int(blockIndex) &<< 3)
    }
    /// Returns the index of the block after `block` in its list, or `endOfList`.
    @inline(__always)
    func next(_ block: UnsafeMutablePointer<UInt32>) -> UInt32 { block[0] & Self.endOfList }
    /// Returns the number of strokes in a block.
    @inline(__always)
    func count(_ block: UnsafeMutablePointer<UInt32>) -> Int { Int(block[0] &>> 28) }

    /// Writes a block's header.
    private func set(_ block: UnsafeMutablePointer<UInt32>, next: UInt32, count: Int) {
        block[0] = next | UInt32(count) << 28
    }

    /// Returns the index of an unused block, and allocates a block if there is none.
    private func newBlock() -> UInt32 {
        if freeBlock != Self.endOfList {
            let blockIndex = freeBlock
            freeBlock = next(block(blockIndex))
            return blockIndex
        }
        return UInt32(words.append(0, copies: 8) >> 3)
    }

    /// Returns a block to the list of unused blocks.
    private func releaseBlock(_ blockIndex: UInt32) {
        set(block(blockIndex), next: freeBlock, count: 0)
        freeBlock = blockIndex
    }

    /// Returns whether the stroke in slot `left` is below the stroke in slot `right` in the drawing
    /// order.
    @inline(__always)
    private func isBelow(_ left: UInt32, _ right: UInt32) -> Bool {
        let leftLevel = records.at(Int(left)).pointee.level
        let rightLevel = records.at(Int(right)).pointee.level
        return leftLevel < rightLevel || (leftLevel == rightLevel && left < right)
    }

    // MARK: Lists

    /// Inserts a stroke into the list of a cell.
    private func insert(_ stroke: UInt32, in cell: Int) {
        var blockIndex = heads[cell]
        if blockIndex == Self.endOfList {
            blockIndex = newBlock()
            heads[cell] = blockIndex
            set(block(blockIndex), next: Self.endOfList, count: 0)
        }
        // The stroke belongs in the first block whose lowest stroke is below it, or else in the
        // last block.
        while count(block(blockIndex)) > 0, next(block(blockIndex)) != Self.endOfList,
            !isBelow(block(blockIndex)[1], stroke)
        {
            blockIndex = next(block(blockIndex))
        }
        let target = block(blockIndex)
        let strokeCount = count(target)
        var position = strokeCount
        while position > 0, !isBelow(target[position], stroke) { position -= 1 }
        if strokeCount < Self.blockCapacity {
            insert(stroke, at: position, of: target)
            return
        }
        if position == strokeCount && blockIndex == heads[cell] {
            let top = newBlock()
            set(block(top), next: blockIndex, count: 0)
            insert(stroke, at: 0, of: block(top))
            heads[cell] = top
            return
        }
        // The lower half of the strokes moves to a new block after the target block.
        let lower = newBlock()
        let half = Self.blockCapacity / 2
        let below = block(lower)
        set(below, next: next(target), count: half)
        (below + 1).update(from: target + 1, count: half)
        (target + 1).update(from: target + 1 + half, count: strokeCount - half)
        set(target, next: lower, count: strokeCount - half)
        if position <= half {
            insert(stroke, at: position, of: below)
        } else {
            insert(stroke, at: position - half, of: target)
        }
    }

    /// Inserts a stroke into a block that is not full. Position 0 is the lowest position.
    private func insert(_ stroke: UInt32, at position: Int, of block: UnsafeMutablePointer<UInt32>)
    {
        let strokeCount = count(block)
        var index = strokeCount
        while index > position {
            block[index + 1] = block[index]
            index -= 1
        }
        block[position + 1] = stroke
        set(block, next: next(block), count: strokeCount + 1)
    }

    /// Removes a stroke from the list of a cell.
    private func remove(_ stroke: UInt32, from cell: Int) {
        var before = Self.endOfList
        var blockIndex = heads[cell]
        while blockIndex != Self.endOfList, isBelow(stroke, block(blockIndex)[1]) {
            before = blockIndex
            blockIndex = next(block(blockIndex))
        }
        precondition(
            blockIndex != Self.endOfList, "stroke index: the stroke is not in the list of its cell")
        let target = block(blockIndex)
        let strokeCount = count(target)
        var position = 1
        while position <= strokeCount, target[position] != stroke { position += 1 }
        precondition(
            position <= strokeCount, "stroke index: the stroke is not in the list of its cell")
        while position < strokeCount {
            target[position] = target[position + 1]
            position += 1
        }
        set(target, next: next(target), count: strokeCount - 1)
        if strokeCount > 1 {
            merge(target)
            if before != Self.endOfList { merge(block(before)) }
            return
        }
        if before == Self.endOfList {
            heads[cell] = next(target)
        } else {
            set(block(before), next: next(target), count: count(block(before)))
        }
        releaseBlock(blockIndex)
    }

    /// Moves the strokes of the next block into `upper` if the strokes of both blocks fit into one
    /// block without filling it.
    private func merge(_ upper: UnsafeMutablePointer<UInt32>) {
        let blockIndex = next(upper)
        if blockIndex == Self.endOfList { return }
        let lower = block(blockIndex)
        let added = count(lower)
        let strokeCount = count(upper)
        if strokeCount + added > Self.blockCapacity - 1 { return }
        (upper + 1 + added).update(from: upper + 1, count: strokeCount)
        (upper + 1).update(from: lower + 1, count: added)
        set(upper, next: next(lower), count: strokeCount + added)
        releaseBlock(blockIndex)
    }
}
