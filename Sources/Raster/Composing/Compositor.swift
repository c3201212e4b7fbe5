import Geometry

/// Paints a display list in ordinary memory and finds out which pixels differ.
///
/// The damaged rectangles are cut to tiles small enough for the first-level cache. Each is composed
/// from nothing in scratch memory, compared with the picture as it was, and only what differs goes
/// into the picture and the damage. So damage is what changed on the screen, whatever was
/// invalidated to get there. Composing allocates nothing.
public final class Compositor {
    /// The picture as it was composed last.
    public let canvas: Bitmap
    private let scratch: Bitmap
    private let tileWidth: Int
    private let tileHeight: Int

    /// Makes a compositor with a black picture.
    ///
    /// - Parameters:
    ///   - width: The picture's width, in pixels.
    ///   - height: The picture's height, in pixels.
    ///   - tileWidth: The scratch memory's width, in pixels, a multiple of 8. 128 × 32 pixels are
    ///     16 KiB: half of a small core's first-level cache.
    ///   - tileHeight: The scratch memory's height, in pixels.
    public init(width: Int, height: Int, tileWidth: Int = 128, tileHeight: Int = 32) {
        precondition(tileWidth > 0 && tileWidth % 8 == 0, "tiles are whole chunks wide")
        precondition(tileHeight > 0, "tiles have rows")
        canvas = Bitmap(width: width, height: height)
        scratch = Bitmap(width: tileWidth, height: tileHeight)
        self.tileWidth = tileWidth
        self.tileHeight = tileHeight
    }

    /// Composes a part of the picture anew.
    ///
    /// - Parameters:
    ///   - list: What is to be seen there, in painter's order over black.
    ///   - region: The part, in canvas pixels.
    ///   - damage: Gets the pixels that differ, in whole cells.
    /// - Returns: The number of pixels that differ.
    @discardableResult
    public func compose(
        _ list: DisplayList, in region: Region, damage: inout DamageMask
    ) -> Int {
        var differing = 0
        for rect in region.rects {
            let part = rect.intersection(canvas.bounds)
            var y = part.minY
            while y < part.maxY {
                // Tiles begin on the kernels' chunk grid.
                var x = part.minX & ~7
                while x < part.maxX {
                    let tile = PixelRect(x: x, y: y, width: tileWidth, height: tileHeight)
                    differing += composeTile(
                        list, at: tile, in: tile.intersection(part), damage: &damage)
                    x += tileWidth
                }
                y += tileHeight
            }
        }
        return differing
    }

    private func composeTile(
        _ list: DisplayList, at frame: PixelRect, in part: PixelRect, damage: inout DamageMask
    ) -> Int {
        let tile = Tile(
            memory: scratch.pixels, stride: scratch.stride, x: frame.minX, y: frame.minY)
        for y in part.minY..<part.maxY {
            (tile.row(y) + part.minX).update(
                repeating: PixelColor.black.opaquePixel, count: part.width)
        }
        list.paint(into: tile, clip: part)
        var differing = 0
        for y in part.minY..<part.maxY {
            differing += takeOver(tile.row(y), row: y, part.minX..<part.maxX, damage: &damage)
        }
        return differing
    }

    /// Copies the pixels of a composed row that differ into the picture, and marks them.
    private func takeOver(
        _ composed: UnsafeMutablePointer<UInt32>, row: Int, _ columns: Range<Int>,
        damage: inout DamageMask
    ) -> Int {
        let old = canvas.pixels + row * canvas.stride
        var differing = 0
        var x = columns.lowerBound
        while x < columns.upperBound {
            if x &+ 8 <= columns.upperBound, isSame8(composed + x, old + x) {
                x &+= 8
                continue
            }
            if composed[x] == old[x] {
                x &+= 1
                continue
            }
            let start = x
            while x < columns.upperBound, composed[x] != old[x] {
                old[x] = composed[x]
                x &+= 1
            }
            differing += x - start
            damage.mark(start..<x, row: row)
        }
        return differing
    }
}

@inline(__always)
private func isSame8(
    _ left: UnsafeMutablePointer<UInt32>, _ right: UnsafeMutablePointer<UInt32>
) -> Bool {
    UnsafeRawPointer(left).loadUnaligned(as: Lanes8.self)
        == UnsafeRawPointer(right).loadUnaligned(as: Lanes8.self)
}
