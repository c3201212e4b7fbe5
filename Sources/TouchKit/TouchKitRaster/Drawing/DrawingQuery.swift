import TouchKitGeometry

/// An iterator over the strokes near a rectangle, topmost first. The query merges the lists of all
/// cells that the rectangle touches, and returns each stroke once.
///
/// Only one query can run at a time, and the index must not change during a query. A query
/// allocates memory only if it needs more cursors than all previous queries.
final class DrawingQuery {
    /// The position of the query in one cell's list.
    private struct Cursor {
        /// The index of the current block.
        var block: UInt32
        /// The position of the current stroke in the block, where 1 is the lowest position.
        var position: Int
        /// The slot of the current stroke.
        var stroke: UInt32
        /// The level of the current stroke.
        var level: Int64
    }

    /// The cursors: one for each list that has not been exhausted.
    @exclusivity(unchecked) private var cursors: UnsafeMutablePointer<Cursor>
    /// The capacity of `cursors`.
    @exclusivity(unchecked) private var capacity = 64
    /// The number of cursors.
    @exclusivity(unchecked) private var count = 0

    /// Creates a query that returns no stroke until `begin(_:in:)` is called.
    init() {
        cursors = .allocate(capacity: capacity)
    }

    deinit {
        cursors.deallocate()
    }

    /// Begins a query for the strokes that may touch `rect`. False positives are possible.
    func begin(_ rect: PixelRect, in index: DrawingIndex) {
        count = 0
        let rect = rect.intersection(index.grid.bounds)
        if rect.isEmpty { return }
        for level in index.grid.levels {
            let rows = (rect.minY >> level.shift)...((rect.maxY - 1) >> level.shift)
            let columns = (rect.minX >> level.shift)...((rect.maxX - 1) >> level.shift)
            for row in rows {
                for column in columns {
                    let head = index.heads[level.firstCell + row * level.columns + column]
                    if head != DrawingIndex.endOfList { add(head, in: index) }
                }
            }
        }
    }

    /// Returns the slot of the next lower stroke, or `nil` after the lowest stroke.
    func next(in index: DrawingIndex) -> UInt32? {
        if count == 0 { return nil }
        var best = 0
        var other = 1
        while other < count {
            if Self.isAbove(cursors[other], cursors[best]) { best = other }
            other &+= 1
        }
        let stroke = cursors[best].stroke
        let level = cursors[best].level
        // Several lists may contain the stroke, so all cursors at the stroke advance.
        var cursorIndex = count &- 1
        while cursorIndex >= best {
            if cursors[cursorIndex].level == level && cursors[cursorIndex].stroke == stroke {
                advance(cursorIndex, in: index)
            }
            cursorIndex &-= 1
        }
        return stroke
    }

    /// Returns whether the current stroke of `left` is above the current stroke of `right`.
    @inline(__always)
    private static func isAbove(_ left: Cursor, _ right: Cursor) -> Bool {
        left.level > right.level || (left.level == right.level && left.stroke > right.stroke)
    }

    /// Adds a cursor at the topmost stroke of the list that begins with block `head`.
    private func add(_ head: UInt32, in index: DrawingIndex) {
        if count == capacity {
            let larger = UnsafeMutablePointer<Cursor>.allocate(capacity: capacity * 2)
            larger.moveInitialize(from: cursors, count: count)
            cursors.deallocate()
            cursors = larger
            capacity *= 2
        }
        let block = index.block(head)
        let position = index.count(block)
        let stroke = block[position]
        (cursors + count).initialize(
            to: Cursor(
                block: head, position: position, stroke: stroke,
                level: index.records.at(Int(stroke)).pointee.level))
        count += 1
    }

    /// Advances a cursor to the next lower stroke, or removes the cursor at the end of its list.
    @inline(__always)
    private func advance(_ cursorIndex: Int, in index: DrawingIndex) {
        let cursor = cursors + cursorIndex
        var block = index.block(cursor.pointee.block)
        cursor.pointee.position &-= 1
        if cursor.pointee.position == 0 {
            let next = index.next(block)
            if next == DrawingIndex.endOfList {
                // The last cursor fills the gap. The caller has already processed that cursor.
                count &-= 1
                cursor.pointee = cursors[count]
                return
            }
            cursor.pointee.block = next
            block = index.block(next)
            cursor.pointee.position = index.count(block)
        }
        let stroke = block[cursor.pointee.position]
        cursor.pointee.stroke = stroke
        cursor.pointee.level = index.records.at(Int(stroke)).pointee.level
    }
}
