import TouchKitGeometry

/// A painter of tiles, with the memory of one thread.
///
/// A tile is composed in scratch memory, beginning with the topmost item that covers the tile
/// completely, and then compared with the canvas.
final class TilePainter {
    /// The number of items painted since the value was last set.
    @exclusivity(unchecked) var paintedItemCount = 0
    /// The number of changed pixels since the value was last set.
    @exclusivity(unchecked) var differingCount = 0
    private let canvas: Bitmap
    /// The memory in which one tile is composed.
    private let scratch: Bitmap
    /// The memory for layers with opacity or masks.
    private let layers: LayerBuffers
    /// The visible items of the current tile.
    ///
    /// The separate allocation avoids Swift's exclusivity checks, which apply to each access of a
    /// stored property of a class.
    private let visible: UnsafeMutablePointer<VisibleItems>

    /// Creates a painter for tiles of the given size in pixels.
    init(canvas: Bitmap, tileWidth: Int, tileHeight: Int) {
        self.canvas = canvas
        scratch = Bitmap(width: tileWidth, height: tileHeight)
        layers = LayerBuffers(width: tileWidth, height: tileHeight, scratch: PaintScratch())
        visible = .allocate(capacity: 1)
        visible.initialize(to: VisibleItems())
    }

    deinit {
        visible.deinitialize(count: 1)
        visible.deallocate()
    }

    /// Composes the pixels of a region in one row of tiles, stores the changed pixels in the canvas
    /// and marks them as damage.
    ///
    /// - Parameters:
    ///   - row: The row of tiles.
    ///   - bins: The items of each tile.
    ///   - list: The display list.
    ///   - region: The region of the canvas to compose, in pixels.
    ///   - damage: The mask in which all changed pixels are marked.
    func compose(
        row: Int, of bins: borrowing TileBins, _ list: DisplayList, in region: Region,
        damage: inout DamageMask
    ) {
        list.items.withUnsafeBufferPointer { items in
            for rect in region.rects {
                let part = bins.part(of: rect, inRow: row)
                if part.isEmpty { continue }
                for column in bins.tiles(of: part).columns {
                    let frame = bins.rect(ofTile: column, row)
                    let tilePart = frame.intersection(part)
                    visible.pointee.find(
                        in: list, items, bins, topEntry: bins.topEntry(inTile: column, row),
                        part: tilePart)
                    compose(list, items, at: frame, in: tilePart, damage: &damage)
                }
            }
        }
    }

    /// Composes the pixels in `part` of the tile at `frame` from the visible items.
    private func compose(
        _ list: DisplayList, _ items: UnsafeBufferPointer<DisplayList.Item>, at frame: PixelRect,
        in part: PixelRect, damage: inout DamageMask
    ) {
        paintedItemCount += visible.pointee.count
        if let color = uniformColor(items) {
            // All rows are equal, so one row with a stride of 0 is enough.
            let tile = Tile(memory: scratch.pixels, stride: 0, x: frame.minX, y: frame.minY)
            setRun(tile.row(part.minY) + part.minX, part.width, color.opaquePixel)
            return merge(tile, part, damage: &damage)
        }
        let tile = Tile(
            memory: scratch.pixels, stride: scratch.stride, x: frame.minX, y: frame.minY)
        if !visible.pointee.isCovered { fillRect(tile, part, BlendColor(.black)) }
        var index = visible.pointee.count
        while index > 0 {
            index &-= 1
            list.paint(items[visible.pointee[index]], into: tile, part: part, layers: layers)
        }
        merge(tile, part, damage: &damage)
    }

    /// Returns the color of the tile if exactly one opaque solid-color item or only the black
    /// background is visible, or `nil` otherwise.
    private func uniformColor(_ items: UnsafeBufferPointer<DisplayList.Item>) -> PixelColor? {
        let count = visible.pointee.count
        if count == 0 { return .black }
        guard count == 1, visible.pointee.isCovered else { return nil }
        let item = items[visible.pointee[0]]
        return item.shape.isSolidColor ? item.color : nil
    }

    /// Stores the changed pixels of a composed tile in the canvas, counts them and marks them as
    /// damage.
    private func merge(_ tile: Tile, _ part: PixelRect, damage: inout DamageMask) {
        for y in part.minY..<part.maxY {
            differingCount += mergeRow(
                tile.row(y), canvas.pixels + y * canvas.stride, row: y, part.minX..<part.maxX,
                damage: &damage)
        }
    }
}
