// Hot code: free functions over pointers and SIMD values; no allocation, no closure, no class.
// Two 16-bit lanes per register half: red and blue, alpha and green. Coverage runs 0…256, so that
// none and all are exact.

/// Eight 32-bit lanes: eight pixels, or their coverage.
typealias Lanes8 = SIMD8<UInt32>
/// Four pixels.
typealias Lanes4 = SIMD4<UInt32>
/// Coverage of eight pixels, 0…256 each: one 128-bit register.
typealias Coverage8 = SIMD8<UInt16>

/// A colour as the blend wants it.
package struct BlendColor {
    let pixel: UInt32
    let redBlue: SIMD16<UInt16>
    let alphaGreen: SIMD16<UInt16>
    /// Opacity, 0…256.
    let alpha: UInt32

    package init(_ color: PixelColor) {
        pixel = color.opaquePixel
        redBlue = unsafeBitCast(
            Lanes8(repeating: pixel & 0x00FF_00FF), to: SIMD16<UInt16>.self)
        alphaGreen = unsafeBitCast(
            Lanes8(repeating: (pixel >> 8) & 0x00FF_00FF), to: SIMD16<UInt16>.self)
        alpha = color.alpha256
    }

    var isOpaque: Bool { alpha == 256 }

    /// Coverage multiplied by an opacity below 256.
    @inline(__always)
    func faded(_ coverage: Coverage8) -> Coverage8 {
        (coverage &* UInt16(truncatingIfNeeded: alpha) &+ 128) &>> 8
    }

    /// Pixels with the colour over them, by a coverage for each half of each pixel.
    @inline(__always)
    func over(_ old: Lanes8, _ factor: SIMD16<UInt16>) -> Lanes8 {
        let halves = unsafeBitCast(old, to: SIMD16<UInt16>.self)
        let oldRedBlue = halves & 0x00FF
        let oldAlphaGreen = halves &>> 8
        // d + (s − d)·a with the sum taken modulo 2¹⁶: exact at both ends.
        let redBlue = (((redBlue &- oldRedBlue) &* factor) &+ ((halves &<< 8) &+ 128)) &>> 8
        let alphaGreen =
            ((alphaGreen &- oldAlphaGreen) &* factor) &+ ((halves & 0xFF00) &+ 128)
        return unsafeBitCast(redBlue | (alphaGreen & 0xFF00), to: Lanes8.self)
    }

    /// Pixels with the colour over them, by a coverage for each, all of the colour's opacity.
    @inline(__always)
    func over(_ old: Lanes8, _ coverage: Coverage8) -> Lanes8 {
        var factor = SIMD16<UInt16>()
        factor.evenHalf = coverage
        factor.oddHalf = coverage
        return over(old, factor)
    }
}

/// Blends a colour over eight pixels with a coverage of 0…256 each.
@inline(__always)
func blend8(_ target: UnsafeMutablePointer<UInt32>, _ color: BlendColor, _ coverage: Lanes8) {
    let part = color.isOpaque ? coverage : (coverage &* color.alpha &+ 128) &>> 8
    let raw = UnsafeMutableRawPointer(target)
    let factor = unsafeBitCast(part | (part &<< 16), to: SIMD16<UInt16>.self)
    raw.storeBytes(of: color.over(raw.loadUnaligned(as: Lanes8.self), factor), as: Lanes8.self)
}

/// Blends a colour over one pixel with a coverage of 0…256; the same arithmetic as `blend8`.
@inline(__always)
func blend1(_ target: UnsafeMutablePointer<UInt32>, _ color: BlendColor, _ coverage: UInt32) {
    let part = color.isOpaque ? coverage : (coverage &* color.alpha &+ 128) &>> 8
    let rest = 256 &- part
    let old = target.pointee
    let redBlue =
        (old & 0x00FF_00FF) &* rest &+ (color.pixel & 0x00FF_00FF) &* part &+ 0x0080_0080
    let alphaGreen =
        ((old &>> 8) & 0x00FF_00FF) &* rest &+ ((color.pixel &>> 8) & 0x00FF_00FF) &* part
        &+ 0x0080_0080
    target.pointee = ((redBlue &>> 8) & 0x00FF_00FF) | (alphaGreen & 0xFF00_FF00)
}

/// The nearest whole number, without a trap or a call: |value| < 2²¹.
@inline(__always)
func nearest(_ value: Float) -> Int {
    // 1.5 · 2²³: adding it leaves the rounded value in the low bits of the pattern.
    Int(Int32(truncatingIfNeeded: (value + 12_582_912).bitPattern) &- 0x4B40_0000)
}
