// Performance-critical: free functions over pointers and SIMD values, without allocations, closures
// and classes. Pixels are processed as pairs of 16-bit lanes: red and blue, alpha and green.
// Coverage is 0…256, so that 0 and 256 give exact results.

/// Eight 32-bit lanes: eight pixels, or the coverage of eight pixels.
typealias Lanes8 = SIMD8<UInt32>
/// Four 32-bit lanes: four pixels.
typealias Lanes4 = SIMD4<UInt32>
/// The coverage of eight pixels, 0…256 each, in a 128-bit register.
typealias Coverage8 = SIMD8<UInt16>

/// A color converted to the representations that the blend kernels use.
package struct BlendColor {
    /// The color as an opaque pixel 0xFFRRGGBB.
    let pixel: UInt32
    /// The red and blue channels of eight identical pixels, as 16-bit lanes.
    let redBlue: SIMD16<UInt16>
    /// The alpha (always 255) and green channels of eight identical pixels, as 16-bit lanes.
    let alphaGreen: SIMD16<UInt16>
    /// The opacity, 0…256.
    let alpha: UInt32

    /// Converts `color` to the representations that the blend kernels use.
    package init(_ color: PixelColor) {
        pixel = color.opaquePixel
        redBlue = unsafeBitCast(
            Lanes8(repeating: pixel & 0x00FF_00FF), to: SIMD16<UInt16>.self)
        alphaGreen = unsafeBitCast(
            Lanes8(repeating: (pixel >> 8) & 0x00FF_00FF), to: SIMD16<UInt16>.self)
        alpha = color.alpha256
    }

    /// Whether the color replaces fully covered pixels without blending.
    var isOpaque: Bool { alpha == 256 }

    /// Returns `coverage` multiplied by the color's opacity. The color must not be opaque.
    @inline(__always)
    func multipliedByAlpha(_ coverage: Coverage8) -> Coverage8 {
        (coverage &* UInt16(truncatingIfNeeded: alpha) &+ 128) &>> 8
    }

    /// Returns eight pixels with the color blended over them.
    ///
    /// - Parameters:
    ///   - old: The eight pixels below.
    ///   - factor: The coverage 0…256 multiplied by the color's opacity. Each value occurs twice,
    ///     once for each 16-bit half of a pixel.
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

    /// Returns four pixels with the color blended over them. The result for each pixel equals the
    /// result of `over`.
    ///
    /// - Parameters:
    ///   - old: The four pixels below.
    ///   - factor: The coverage 0…256 multiplied by the color's opacity. Each value occurs twice,
    ///     once for each 16-bit half of a pixel.
    @inline(__always)
    func over4(_ old: Lanes4, _ factor: SIMD8<UInt16>) -> Lanes4 {
        let halves = unsafeBitCast(old, to: SIMD8<UInt16>.self)
        let oldRedBlue = halves & 0x00FF
        let oldAlphaGreen = halves &>> 8
        let newRedBlue =
            (((redBlue.lowHalf &- oldRedBlue) &* factor) &+ ((halves &<< 8) &+ 128)) &>> 8
        let newAlphaGreen =
            ((alphaGreen.lowHalf &- oldAlphaGreen) &* factor) &+ ((halves & 0xFF00) &+ 128)
        return unsafeBitCast(newRedBlue | (newAlphaGreen & 0xFF00), to: Lanes4.self)
    }

    /// Returns eight pixels with the color blended over them.
    ///
    /// - Parameters:
    ///   - old: The eight pixels below.
    ///   - coverage: The coverage 0…256 of each pixel, multiplied by the color's opacity.
    @inline(__always)
    func over(_ old: Lanes8, _ coverage: Coverage8) -> Lanes8 {
        var factor = SIMD16<UInt16>()
        factor.evenHalf = coverage
        factor.oddHalf = coverage
        return over(old, factor)
    }
}

/// Blends a color over eight pixels with a coverage of 0…256 for each pixel.
@inline(__always)
func blend8(_ target: UnsafeMutablePointer<UInt32>, _ color: BlendColor, _ coverage: Lanes8) {
    let part = color.isOpaque ? coverage : (coverage &* color.alpha &+ 128) &>> 8
    let raw = UnsafeMutableRawPointer(target)
    let factor = unsafeBitCast(part | (part &<< 16), to: SIMD16<UInt16>.self)
    raw.storeBytes(of: color.over(raw.loadUnaligned(as: Lanes8.self), factor), as: Lanes8.self)
}

/// Blends a color over one pixel with a coverage of 0…256. The result equals the result of `blend8`
/// for the same pixel.
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

/// Returns the integer nearest to `value`, where |value| < 2²¹, without a range check or a function
/// call.
@inline(__always)
func roundedToInt(_ value: Float) -> Int {
    // Adding 1.5 · 2²³ leaves the rounded value in the low bits of the bit pattern.
    Int(Int32(truncatingIfNeeded: (value + 12_582_912).bitPattern) &- 0x4B40_0000)
}
