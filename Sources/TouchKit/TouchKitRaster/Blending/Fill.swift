import TouchKitGeometry

// Hot code: see Blend.swift.

/// Sets pixels to a colour, or blends it where it is translucent.
@inline(__always)
func fillRun(_ target: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: BlendColor) {
    if color.isOpaque {
        setRun(target, count, color.pixel)
    } else {
        blendRun(target, count, color, coverage: 256)
    }
}

/// Fills a rectangle that lies in the tile; rows without a gap between them are one run.
func fillRect(_ tile: Tile, _ rect: PixelRect, _ color: BlendColor) {
    if rect.isEmpty { return }
    if rect.width == tile.stride {
        fillRun(tile.row(rect.minY) + rect.minX, rect.width &* rect.height, color)
        return
    }
    for y in rect.minY..<rect.maxY { fillRun(tile.row(y) + rect.minX, rect.width, color) }
}

/// So many pixels are set by stores; a longer run is copied from its own beginning.
private let storedCount = 1_024
/// So many pixels are copied at once, 192 KiB: enough for the library's fastest way, and what is
/// copied comes from the second-level cache. Half of it or twice as much is measurably slower.
private let copiedCount = 49_152

/// Sets pixels.
@inline(__always)
func setRun(_ target: UnsafeMutablePointer<UInt32>, _ count: Int, _ pixel: UInt32) {
    if count <= storedCount {
        target.update(repeating: pixel, count: count)
    } else {
        setLongRun(target, count, pixel)
    }
}

/// Sets many pixels: a first piece by stores, the rest by copying what is set already. Copying is
/// the C library's, whose vectors are as wide as the processor's, while ours are as wide as the
/// oldest processor's that we run on.
@inline(never)
private func setLongRun(_ target: UnsafeMutablePointer<UInt32>, _ count: Int, _ pixel: UInt32) {
    target.update(repeating: pixel, count: storedCount)
    var done = storedCount
    while done < count {
        let piece = min(done, copiedCount, count &- done)
        (target + done).update(from: target, count: piece)
        done &+= piece
    }
}

/// Blends a colour over pixels with one coverage, 0…256; the same arithmetic as `blend8`.
func blendRun(
    _ target: UnsafeMutablePointer<UInt32>, _ count: Int, _ color: BlendColor, coverage: UInt32
) {
    // d + (s − d)·a, with s·a done once.
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
