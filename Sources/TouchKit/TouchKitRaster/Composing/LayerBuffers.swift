import TouchKitGeometry

/// Buffers for compositing layers that have an opacity or masks.
///
/// A layer's content is painted over its backdrop in the tile, after the backdrop was copied. When
/// the layer ends, each pixel is interpolated between the backdrop and the painted pixel, by the
/// layer's opacity and mask. The result is the same as painting the content into a transparent
/// buffer and blending that buffer. There is no division by alpha: opaque pixels stay opaque, and
/// in a translucent bitmap, premultiplied pixels are interpolated.
final class LayerBuffers {
    /// The width of a tile, in pixels.
    let width: Int
    /// The height of a tile, in pixels.
    let height: Int
    /// The scratch memory for painting the items of layers and masks.
    let scratch: PaintScratch
    /// The copies of the backdrops, one per nesting depth.
    @exclusivity(unchecked) private var backdrops: [Bitmap] = []
    /// The coverage of the masks of the layer that ends, or of the shapes that are blended, as gray
    /// pixels: white where the coverage is full.
    private let mask: Bitmap
    /// The number of layers that have begun and not ended.
    @exclusivity(unchecked) private var depth = 0

    /// The depths of the isolated layers that have begun and not ended.
    @exclusivity(unchecked) private var isolatedDepths: [Int] = []
    /// The premultiplied pixel below all items, which is visible where a blend mode removes pixels
    /// outside of isolated layers.
    @exclusivity(unchecked) var background: UInt32 = 0xFF00_0000

    /// Allocates the mask buffer. The buffer for the backdrops of a nesting depth is allocated when
    /// that depth is first used.
    ///
    /// - Parameters:
    ///   - width: The width of the tiles, in pixels: a multiple of 8.
    ///   - height: The height of the tiles, in pixels.
    ///   - scratch: The scratch memory for painting the items of layers and masks.
    init(width: Int = 128, height: Int = 32, scratch: PaintScratch) {
        self.width = width
        self.height = height
        self.scratch = scratch
        mask = Bitmap(width: width, height: height)
        backdrops.reserveCapacity(DisplayList.maximumLayerDepth)
    }

    /// Discards all open layers.
    func reset() {
        depth = 0
        isolatedDepths.removeAll(keepingCapacity: true)
    }

    /// Copies the backdrop of a layer that begins in `part` of the tile.
    func begin(_ layer: DisplayList.Layer, in tile: Tile, part: PixelRect) {
        if depth == backdrops.count { backdrops.append(Bitmap(width: width, height: height)) }
        let area = Self.chunks(layer.bounds.intersection(part))
        let memory = self.tile(backdrops[depth], part)
        if layer.isIsolated { isolatedDepths.append(depth) }
        depth += 1
        for y in area.minY..<area.maxY {
            (memory.row(y) + area.minX).update(from: tile.row(y) + area.minX, count: area.width)
        }
    }

    /// Ends the innermost layer: interpolates its painted pixels with the backdrop.
    ///
    /// - Parameters:
    ///   - layer: The layer that ends.
    ///   - tile: The tile that contains the painted content.
    ///   - part: The part of the canvas that is being composed.
    ///   - list: The display list that contains the layer's masks.
    func end(_ layer: DisplayList.Layer, in tile: Tile, part: PixelRect, list: DisplayList) {
        depth -= 1
        if layer.isIsolated { isolatedDepths.removeLast() }
        let visiblePart = layer.bounds.intersection(part)
        if visiblePart.isEmpty { return }
        let area = Self.chunks(visiblePart)
        let backdrop = self.tile(backdrops[depth], part)
        if list.isUnmasked(layer, in: visiblePart) {
            for y in area.minY..<area.maxY {
                mixRow(tile.row(y), backdrop.row(y), layer.opacity, area.minX..<area.maxX)
            }
            return
        }
        let memory = self.tile(mask, part)
        fillRect(memory, area, BlendColor(.black))
        for index in layer.masks {
            let item = list.masks[index]
            let shared = item.bounds.intersection(visiblePart)
            if !shared.isEmpty {
                list.paint(item, into: memory, clip: shared, scratch: scratch)
            }
        }
        for y in area.minY..<area.maxY {
            mixRow(
                tile.row(y), backdrop.row(y), memory.row(y), layer.opacity, area.minX..<area.maxX)
        }
    }

