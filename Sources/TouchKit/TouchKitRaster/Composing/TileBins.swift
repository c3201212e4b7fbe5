import TouchKitGeometry

/// Which items of a display list may be seen in which tile.
///
/// The tiles are those of a grid that begins at the damage's corner. Each has a chain of entries, the
/// item painted last in front; so that filling the bins is one pass over the items, and who looks
/// for what is seen begins with what lies on top. Strokes are put to the tiles that they come near,
/// not to all of their box. All memory is kept.
struct TileBins: ~Copyable {
    /// An item in a tile.
    struct Entry {
        /// The item's number.
        let item: Int32
        /// The entry of the item painted before it in the same tile; `none` where there is no
        /// other.
        let before: Int32
    }

    /// There is no entry.
    static let none: Int32 = -1
    /// The tile has no damage: nothing is put there.
    private static let unwanted: Int32 = -2

    private let tileWidth: Int
    private let tileHeight: Int
    /// The grid's extent; it begins on the kernels' chunk grid.
    private var frame = PixelRect.empty
    private var columns = 0
    private var newest = FlatMemory<Int32>(capacity: 256)
    private var entries = FlatMemory<Entry>(capacity: 1_024)

    /// Makes empty bins for tiles of a size, in pixels.
    init(tileWidth: Int, tileHeight: Int) {
        self.tileWidth = tileWidth
        self.tileHeight = tileHeight
    }

    /// The number of entries.
    var entryCount: Int { entries.count }

    /// The tiles that have something of a rectangle inside the grid.
    func tiles(of rect: PixelRect) -> (columns: Range<Int>, rows: Range<Int>) {
        let first = (
            x: (rect.minX - frame.minX) / tileWidth, y: (rect.minY - frame.minY) / tileHeight
        )
        let last = (
            x: (rect.maxX - 1 - frame.minX) / tileWidth,
            y: (rect.maxY - 1 - frame.minY) / tileHeight
        )
        return (first.x..<(last.x + 1), first.y..<(last.y + 1))
    }

    /// The pixels of a tile.
    func rect(ofTile column: Int, _ row: Int) -> PixelRect {
        PixelRect(
            x: frame.minX + column * tileWidth, y: frame.minY + row * tileHeight,
            width: tileWidth, height: tileHeight)
    }

    /// The newest entry of a tile.
    @inline(__always)
    func newest(inTile column: Int, _ row: Int) -> Int32 {
        newest.elements[row &* columns &+ column]
    }

    /// An entry.
    @inline(__always)
    func entry(_ index: Int32) -> Entry { entries.elements[Int(index)] }

    /// Lays the grid over damaged rectangles and puts every item to the tiles that it may touch.
    ///
    /// - Parameters:
    ///   - list: The items.
    ///   - region: The damage.
    ///   - canvas: What lies outside doesn't count.
    /// - Complexity: O(items + entries + tiles).
    mutating func fill(from list: DisplayList, region: Region, canvas: PixelRect) {
        layGrid(over: region, canvas)
        entries.count = 0
        if frame.isEmpty { return }
        list.items.withUnsafeBufferPointer { items in
            for index in items.indices {
                put(items[index], Int32(truncatingIfNeeded: index), list)
            }
        }
    }

    private mutating func layGrid(over region: Region, _ canvas: PixelRect) {
        frame = region.bounds.intersection(canvas)
        if frame.isEmpty { return }
        frame.minX &= ~7
        columns = (frame.width + tileWidth - 1) / tileWidth
        let rows = (frame.height + tileHeight - 1) / tileHeight
        newest.count = 0
        newest.makeRoom(for: columns * rows)
        newest.count = columns * rows
        newest.elements.update(repeating: Self.unwanted, count: columns * rows)
        for rect in region.rects {
            let part = rect.intersection(frame)
            if part.isEmpty { continue }
            let tiles = tiles(of: part)
            for row in tiles.rows {
                (newest.elements + row * columns + tiles.columns.lowerBound).update(
                    repeating: Self.none, count: tiles.columns.count)
            }
        }
    }

    @inline(__always)
    private mutating func put(
        _ item: DisplayList.Item, _ number: Int32, _ list: DisplayList
    ) {
        let box = item.bounds.intersection(frame)
        if box.isEmpty { return }
        let tiles = tiles(of: box)
        entries.makeRoom(for: tiles.columns.count &* tiles.rows.count)
        if tiles.columns.count == 1 {
            for row in tiles.rows { put(number, tiles.columns, row: row) }
            return
        }
        for row in tiles.rows {
            let top = frame.minY &+ row &* tileHeight
            let rows = max(top, box.minY)..<min(top &+ tileHeight, box.maxY)
            guard let near = list.columns(of: item.shape, inRows: rows) else {
                put(number, tiles.columns, row: row)
                continue
            }
            let first = max(near.lowerBound, box.minX)
            let end = min(near.upperBound, box.maxX)
            if first >= end { continue }
            let columns =
                ((first &- frame.minX) / tileWidth)..<((end &- 1 &- frame.minX) / tileWidth &+ 1)
            put(number, columns, row: row)
        }
    }

    /// Puts an item to some tiles of a row; there is room for it.
    @inline(__always)
    private mutating func put(_ number: Int32, _ tiles: Range<Int>, row: Int) {
        for column in tiles {
            let place = newest.elements + (row &* columns &+ column)
            if place.pointee == Self.unwanted { continue }
            entries.append(Entry(item: number, before: place.pointee))
            place.pointee = Int32(truncatingIfNeeded: entries.count &- 1)
        }
    }
}
