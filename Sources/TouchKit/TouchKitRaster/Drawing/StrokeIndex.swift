import TouchKitGeometry

/// Which strokes touch a place, in drawing order.
///
/// Each cell of a `StrokeGrid` has a list of strokes, the topmost first, in blocks of 32 bytes: a
/// word that names the next block and says how many strokes this one holds, and up to 7 strokes from
/// the lowest to the highest. A stroke is in at most `StrokeGrid.cellLimit` lists, so it takes
/// 6 × 4.6 bytes at most where lists grow at their ends, less than twice that where they were cut.
final class StrokeIndex {
    /// Strokes in a full block.
    static let blockRoom = 7
    /// The end of a list, where a block's number would be.
    static let none = UInt32.max >> 4

    let grid: StrokeGrid
    let records: Slabs<StrokeRecord>
    /// For each cell, the number of its topmost block.
    let heads: UnsafeMutablePointer<UInt32>
    private let words = Slabs<UInt32>(shift: 12)
    private var freeBlock = StrokeIndex.none

    /// Makes an empty index over a picture.
    init(width: Int, height: Int, records: Slabs<StrokeRecord>) {
        grid = StrokeGrid(width: width, height: height)
        self.records = records
        heads = .allocate(capacity: grid.cellCount)
        heads.initialize(repeating: Self.none, count: grid.cellCount)
    }

    deinit {
        heads.deallocate()
    }

    /// The memory it takes, in bytes.
    var byteCount: Int { words.byteCount + grid.cellCount * MemoryLayout<UInt32>.stride }

    /// Takes all strokes out.
    func removeAll() {
        heads.update(repeating: Self.none, count: grid.cellCount)
        words.removeAll()
        freeBlock = Self.none
    }

    /// Puts a stroke in.
    ///
    /// - Returns: The grid it goes by, which its record keeps.
    func insert(
        _ stroke: UInt32, _ points: UnsafeMutableBufferPointer<SIMD2<Float>>, reach: Float
    ) -> UInt8 {
        var level = 0
        while true {
            if let cells = grid.cells(of: points, reach: reach, on: level) {
                for index in 0..<cells.count { insert(stroke, in: Int(cells[index])) }
                return UInt8(level)
            }
            // The coarsest grid has one cell, which is never too many.
            level += 1
        }
    }

    /// Takes a stroke out, whose points and level are still those it was put in with.
    func remove(_ stroke: UInt32, _ points: UnsafeMutableBufferPointer<SIMD2<Float>>) {
        let record = records.at(Int(stroke)).pointee
        guard let cells = grid.cells(of: points, reach: record.reach, on: Int(record.gridLevel))
        else { preconditionFailure("a stroke is in the cells it was put in") }
        for index in 0..<cells.count { remove(stroke, from: Int(cells[index])) }
    }

    // MARK: Blocks

    @inline(__always)
    func block(_ number: UInt32) -> UnsafeMutablePointer<UInt32> { words.at(Int(number) &<< 3) }
    @inline(__always)
    func next(_ block: UnsafeMutablePointer<UInt32>) -> UInt32 { block[0] & Self.none }
    @inline(__always)
    func count(_ block: UnsafeMutablePointer<UInt32>) -> Int { Int(block[0] &>> 28) }

    private func set(_ block: UnsafeMutablePointer<UInt32>, next: UInt32, count: Int) {
        block[0] = next | UInt32(count) << 28
    }

    private func newBlock() -> UInt32 {
        if freeBlock != Self.none {
            let number = freeBlock
            freeBlock = next(block(number))
            return number
        }
        return UInt32(words.append(0, copies: 8) >> 3)
    }

    private func giveBack(_ number: UInt32) {
        set(block(number), next: freeBlock, count: 0)
        freeBlock = number
    }

    /// Whether one stroke lies below another.
    @inline(__always)
    private func isBelow(_ left: UInt32, _ right: UInt32) -> Bool {
        let leftLevel = records.at(Int(left)).pointee.level
        let rightLevel = records.at(Int(right)).pointee.level
        return leftLevel < rightLevel || (leftLevel == rightLevel && left < right)
    }

    // MARK: Lists

    private func insert(_ stroke: UInt32, in cell: Int) {
        var number = heads[cell]
        if number == Self.none {
            number = newBlock()
            heads[cell] = number
            set(block(number), next: Self.none, count: 0)
        }
        // The block to put it in is the first whose lowest stroke lies below, or else the last.
        while count(block(number)) > 0, next(block(number)) != Self.none,
            !isBelow(block(number)[1], stroke)
        {
            number = next(block(number))
        }
        let target = block(number)
        let held = count(target)
        var position = held
        while position > 0, !isBelow(target[position], stroke) { position -= 1 }
        if held < Self.blockRoom {
            insert(stroke, at: position, of: target)
            return
        }
        if position == held && number == heads[cell] {
            let top = newBlock()
            set(block(top), next: number, count: 0)
            insert(stroke, at: 0, of: block(top))
            heads[cell] = top
            return
        }
        // The lower half goes into a block of its own, behind this one.
        let lower = newBlock()
        let half = Self.blockRoom / 2
        let below = block(lower)
        set(below, next: next(target), count: half)
        (below + 1).update(from: target + 1, count: half)
        (target + 1).update(from: target + 1 + half, count: held - half)
        set(target, next: lower, count: held - half)
        if position <= half {
            insert(stroke, at: position, of: below)
        } else {
            insert(stroke, at: position - half, of: target)
        }
    }

    private func insert(_ stroke: UInt32, at position: Int, of block: UnsafeMutablePointer<UInt32>)
    {
        let held = count(block)
        var index = held
        while index > position {
            block[index + 1] = block[index]
            index -= 1
        }
        block[position + 1] = stroke
        set(block, next: next(block), count: held + 1)
    }

    private func remove(_ stroke: UInt32, from cell: Int) {
        var before = Self.none
        var number = heads[cell]
        while number != Self.none, isBelow(stroke, block(number)[1]) {
            before = number
            number = next(block(number))
        }
        precondition(number != Self.none, "a stroke is in the lists it was put in")
        let target = block(number)
        let held = count(target)
        var position = 1
        while position <= held, target[position] != stroke { position += 1 }
        precondition(position <= held, "a stroke is in the lists it was put in")
        while position < held {
            target[position] = target[position + 1]
            position += 1
        }
        set(target, next: next(target), count: held - 1)
        if held > 1 {
            merge(target)
            if before != Self.none { merge(block(before)) }
            return
        }
        if before == Self.none {
            heads[cell] = next(target)
        } else {
            set(block(before), next: next(target), count: count(block(before)))
        }
        giveBack(number)
    }

    /// Takes the strokes of the next block in where both together leave some room.
    private func merge(_ upper: UnsafeMutablePointer<UInt32>) {
        let number = next(upper)
        if number == Self.none { return }
        let lower = block(number)
        let added = count(lower)
        let held = count(upper)
        if held + added > Self.blockRoom - 1 { return }
        (upper + 1 + added).update(from: upper + 1, count: held)
        (upper + 1).update(from: lower + 1, count: added)
        set(upper, next: next(lower), count: held + added)
        giveBack(number)
    }
}
