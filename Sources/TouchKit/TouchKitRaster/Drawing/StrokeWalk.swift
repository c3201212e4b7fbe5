import TouchKitGeometry

/// Goes through the strokes about a rectangle, the topmost first, each once.
///
/// The lists of all cells that the rectangle has are merged. One walk at a time; the index mustn't
/// change meanwhile. A walk allocates nothing once its memory has grown to the lists of the largest
/// rectangle.
final class StrokeWalk {
    /// Where the walk is in one list.
    private struct Cursor {
        var block: UInt32
        /// The stroke in it, 1 for the lowest.
        var position: Int
        var stroke: UInt32
        var level: Int64
    }

    private var cursors: UnsafeMutablePointer<Cursor>
    private var room = 64
    private var count = 0

    init() {
        cursors = .allocate(capacity: room)
    }

    deinit {
        cursors.deallocate()
    }

    /// Begins a walk through the strokes that may touch a rectangle; some of them don't.
    func begin(_ rect: PixelRect, in index: StrokeIndex) {
        count = 0
        let rect = rect.intersection(index.grid.picture)
        if rect.isEmpty { return }
        for level in index.grid.levels {
            let rows = (rect.minY >> level.shift)...((rect.maxY - 1) >> level.shift)
            let columns = (rect.minX >> level.shift)...((rect.maxX - 1) >> level.shift)
            for row in rows {
                for column in columns {
                    let head = index.heads[level.firstCell + row * level.columns + column]
                    if head != StrokeIndex.none { add(head, in: index) }
                }
            }
        }
    }

    /// The next stroke below those that were named; nil where there is none.
    func next(in index: StrokeIndex) -> UInt32? {
        if count == 0 { return nil }
        var best = 0
        var other = 1
        while other < count {
            if Self.isAbove(cursors[other], cursors[best]) { best = other }
            other &+= 1
        }
        let stroke = cursors[best].stroke
        let level = cursors[best].level
        // The same stroke may be the next of several lists.
        var number = count &- 1
        while number >= best {
            if cursors[number].level == level && cursors[number].stroke == stroke {
                advance(number, in: index)
            }
            number &-= 1
        }
        return stroke
    }

    @inline(__always)
    private static func isAbove(_ left: Cursor, _ right: Cursor) -> Bool {
        left.level > right.level || (left.level == right.level && left.stroke > right.stroke)
    }

    private func add(_ head: UInt32, in index: StrokeIndex) {
        if count == room {
            let larger = UnsafeMutablePointer<Cursor>.allocate(capacity: room * 2)
            larger.moveInitialize(from: cursors, count: count)
            cursors.deallocate()
            cursors = larger
            room *= 2
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

    @inline(__always)
    private func advance(_ number: Int, in index: StrokeIndex) {
        let cursor = cursors + number
        var block = index.block(cursor.pointee.block)
        cursor.pointee.position &-= 1
        if cursor.pointee.position == 0 {
            let next = index.next(block)
            if next == StrokeIndex.none {
                // The last list takes its place: it has been looked at already.
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
