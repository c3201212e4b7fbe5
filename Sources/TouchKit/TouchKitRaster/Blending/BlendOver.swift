// Hot code: see Blend.swift. Every pixel's arithmetic is its own: chunks may begin anywhere, and a
// pixel gets the same bits in a chunk and alone.
//
// Source and target are premultiplied: a channel is at most its alpha. Of the target stays
// ⌊d · (256 − a) / 256⌋: all of it for a = 0, nothing for a = 255, and of an opaque one's 255 always
// 255 − a. So what is opaque stays opaque, and no sum exceeds its byte.

/// Blends premultiplied pixels over others: what is clear or opaque, eight pixels at a time, without
/// arithmetic.
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

/// Blends rows of premultiplied pixels over others, all of them more translucent than they are.
///
/// - Parameters:
///   - target: The first pixel that changes; `targetStride` leads from a row to the next.
///   - source: The first pixel that lies above; `sourceStride` likewise.
///   - width: The number of pixels in a row.
///   - height: The number of rows.
///   - opacity: How opaque the upper ones are beside their own alpha, 0…256.
@inline(never)
func blendFaded(
    _ target: UnsafeMutablePointer<UInt32>, _ targetStride: Int,
    _ source: UnsafePointer<UInt32>, _ sourceStride: Int, width: Int, height: Int,
    opacity: UInt32
) {
    let factor = UInt16(truncatingIfNeeded: opacity)
    let last = width &- 4
    // A row's last pixels are the upper lanes of the chunk that ends with them; the others were blended
    // with the chunk before, and what is clear changes nothing.
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
            blendFaded4(to + x, load4(from + x), factor)
            blendFaded4(to + (x &+ 4), load4(from + (x &+ 4)), factor)
            blendFaded4(to + (x &+ 8), load4(from + (x &+ 8)), factor)
            blendFaded4(to + (x &+ 12), load4(from + (x &+ 12)), factor)
            x &+= 16
        }
        while x &+ 4 <= width {
            blendFaded4(to + x, load4(from + x), factor)
            x &+= 4
        }
        if x < width {
            if last >= 0 {
                blendFaded4(to + last, load4(from + last) & upper, factor)
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

/// Four pixels, as halves.
@inline(__always)
private func load4(_ pixels: UnsafePointer<UInt32>) -> SIMD8<UInt16> {
    UnsafeRawPointer(pixels).loadUnaligned(as: SIMD8<UInt16>.self)
}

/// Blends four premultiplied pixels, each channel times a factor of 256ths, over others.
@inline(__always)
private func blendFaded4(
    _ target: UnsafeMutablePointer<UInt32>, _ source: SIMD8<UInt16>, _ opacity: UInt16
) {
    let raw = UnsafeMutableRawPointer(target)
    let old = raw.loadUnaligned(as: SIMD8<UInt16>.self)
    let redBlue = ((source & 0x00FF) &* opacity &+ 128) &>> 8
    // In the upper bytes.
    let alphaGreen = (source &>> 8) &* opacity &+ 128
    let alpha = unsafeBitCast(alphaGreen, to: SIMD4<UInt32>.self) &>> 24
    let rest = 0x0100_0100 &- (alpha | alpha &<< 16)
    let factor = unsafeBitCast(rest, to: SIMD8<UInt16>.self)
    let left = (((old & 0x00FF) &* factor) &>> 8) | (((old &>> 8) &* factor) & 0xFF00)
    raw.storeBytes(of: left &+ (redBlue | (alphaGreen & 0xFF00)), as: SIMD8<UInt16>.self)
}

/// Whether eight pixels have no bit. Comparing whole vectors becomes a loop over their lanes.
@inline(__always)
private func isZero(_ pixels: Lanes8) -> Bool {
    let half = unsafeBitCast(pixels.lowHalf | pixels.highHalf, to: SIMD2<UInt64>.self)
    return half[0] | half[1] == 0
}

/// Blends eight premultiplied pixels over others.
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

/// Eight premultiplied pixels, each channel times a factor of 256ths.
@inline(__always)
func faded(_ source: Lanes8, _ opacity: UInt32) -> Lanes8 {
    let factor = unsafeBitCast(
        Lanes8(repeating: opacity | opacity &<< 16), to: SIMD16<UInt16>.self)
    let redBlue = unsafeBitCast(source & 0x00FF_00FF, to: SIMD16<UInt16>.self)
    let alphaGreen = unsafeBitCast((source &>> 8) & 0x00FF_00FF, to: SIMD16<UInt16>.self)
    return unsafeBitCast((redBlue &* factor &+ 128) &>> 8, to: Lanes8.self)
        | (unsafeBitCast(alphaGreen &* factor &+ 128, to: Lanes8.self) & 0xFF00_FF00)
}

/// Blends a premultiplied pixel over another one; the same arithmetic as of eight.
///
/// - Parameters:
///   - target: The one that changes.
///   - source: The one above.
///   - opacity: How opaque that is beside its own alpha, 0…256.
@inline(__always)
func blendOver(_ target: UnsafeMutablePointer<UInt32>, _ source: UInt32, _ opacity: UInt32) {
    // Two 8-bit channels in each half of the word, with room for the product.
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