    /// Combines the color of a shape with the pixels of the tile.
    ///
    /// - Parameters:
    ///   - shape: The blend mode, the color and the shapes.
    ///   - tile: The tile with the pixels below.
    ///   - part: The part of the canvas that is being composed.
    ///   - clip: The pixels that may change, inside `part`.
    ///   - list: The display list that contains the shapes.
    func blend(
        _ shape: DisplayList.BlendShape, in tile: Tile, part: PixelRect, clip: PixelRect,
        list: DisplayList
    ) {
        let coverage = self.tile(mask, part)
        fillRect(coverage, Self.chunks(clip), BlendColor(.black))
        for index in shape.masks {
            let item = list.masks[index]
            let shared = item.bounds.intersection(clip)
            if !shared.isEmpty {
                list.paint(item, into: coverage, clip: shared, scratch: scratch)
            }
        }
        let backdrop = isolatedDepths.last.map { self.tile(backdrops[$0], part) }
        for y in clip.minY..<clip.maxY {
            let row = tile.row(y)
            let cover = coverage.row(y)
            let below = backdrop?.row(y)
            for x in clip.minX..<clip.maxX {
                let white = cover[x] & 0xFF
                if white == 0 { continue }
                let new = shape.mode.combine(
                    shape.source, row[x], backdrop: below?[x] ?? background)
                row[x] = interpolatePixels(row[x], new, white &+ (white &>> 7))
            }
        }
    }

    /// Returns a tile at `part` that uses the memory of `bitmap`.
    private func tile(_ bitmap: Bitmap, _ part: PixelRect) -> Tile {
        Tile(memory: bitmap.pixels, stride: bitmap.stride, x: part.minX & ~7, y: part.minY)
    }

    /// Returns `part` with its columns extended to whole chunks of 8 pixels.
    ///
    /// In the added columns, the painted pixels equal the backdrop, so interpolating them changes
    /// nothing.
    private static func chunks(_ part: PixelRect) -> PixelRect {
        PixelRect(
            minX: part.minX & ~7, minY: part.minY, maxX: (part.maxX + 7) & ~7, maxY: part.maxY)
    }
}

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.

/// Interpolates a row of a layer without masks with its backdrop.
///
/// - Parameters:
///   - row: The painted row, which is replaced by the result.
///   - backdrop: The backdrop.
///   - opacity: The opacity of the layer, 0…256.
///   - columns: The columns to change: whole chunks of 8 pixels.
private func mixRow(
    _ row: UnsafeMutablePointer<UInt32>, _ backdrop: UnsafeMutablePointer<UInt32>,
    _ opacity: UInt32, _ columns: Range<Int>
) {
    var x = columns.lowerBound
    while x < columns.upperBound {
        mix8(row + x, backdrop + x, Lanes8(repeating: opacity))
        x &+= 8
    }
}

/// Interpolates a row of a layer with its backdrop, by the layer's opacity and mask.
///
/// - Parameters:
///   - row: The painted row, which is replaced by the result.
///   - backdrop: The backdrop.
///   - mask: The mask as gray pixels: white where the layer is fully visible.
///   - opacity: The opacity of the layer, 0…256.
///   - columns: The columns to change: whole chunks of 8 pixels.
private func mixRow(
    _ row: UnsafeMutablePointer<UInt32>, _ backdrop: UnsafeMutablePointer<UInt32>,
    _ mask: UnsafeMutablePointer<UInt32>, _ opacity: UInt32, _ columns: Range<Int>
) {
    var x = columns.lowerBound
    while x < columns.upperBound {
        let white = UnsafeRawPointer(mask + x).loadUnaligned(as: Lanes8.self) & 0xFF
        let part = white &+ (white &>> 7)
        mix8(row + x, backdrop + x, (part &* opacity &+ 128) &>> 8)
        x &+= 8
    }
}

/// Interpolates eight pixels between `backdrop` (factor 0) and `target` (factor 256). The results
/// for both factors are exact.
///
/// - Parameters:
///   - target: The eight painted pixels, which are replaced by the result.
///   - backdrop: The eight pixels of the backdrop.
///   - part: The factor 0…256 of each pixel.
@inline(__always)
private func mix8(
    _ target: UnsafeMutablePointer<UInt32>, _ backdrop: UnsafeMutablePointer<UInt32>, _ part: Lanes8
) {
    // Each 16-bit lane holds two of a pixel's channels.
    let factor = unsafeBitCast(part | (part &<< 16), to: SIMD16<UInt16>.self)
    let rest = 256 &- factor
    let raw = UnsafeMutableRawPointer(target)
    let new = raw.loadUnaligned(as: SIMD16<UInt16>.self)
    let old = UnsafeRawPointer(backdrop).loadUnaligned(as: SIMD16<UInt16>.self)
    let redBlue = ((new & 0xFF) &* factor &+ (old & 0xFF) &* rest &+ 128) &>> 8
    let alphaGreen = (new &>> 8) &* factor &+ (old &>> 8) &* rest &+ 128
    raw.storeBytes(of: redBlue | (alphaGreen & 0xFF00), as: SIMD16<UInt16>.self)
}
