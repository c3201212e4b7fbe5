// Hot code: free functions over pointers and SIMD values; no allocation, no closure, no class.
// Two 16-bit lanes per register half: red and blue, alpha and green. Coverage runs 0…256, so that
// none and all are exact.

/// Eight 32-bit lanes: eight pixels, or their coverage.
typealias Lanes8 = SIMD8<UInt32>

/// A colour as the blend wants it.
struct BlendColor {
    let pixel: UInt32
    let redBlue: SIMD16<UInt16>
    let alphaGreen: SIMD16<UInt16>
    /// Opacity, 0…256.
    let alpha: UInt32

    init(_ color: PixelColor) {
        pixel = color.opaquePixel
        redBlue = unsafeBitCast(
            Lanes8(repeating: pixel & 0x00FF_00FF), to: SIMD16<UInt16>.self)
        alphaGreen = unsafeBitCast(
            Lanes8(repeating: (pixel >> 8) & 0x00FF_00FF), to: SIMD16<UInt16>.self)
        alpha = color.alpha256
    }

    var isOpaque: Bool { alpha == 256 }
}

/// Blends a colour over eight pixels with a coverage of 0…256 each.
@inline(__always)
func blend8(_ target: UnsafeMutablePointer<UInt32>, _ color: BlendColor, _ coverage: Lanes8) {
    let part = color.isOpaque ? coverage : (coverage &* color.alpha &+ 128) &>> 8
    let factor = unsafeBitCast(part | (part &<< 16), to: SIMD16<UInt16>.self)
    let raw = UnsafeMutableRawPointer(target)
    let old = raw.loadUnaligned(as: Lanes8.self)
    let oldRedBlue = unsafeBitCast(old & 0x00FF_00FF, to: SIMD16<UInt16>.self)
    let oldAlphaGreen = unsafeBitCast((old &>> 8) & 0x00FF_00FF, to: SIMD16<UInt16>.self)
    // d + (s − d)·a with the sum taken modulo 2¹⁶: exact at both ends.
    let redBlue =
        (((color.redBlue &- oldRedBlue) &* factor) &+ (oldRedBlue &<< 8) &+ 128) &>> 8
    let alphaGreen =
        ((color.alphaGreen &- oldAlphaGreen) &* factor) &+ (oldAlphaGreen &<< 8) &+ 128
    let result =
        unsafeBitCast(redBlue, to: Lanes8.self)
        | (unsafeBitCast(alphaGreen, to: Lanes8.self) & 0xFF00_FF00)
    raw.storeBytes(of: result, as: Lanes8.self)
}

/// Blends a colour over one pixel with a coverage of 0…256; the same arithmetic as `blend8`.
@inline(__always)
func blend1(_ target: UnsafeMutablePointer<UInt32>, _ color: BlendColor, _ coverage: UInt32) {
    let part = color.isOpaque ? coverage : (coverage &* color.alpha &+ 128) &>> 8
    let old = target.pointee
    var result: UInt32 = 0
    var shift: UInt32 = 0
    while shift < 32 {
        let from = (old &>> shift) & 0xFF
        let to = (color.pixel &>> shift) & 0xFF
        result |= (((from &* (256 &- part)) &+ to &* part &+ 128) &>> 8) &<< shift
        shift &+= 8
    }
    target.pointee = result
}

/// Coverage with the lanes of columns outside `columns` set to 0; lane 0 is column `x`.
@inline(__always)
func clipped(_ coverage: Lanes8, at x: Int, to columns: Range<Int>) -> Lanes8 {
    if x >= columns.lowerBound && x &+ 8 <= columns.upperBound { return coverage }
    let lane = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
    let first = Int32(truncatingIfNeeded: max(columns.lowerBound &- x, 0))
    let end = Int32(truncatingIfNeeded: min(columns.upperBound &- x, 8))
    return coverage.replacing(with: 0, where: (lane .< first) .| (lane .>= end))
}

/// The nearest whole number, without a trap or a call: |value| < 2²¹.
@inline(__always)
func nearest(_ value: Float) -> Int {
    // 1.5 · 2²³: adding it leaves the rounded value in the low bits of the pattern.
    Int(Int32(truncatingIfNeeded: (value + 12_582_912).bitPattern) &- 0x4B40_0000)
}
