import TouchKitGeometry

// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.

/// Fills `count` consecutive pixels with a color, and blends if the color is translucent.
@inline(__always)
func fillRun(_ target: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: BlendColor) {
    if color.isOpaque {
        setRun(target, count, color.pixel)
    } else {
        blendRun(target, count, color, coverage: 256)
    }
}

/// Fills a rectangle inside the tile with a color.
///
/// Rows that are contiguous in memory are filled as one run.
func fillRect(_ tile: Tile, _ rect: PixelRect, _ color: BlendColor) {
    if rect.isEmpty { return }
    if rect.width == tile.stride {
        fillRun(tile.row(rect.minY) + rect.minX, rect.width &* rect.height, color)
        return
    }
    for y in rect.minY..<rect.maxY { fillRun(tile.row(y) + rect.minX, rect.width, color) }
}

/// The maximum length of a run, in pixels, that is filled by store instructions alone.
private let longestStoredRun = 1_024
/// The number of pixels that `setLongRun` copies at once: 192 KiB.
///
/// For blocks of this size, the C library uses its fastest copy loop, and the source stays in the
/// second-level cache. Blocks of half or twice the size are measurably slower.
private let copyBlockSize = 49_152

/// Sets consecutive pixels to `pixel`.
@inline(__always)
func setRun(_ target: UnsafeMutablePointer<UInt32>, _ count: Int, _ pixel: UInt32) {
    if count <= longestStoredRun {
        target.update(repeating: pixel, count: count)
    } else {
        setLongRun(target, count, pixel)
    }
}

/// Sets many consecutive pixels: the first 1,024 by store instructions, the rest by copying pixels
/// that are already set.
///
/// `memcpy` uses the widest vectors of the processor, while this module is compiled for the oldest
/// supported processor.
@inline(never)
private func setLongRun(_ target: UnsafeMutablePointer<UInt32>, _ count: Int, _ pixel: UInt32) {
    target.update(repeating: pixel, count: longestStoredRun)
    var done = longestStoredRun
    while done < count {
        let piece = min(done, copyBlockSize, count &- done)
        (target + done).update(from: target, count: piece)
        done &+= piece
    }
}

/// Blends a color over consecutive pixels with the same coverage, 0…256, for all pixels. The result
/// for each pixel equals the result of `blend8`.
func blendRun(
    _ target: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: BlendColor, coverage: UInt32
) {
    // d + (s − d)·a, with s·a computed once.
    let part = color.isOpaque ? coverage : (coverage &* color.alpha &+ 128) &>> 8
    let factor = UInt16(truncatingIfNeeded: part)
    let rest = SIMD16<UInt16>(repeating: 256 &- factor)
    let redBlue = color.redBlue &* factor &+ 128
    let alphaGreen = color.alphaGreen &* factor &+ 128
    var index = 0
    while index &+ 8 <= count {
        let raw = UnsafeMutableRawPointer(target + index)
        let old = raw.loadUnaligned(as: Lanes8.self)
        let oldRedBlue = unsafeBitCast(old & 0x00FF_00FF, to: SIMD16<UInt16>.self)
        let oldAlphaGreen = unsafeBitCast((old &>> 8) & 0x00FF_00FF, to: SIMD16<UInt16>.self)
        let newRedBlue = (oldRedBlue &* rest &+ redBlue) &>> 8
        let newAlphaGreen = oldAlphaGreen &* rest &+ alphaGreen
        let result =
            unsafeBitCast(newRedBlue, to: Lanes8.self)
            | (unsafeBitCast(newAlphaGreen, to: Lanes8.self) & 0xFF00_FF00)
        raw.storeBytes(of: result, as: Lanes8.self)
        index &+= 8
    }
    while index < count {
        blend1(target + index, color, coverage)
        index &+= 1
    }
}
