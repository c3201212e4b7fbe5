import TouchKitGeometry

/// A renderer of display lists into a canvas. Rendering reports which pixels of the canvas changed.
///
/// The damaged region is divided into tiles that fit into the first-level cache, and each item is
/// assigned once to the tiles that it intersects. Each tile is composed in scratch memory,
/// beginning with the topmost item that covers the tile completely. The result is compared with the
/// canvas, and only the pixels that differ are stored and marked as damage. Therefore pixels that
/// were invalidated but did not change are not part of the damage.
///
/// Composing a frame allocates nothing after a frame of equal size and complexity.
package final class Compositor {
    /// The composed picture, in canvas orientation.
    package let canvas: Bitmap
    /// The number of items painted by the latest call of `compose`.
    ///
    /// An item that spans several tiles counts once per tile. Hidden items do not count.
    @exclusivity(unchecked) package private(set) var paintedItemCount = 0
    /// The number of pairs of an item and a tile in the latest call of `compose`.
    package var binnedItemCount: Int { work.pointee.bins.entryCount }
    /// The memory in which one tile is composed.
    private let scratch: Bitmap
    /// The memory for layers with opacity or masks.
    private let layers: LayerBuffers
    /// The tile bins and the visible items of the current tile.
    ///
    /// The separate allocation avoids Swift's exclusivity checks, which apply to each access of a
    /// stored property of a class.
    private let work: UnsafeMutablePointer<Work>

    /// The state that is used while a display list is composed.
    private struct Work: ~Copyable {
        /// The items that may be visible in each tile.
        var bins: TileBins
        /// The items that are visible in the current tile.
        var visible = VisibleItems()
    }

    /// Creates a compositor with a black canvas.
    ///
    /// - Parameters:
    ///   - width: The width of the canvas, in pixels.
    ///   - height: The height of the canvas, in pixels.
    ///   - tileWidth: The width of a tile, in pixels: a multiple of 8. A tile of 128 × 32 pixels
    ///     has 16 KiB, which is half of the first-level cache of a small core.
    ///   - tileHeight: The height of a tile, in pixels.
    package init(width: Int, height: Int, tileWidth: Int = 128, tileHeight: Int = 32) {
        precondition(
            tileWidth > 0 && tileWidth % 8 == 0,
            "compositor: the tile width must be a multiple of 8")
        precondition(tileHeight > 0, "compositor: the tile height must be positive")
        canvas = Bitmap(width: width, height: height)
        scratch = Bitmap(width: tileWidth, height: tileHeight)
        layers = LayerBuffers(width: tileWidth, height: tileHeight)
        work = .allocate(capacity: 1)
        work.initialize(to: Work(bins: TileBins(tileWidth: tileWidth, tileHeight: tileHeight)))
    }

    deinit {
        work.deinitialize(count: 1)
        work.deallocate()
    }

    /// Composes a region of the canvas.
    ///
    /// - Parameters:
    ///   - list: The items to render in painter's order over a black background.
    ///   - region: The region of the canvas to compose, in pixels.
    ///   - damage: The mask in which all changed pixels are marked, rounded to whole cells.
    /// - Returns: The number of changed pixels.
    /// - Complexity: O(items + tiles that the items intersect + visible painted pixels).
    @discardableResult
    package func compose(
        _ list: DisplayList, in region: Region, damage: inout DamageMask
    ) -> Int {
        paintedItemCount = 0
        work.pointee.bins.fill(from: list, region: region, canvas: canvas.bounds)
        return list.items.withUnsafeBufferPointer { items in
            var differing = 0
            for rect in region.rects {
                let part = rect.intersection(canvas.bounds)
                if part.isEmpty { continue }
                let tiles = work.pointee.bins.tiles(of: part)
                for row in tiles.rows {
                    for column in tiles.columns {
                        let frame = work.pointee.bins.rect(ofTile: column, row)
                        let topEntry = work.pointee.bins.topEntry(inTile: column, row)
                        work.pointee.visible.find(
                            in: list, items, work.pointee.bins, topEntry: topEntry,
                            part: frame.intersection(part))
                        differing += compose(
                            list, items, at: frame, in: frame.intersection(part), damage: &damage)
                    }
                }
            }
            return differing
        }
    }

    /// Composes the pixels in `part` of the tile at `frame` from the visible items, and returns the
    /// number of changed pixels.
    private func compose(
        _ list: DisplayList, _ items: UnsafeBufferPointer<DisplayList.Item>, at frame: PixelRect,
        in part: PixelRect, damage: inout DamageMask
    ) -> Int {
        paintedItemCount += work.pointee.visible.count
        if let color = uniformColor(items) {
            // All rows are equal, so one row with a stride of 0 is enough.
            let tile = Tile(memory: scratch.pixels, stride: 0, x: frame.minX, y: frame.minY)
            setRun(tile.row(part.minY) + part.minX, part.width, color.opaquePixel)
            return merge(tile, part, damage: &damage)
        }
        let tile = Tile(
            memory: scratch.pixels, stride: scratch.stride, x: frame.minX, y: frame.minY)
        if !work.pointee.visible.isCovered { fillRect(tile, part, BlendColor(.black)) }
        var index = work.pointee.visible.count
        while index > 0 {
            index &-= 1
            list.paint(items[work.pointee.visible[index]], into: tile, part: part, layers: layers)
        }
        return merge(tile, part, damage: &damage)
    }

    /// Returns the color of the tile if exactly one opaque solid-color item or only the black
    /// background is visible, or `nil` otherwise.
    private func uniformColor(_ items: UnsafeBufferPointer<DisplayList.Item>) -> PixelColor? {
        let count = work.pointee.visible.count
        if count == 0 { return .black }
        guard count == 1, work.pointee.visible.isCovered else { return nil }
        let item = items[work.pointee.visible[0]]
        return item.shape.isSolidColor ? item.color : nil
    }

    /// Stores the changed pixels of a composed tile in the canvas, marks them as damage, and
    /// returns their number.
    private func merge(_ tile: Tile, _ part: PixelRect, damage: inout DamageMask) -> Int {
        if part.minX & ~7 == (part.maxX - 1) & ~7 {
            return mergeChunkColumn(tile, canvas, part, damage: &damage)
        }
        var differing = 0
        for y in part.minY..<part.maxY {
            differing += mergeRow(
                tile.row(y), canvas.pixels + y * canvas.stride, row: y, part.minX..<part.maxX,
                damage: &damage)
        }
        return differing
    }
}
