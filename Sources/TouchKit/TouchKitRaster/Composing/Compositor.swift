import TouchKitGeometry

/// Paints a display list in ordinary memory and finds out which pixels differ.
///
/// The damage is cut to tiles small enough for a cache, and the list's items are put to them once.
/// Each tile is composed in scratch memory, beginning with the last item that leaves nothing to be
/// seen of what is below; it is compared with the picture as it was, and only what differs goes into
/// the picture and the damage. So damage is what changed on the screen, whatever was invalidated
/// to get there. Composing allocates nothing once it has been as much before.
package final class Compositor {
    /// The picture as it was composed last.
    package let canvas: Bitmap
    /// How many items were painted in tiles when `compose` was called last; one that is painted in
    /// two tiles counts twice, and what is hidden doesn't count.
    package private(set) var paintedItems = 0
    /// How many times an item was put to a tile when `compose` was called last.
    package var binnedItems: Int { work.pointee.bins.entryCount }
    private let scratch: Bitmap
    private let layers: LayerMemory
    /// What is in which tile. It lies in memory of its own: each look at a class's variables is checked for
    /// overlapping access, and each part of a tile looks often.
    private let work: UnsafeMutablePointer<Work>

    private struct Work: ~Copyable {
        var bins: TileBins
        var visible = VisibleItems()
    }

    /// Makes a compositor with a black picture.
    ///
    /// - Parameters:
    ///   - width: The picture's width, in pixels.
    ///   - height: The picture's height, in pixels.
    ///   - tileWidth: The scratch memory's width, in pixels, a multiple of 8. 128 × 32 pixels are
    ///     16 KiB: half of a small core's first-level cache.
    ///   - tileHeight: The scratch memory's height, in pixels.
    package init(width: Int, height: Int, tileWidth: Int = 128, tileHeight: Int = 32) {
        precondition(tileWidth > 0 && tileWidth % 8 == 0, "tiles are whole chunks wide")
        precondition(tileHeight > 0, "tiles have rows")
        canvas = Bitmap(width: width, height: height)
        scratch = Bitmap(width: tileWidth, height: tileHeight)
        layers = LayerMemory(width: tileWidth, height: tileHeight)
        work = .allocate(capacity: 1)
        work.initialize(to: Work(bins: TileBins(tileWidth: tileWidth, tileHeight: tileHeight)))
    }

    deinit {
        work.deinitialize(count: 1)
        work.deallocate()
    }

    /// Composes a part of the picture anew.
    ///
    /// - Parameters:
    ///   - list: What is to be seen there, in painter's order over black.
    ///   - region: The part, in canvas pixels.
    ///   - damage: Gets the pixels that differ, in whole cells.
    /// - Returns: The number of pixels that differ.
    /// - Complexity: O(items + tiles that they touch + pixels that are painted and seen).
    @discardableResult
    package func compose(
        _ list: DisplayList, in region: Region, damage: inout DamageMask
    ) -> Int {
        paintedItems = 0
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
                        let newest = work.pointee.bins.newest(inTile: column, row)
                        work.pointee.visible.find(
                            in: list, items, work.pointee.bins, newest: newest,
                            part: frame.intersection(part))
                        differing += compose(
                            list, items, at: frame, in: frame.intersection(part), damage: &damage)
                    }
                }
            }
            return differing
        }
    }

    /// Composes a part of a tile of what is visible in it.
    private func compose(
        _ list: DisplayList, _ items: UnsafeBufferPointer<DisplayList.Item>, at frame: PixelRect,
        in part: PixelRect, damage: inout DamageMask
    ) -> Int {
        paintedItems += work.pointee.visible.count
        if let color = flatColor(items) {
            // One row stands for all.
            let tile = Tile(memory: scratch.pixels, stride: 0, x: frame.minX, y: frame.minY)
            setRun(tile.row(part.minY) + part.minX, part.width, color.opaquePixel)
            return takeOver(tile, part, damage: &damage)
        }
        let tile = Tile(
            memory: scratch.pixels, stride: scratch.stride, x: frame.minX, y: frame.minY)
        if !work.pointee.visible.isCovered { fillRect(tile, part, BlendColor(.black)) }
        var index = work.pointee.visible.count
        while index > 0 {
            index &-= 1
            list.paint(items[work.pointee.visible[index]], into: tile, part: part, layers: layers)
        }
        return takeOver(tile, part, damage: &damage)
    }

    /// The one colour of a part that has no other; nil where more is to be seen.
    private func flatColor(_ items: UnsafeBufferPointer<DisplayList.Item>) -> PixelColor? {
        let count = work.pointee.visible.count
        if count == 0 { return .black }
        guard count == 1, work.pointee.visible.isCovered else { return nil }
        let item = items[work.pointee.visible[0]]
        return item.shape.isFlat ? item.color : nil
    }

    private func takeOver(_ tile: Tile, _ part: PixelRect, damage: inout DamageMask) -> Int {
        if part.minX & ~7 == (part.maxX - 1) & ~7 {
            return takeOverChunks(tile, canvas, part, damage: &damage)
        }
        var differing = 0
        for y in part.minY..<part.maxY {
            differing += TouchKitRaster.takeOver(
                tile.row(y), canvas.pixels + y * canvas.stride, row: y, part.minX..<part.maxX,
                damage: &damage)
        }
        return differing
    }
}
