// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks. A
// pixel's result does not depend on its position in a chunk, so that chunks may begin at any pixel.
//
// Source and target are premultiplied: no channel exceeds its alpha. The target contributes ⌊d ·
// (256 − a) / 256⌋: d for a = 0, 0 for a = 255, and 255 − a if d = 255. Therefore opaque pixels
// remain opaque and no sum exceeds 255.

/// Blends `count` premultiplied pixels at `source` over the pixels at `target`.
///
/// Groups of eight opaque pixels are copied, and groups of eight transparent pixels are skipped.
@inline(__always)
func blendOver(
    _ target: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, count: Int
) {
    var index = 0
    while index &+ 8 <= count {
        let upper = UnsafeRawPointer(source + index).loadUnaligned(as: Lanes8.self)
        if isZero(~upper & 0xFF00_0000) {
            UnsafeMutableRawPointer(target + index).storeBytes(of: upper, as: Lanes8.self)
        } else if !isZero(upper) {
            blendOver8(target + index, upper)
        }
        index &+= 8
    }
    while index < count {
        blendOver(target + index, source[index], 256)
        index &+= 1
    }
}

/// Blends a rectangle of premultiplied pixels, multiplied by an opacity, over another rectangle of
/// pixels.
///
/// - Parameters:
///   - target: The address of the first pixel to change.
///   - targetStride: The distance between rows of the target, in pixels.
///   - source: The address of the first pixel to blend.
///   - sourceStride: The distance between rows of the source, in pixels.
///   - width: The number of pixels in a row.
///   - height: The number of rows.
///   - opacity: The factor 0…256 by which the source pixels are multiplied.
@inline(never)
func blendOverWithOpacity(
    _ target: UnsafeMutablePointer<UInt32>, _ targetStride: Int,
    _ source: UnsafePointer<UInt32>, _ sourceStride: Int, width: Int, height: Int,
    opacity: UInt32
) {
    let factor = UInt16(truncatingIfNeeded: opacity)
    let last = width &- 4
    // The last 1…3 pixels of a row use the upper lanes of the 4 pixels that end there. The pixels
    // of the lower lanes were already blended. These lanes are cleared, because transparent pixels
    // change nothing.
    let open =
        SIMD4<UInt32>(repeating: UInt32(truncatingIfNeeded: 4 &- width & 3))
        .< SIMD4(1, 2, 3, 4)
    let upper = unsafeBitCast(
        SIMD4<UInt32>(repeating: 0).replacing(with: .max, where: open), to: SIMD8<UInt16>.self)
    var to = target
    var from = source
    var rows = height
    while rows > 0 {
        var x = 0
        while x &+ 16 <= width {
            blend4OverWithOpacity(to + x, load4(from + x), factor)
            blend4OverWithOpacity(to + (x &+ 4), load4(from + (x &+ 4)), factor)
            blend4OverWithOpacity(to + (x &+ 8), load4(from + (x &+ 8)), factor)
            blend4OverWithOpacity(to + (x &+ 12), load4(from + (x &+ 12)), factor)
            x &+= 16
        }
        while x &+ 4 <= width {
            blend4OverWithOpacity(to + x, load4(from + x), factor)
            x &+= 4
        }
        if x < width {
            if last >= 0 {
                blend4OverWithOpacity(to + last, load4(from + last) & upper, factor)
            } else {
                while x < width {
                    blendOver(to + x, from[x], opacity)
                    x &+= 1
                }
            }
        }
        to += targetStride
        from += sourceStride
        rows &-= 1
    }
}

/// Loads four pixels as eight 16-bit lanes.
@inline(__always)
private func load4(_ pixels: UnsafePointer<UInt32>) -> SIMD8<UInt16> {
    UnsafeRawPointer(pixels).loadUnaligned(as: SIMD8<UInt16>.self)
}

