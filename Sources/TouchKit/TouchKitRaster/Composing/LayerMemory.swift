import TouchKitGeometry

/// What layers are composed with: for each depth of nesting, what was in the tile before the layer
/// began; and the mask of one that ends.
///
/// A layer's content is painted straight over what is below it. At the layer's end each pixel is
/// mixed: as much of it as the layer is opaque there, the rest from what was kept. That is the
/// same as painting the content on something clear and blending that, but what is mixed is always as
/// opaque as the picture, colours needn't be divided by alpha or rounded with it, and where the
/// layer is wholly opaque nothing needs to be done.
final class LayerMemory {
    /// The largest part of the canvas that layers are composed in at once, in pixels.
    let width: Int
    let height: Int
    private var kept: [Bitmap] = []
    private let mask: Bitmap
    private var depth = 0

    /// Takes the memory for masks; that for layers is taken when a layer is first as deep.
    ///
    /// - Parameters:
    ///   - width: The width of the tiles, in pixels: a multiple of 8.
    ///   - height: Their height.
    init(width: Int = 128, height: Int = 32) {
        self.width = width
        self.height = height
        mask = Bitmap(width: width, height: height)
        kept.reserveCapacity(DisplayList.deepestLayer)
    }

    /// Forgets layers that were begun.
    func removeAll() { depth = 0 }

    /// Keeps what is in a tile where a layer begins.
    func begin(_ layer: DisplayList.Layer, in tile: Tile, part: PixelRect) {
        if depth == kept.count { kept.append(Bitmap(width: width, height: height)) }
        let area = Self.chunks(layer.bounds.intersection(part))
        let memory = self.tile(kept[depth], part)
        depth += 1
        for y in area.minY..<area.maxY {
            (memory.row(y) + area.minX).update(from: tile.row(y) + area.minX, count: area.width)
        }
    }

    /// Mixes what was painted since the layer began with what was there before.
    func end(_ layer: DisplayList.Layer, in tile: Tile, part: PixelRect, list: DisplayList) {
        depth -= 1
        let seen = layer.bounds.intersection(part)
        if seen.isEmpty { return }
        let area = Self.chunks(seen)
        let before = self.tile(kept[depth], part)
        if list.isUnmasked(layer, in: seen) {
            for y in area.minY..<area.maxY {
                mixRow(tile.row(y), before.row(y), layer.opacity, area.minX..<area.maxX)
            }
            return
        }
        let memory = self.tile(mask, part)
        fillRect(memory, area, BlendColor(.black))
        for index in layer.masks {
            let item = list.masks[index]
            let shared = item.bounds.intersection(seen)
            if !shared.isEmpty { list.paint(item, into: memory, clip: shared) }
        }
        for y in area.minY..<area.maxY {
            mixRow(
                tile.row(y), before.row(y), memory.row(y), layer.opacity, area.minX..<area.maxX)
        }
    }

    private func tile(_ bitmap: Bitmap, _ part: PixelRect) -> Tile {
        Tile(memory: bitmap.pixels, stride: bitmap.stride, x: part.minX & ~7, y: part.minY)
    }

    /// Whole chunks of 8 pixels around a part: in those outside it nothing was painted, so that
    /// mixing leaves them as they are.
    private static func chunks(_ part: PixelRect) -> PixelRect {
        PixelRect(
            minX: part.minX & ~7, minY: part.minY, maxX: (part.maxX + 7) & ~7, maxY: part.maxY)
    }
}

// Hot code: see Blend.swift.

/// Mixes a row of a layer with what was there before.
///
/// - Parameters:
///   - row: What was painted; gets the mixture.
///   - before: What was there.
///   - opacity: How much of the layer is seen, 0…256.
///   - columns: Whole chunks.
private func mixRow(
    _ row: UnsafeMutablePointer<UInt32>, _ before: UnsafeMutablePointer<UInt32>,
    _ opacity: UInt32, _ columns: Range<Int>
) {
    var x = columns.lowerBound
    while x < columns.upperBound {
        mix8(row + x, before + x, Lanes8(repeating: opacity))
        x &+= 8
    }
}

/// Mixes a row of a layer that has a mask with what was there before; how white the mask is says
/// how much of the layer is seen.
private func mixRow(
    _ row: UnsafeMutablePointer<UInt32>, _ before: UnsafeMutablePointer<UInt32>,
    _ mask: UnsafeMutablePointer<UInt32>, _ opacity: UInt32, _ columns: Range<Int>
) {
    var x = columns.lowerBound
    while x < columns.upperBound {
        let white = UnsafeRawPointer(mask + x).loadUnaligned(as: Lanes8.self) & 0xFF
        let part = white &+ (white &>> 7)
        mix8(row + x, before + x, (part &* opacity &+ 128) &>> 8)
        x &+= 8
    }
}

/// Moves eight pixels from what they were towards what they are, all channels alike, by a factor of
/// 0…256 each; exact at both ends.
@inline(__always)
private func mix8(
    _ target: UnsafeMutablePointer<UInt32>, _ before: UnsafeMutablePointer<UInt32>, _ part: Lanes8
) {
    let factor = unsafeBitCast(part | (part &<< 16), to: SIMD16<UInt16>.self)
    let raw = UnsafeMutableRawPointer(target)
    let new = raw.loadUnaligned(as: Lanes8.self)
    let old = UnsafeRawPointer(before).loadUnaligned(as: Lanes8.self)
    let newRedBlue = unsafeBitCast(new & 0x00FF_00FF, to: SIMD16<UInt16>.self)
    let newAlphaGreen = unsafeBitCast((new &>> 8) & 0x00FF_00FF, to: SIMD16<UInt16>.self)
    let oldRedBlue = unsafeBitCast(old & 0x00FF_00FF, to: SIMD16<UInt16>.self)
    let oldAlphaGreen = unsafeBitCast((old &>> 8) & 0x00FF_00FF, to: SIMD16<UInt16>.self)
    let redBlue = (((newRedBlue &- oldRedBlue) &* factor) &+ (oldRedBlue &<< 8) &+ 128) &>> 8
    let alphaGreen =
        ((newAlphaGreen &- oldAlphaGreen) &* factor) &+ (oldAlphaGreen &<< 8) &+ 128
    raw.storeBytes(
        of: unsafeBitCast(redBlue, to: Lanes8.self)
            | (unsafeBitCast(alphaGreen, to: Lanes8.self) & 0xFF00_FF00),
        as: Lanes8.self)
}
