import TouchKitGeometry

/// The assignment of display list items to tiles.
///
/// The grid of tiles begins at the upper left corner of the damage. Each tile has a linked list of
/// entries with the topmost item first. The lists are built in one pass over the items, and the
/// search for visible items begins at the top. Strokes are assigned only to tiles near their line
/// instead of all tiles of their bounding box. The memory is reused for the next frame.
struct TileBins: ~Copyable {
    /// An item in a tile's linked list.
    struct Entry {
        /// The index of the item in the display list.
        let item: Int32
        /// The index of the entry for the next lower item in the tile, or `noEntry`.
        let below: Int32
    }

    /// The entry index that marks the end of a tile's linked list.
    static let noEntry: Int32 = -1
    /// The entry index stored for tiles without damage, to which no items are assigned.
    private static let notDamaged: Int32 = -2

    /// The width of a tile, in pixels.
    private let tileWidth: Int
    /// The height of a tile, in pixels.
    private let tileHeight: Int
    /// The canvas pixels that the grid covers. The left edge is a multiple of 8.
    private var frame = PixelRect.empty
    /// The number of tiles in a row of the grid.
    private var columns = 0
    /// The number of rows of tiles in the grid.
    private(set) var rows = 0
    /// The index of each tile's topmost entry, row by row.
    private var topEntry = GrowableBuffer<Int32>(capacity: 256)
    /// The entries of all tiles.
    private var entries = GrowableBuffer<Entry>(capacity: 1_024)

    /// Creates empty bins for tiles of the given size, in pixels.
    init(tileWidth: Int, tileHeight: Int) {
        self.tileWidth = tileWidth
        self.tileHeight = tileHeight
    }

    /// The number of pairs of an item and a tile that contains it.
    var entryCount: Int { entries.count }

    /// Returns the columns and rows of the tiles that intersect `rect`, which must be inside the
    /// grid.
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

    /// Returns the pixels of `rect` in the given row of tiles, in canvas coordinates.
    func part(of rect: PixelRect, inRow row: Int) -> PixelRect {
        let top = frame.minY + row * tileHeight
        return PixelRect(
            minX: max(rect.minX, frame.minX), minY: max(rect.minY, top),
            maxX: min(rect.maxX, frame.maxX), maxY: min(rect.maxY, top + tileHeight, frame.maxY))
    }

    /// Returns the pixels of the tile in the given column and row, in canvas coordinates.
    func rect(ofTile column: Int, _ row: Int) -> PixelRect {
        PixelRect(
            x: frame.minX + column * tileWidth, y: frame.minY + row * tileHeight,
            width: tileWidth, height: tileHeight)
    }

    /// Returns the index of the tile's topmost entry, or a negative number if the tile has none.
    @inline(__always)
    func topEntry(inTile column: Int, _ row: Int) -> Int32 {
        topEntry.elements[row &* columns &+ column]
    }

    /// Returns the entry with the given index.
    @inline(__always)
    func entry(_ index: Int32) -> Entry { entries.elements[Int(index)] }

    /// Places the grid over the damage and assigns all items to the tiles that they may touch.
    ///
    /// - Parameters:
    ///   - list: The display list.
    ///   - region: The damage, in canvas pixels.
    ///   - canvas: The bounds of the canvas, which limit the damage.
    /// - Complexity: O(items + entries + tiles).
    mutating func fill(from list: DisplayList, region: Region, canvas: PixelRect) {
        placeGrid(over: region, canvas)
        entries.count = 0
        if frame.isEmpty { return }
        list.items.withUnsafeBufferPointer { items in
            for index in items.indices {
                addItem(items[index], Int32(truncatingIfNeeded: index), list)
            }
        }
    }

    /// Places the grid over the damage and clears the lists of all damaged tiles.
    private mutating func placeGrid(over region: Region, _ canvas: PixelRect) {
        frame = region.bounds.intersection(canvas)
        rows = 0
        if frame.isEmpty { return }
        frame.minX &= ~7
        columns = (frame.width + tileWidth - 1) / tileWidth
        rows = (frame.height + tileHeight - 1) / tileHeight
        topEntry.count = 0
        topEntry.reserve(additional: columns * rows)
        topEntry.count = columns * rows
        topEntry.elements.update(repeating: Self.notDamaged, count: columns * rows)
        for rect in region.rects {
            let part = rect.intersection(frame)
            if part.isEmpty { continue }
            let tiles = tiles(of: part)
            for row in tiles.rows {
                (topEntry.elements + row * columns + tiles.columns.lowerBound).update(
                    repeating: Self.noEntry, count: tiles.columns.count)
            }
        }
    }

    /// Assigns an item to the damaged tiles that it may touch.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - itemIndex: The index of the item in the list.
    ///   - list: The display list.
    @inline(__always)
    private mutating func addItem(
        _ item: DisplayList.Item, _ itemIndex: Int32, _ list: DisplayList
    ) {
        let box = item.bounds.intersection(frame)
        if box.isEmpty { return }
        let tiles = tiles(of: box)
        entries.reserve(additional: tiles.columns.count &* tiles.rows.count)
        if tiles.columns.count == 1 {
            for row in tiles.rows { addItem(itemIndex, tiles.columns, row: row) }
            return
        }
        for row in tiles.rows {
            let top = frame.minY &+ row &* tileHeight
            let rows = max(top, box.minY)..<min(top &+ tileHeight, box.maxY)
            guard let near = list.columns(of: item.shape, inRows: rows) else {
                addItem(itemIndex, tiles.columns, row: row)
                continue
            }
            let first = max(near.lowerBound, box.minX)
            let end = min(near.upperBound, box.maxX)
            if first >= end { continue }
            let columns =
                ((first &- frame.minX) / tileWidth)..<((end &- 1 &- frame.minX) / tileWidth &+ 1)
            addItem(itemIndex, columns, row: row)
        }
    }

    /// Prepends an item to the lists of the damaged tiles in one row of the grid. The caller must
    /// have reserved the memory for the entries.
    @inline(__always)
    private mutating func addItem(_ itemIndex: Int32, _ tiles: Range<Int>, row: Int) {
        for column in tiles {
            let head = topEntry.elements + (row &* columns &+ column)
            if head.pointee == Self.notDamaged { continue }
            entries.append(Entry(item: itemIndex, below: head.pointee))
            head.pointee = Int32(truncatingIfNeeded: entries.count &- 1)
        }
    }
}