/// Blends four premultiplied pixels, multiplied by an opacity of 0…256, over the four pixels at
/// `target`.
@inline(__always)
private func blend4OverWithOpacity(
    _ target: UnsafeMutablePointer<UInt32>, _ source: SIMD8<UInt16>, _ opacity: UInt16
) {
    let raw = UnsafeMutableRawPointer(target)
    let old = raw.loadUnaligned(as: SIMD8<UInt16>.self)
    let redBlue = ((source & 0x00FF) &* opacity &+ 128) &>> 8
    // The results are in the upper byte of each lane.
    let alphaGreen = (source &>> 8) &* opacity &+ 128
    let alpha = unsafeBitCast(alphaGreen, to: SIMD4<UInt32>.self) &>> 24
    let rest = 0x0100_0100 &- (alpha | alpha &<< 16)
    let factor = unsafeBitCast(rest, to: SIMD8<UInt16>.self)
    let left = (((old & 0x00FF) &* factor) &>> 8) | (((old &>> 8) &* factor) & 0xFF00)
    raw.storeBytes(of: left &+ (redBlue | (alphaGreen & 0xFF00)), as: SIMD8<UInt16>.self)
}

/// Blends eight premultiplied pixels over the eight pixels at `target`.
@inline(__always)
func blendOver8(_ target: UnsafeMutablePointer<UInt32>, _ source: Lanes8) {
    let raw = UnsafeMutableRawPointer(target)
    let old = raw.loadUnaligned(as: Lanes8.self)
    let rest = 256 &- (source &>> 24)
    let factor = unsafeBitCast(rest | (rest &<< 16), to: SIMD16<UInt16>.self)
    let redBlue = (unsafeBitCast(old & 0x00FF_00FF, to: SIMD16<UInt16>.self) &* factor) &>> 8
    let alphaGreen = unsafeBitCast((old &>> 8) & 0x00FF_00FF, to: SIMD16<UInt16>.self) &* factor
    let left =
        unsafeBitCast(redBlue, to: Lanes8.self)
        | (unsafeBitCast(alphaGreen, to: Lanes8.self) & 0xFF00_FF00)
    raw.storeBytes(of: source &+ left, as: Lanes8.self)
}

/// Returns eight premultiplied pixels multiplied by `opacity`, 0…256.
@inline(__always)
func multiplied(_ source: Lanes8, _ opacity: UInt32) -> Lanes8 {
    let factor = unsafeBitCast(
        Lanes8(repeating: opacity | opacity &<< 16), to: SIMD16<UInt16>.self)
    let redBlue = unsafeBitCast(source & 0x00FF_00FF, to: SIMD16<UInt16>.self)
    let alphaGreen = unsafeBitCast((source &>> 8) & 0x00FF_00FF, to: SIMD16<UInt16>.self)
    return unsafeBitCast((redBlue &* factor &+ 128) &>> 8, to: Lanes8.self)
        | (unsafeBitCast(alphaGreen &* factor &+ 128, to: Lanes8.self) & 0xFF00_FF00)
}

/// Blends one premultiplied pixel over another pixel. The result equals the result of `blendOver8`
/// for the same pixel.
///
/// - Parameters:
///   - target: The address of the pixel below, which is replaced by the result.
///   - source: The pixel to blend.
///   - opacity: The factor 0…256 by which the source pixel is multiplied.
@inline(__always)
func blendOver(_ target: UnsafeMutablePointer<UInt32>, _ source: UInt32, _ opacity: UInt32) {
    // Each 32-bit word holds two 8-bit channels with 8 spare bits above each for the product.
    let mask: UInt32 = 0x00FF_00FF
    let half: UInt32 = 0x0080_0080
    let upper =
        ((((source & mask) &* opacity &+ half) &>> 8) & mask)
        | ((((source &>> 8) & mask) &* opacity &+ half) & ~mask)
    let rest = 256 &- (upper &>> 24)
    let old = target.pointee
    let left =
        ((((old & mask) &* rest) &>> 8) & mask) | ((((old &>> 8) & mask) &* rest) & ~mask)
    target.pointee = upper &+ left
}
