// Hot code: see Blend.swift. Every pixel's arithmetic is its own: chunks may begin anywhere, and a
// pixel gets the same bits in a chunk and alone.
//
// Source and target are premultiplied: a channel is at most its alpha. Of the target stays
// ⌊d · (256 − a) / 256⌋: all of it for a = 0, nothing for a = 255, and of an opaque one's 255 always
// 255 − a. So what is opaque stays opaque, and no sum exceeds its byte.

/// Blends premultiplied pixels over others.
///
/// - Parameters:
///   - target: The first of those that change.
///   - source: The first of those that lie above.
///   - count: How many.
///   - opacity: How opaque the upper ones are beside their own alpha, 0…256.
@inline(__always)
func blendOver(
    _ target: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, count: Int,
    opacity: UInt32
) {
    var index = 0
    while index &+ 8 <= count {
        let upper = UnsafeRawPointer(source + index).loadUnaligned(as: Lanes8.self)
        blendOver8(target + index, opacity == 256 ? upper : faded(upper, opacity))
        index &+= 8
    }
    while index < count {
        blendOver(target + index, source[index], opacity)
        index &+= 1
    }
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
