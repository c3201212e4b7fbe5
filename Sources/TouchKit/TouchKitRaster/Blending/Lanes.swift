// Hot code: see Blend.swift. The library's own conversions between vectors of integers
// (`init(truncatingIfNeeded:)`) stay calls where a function is large, and a call spills all registers.

/// The low halves of eight numbers.
@inline(__always)
func narrowed(_ lanes: Lanes8) -> SIMD8<UInt16> {
    var result = SIMD8<UInt16>()
    for lane in 0..<8 { result[lane] = UInt16(truncatingIfNeeded: lanes[lane]) }
    return result
}

/// The low bytes of eight numbers.
@inline(__always)
func narrowed(_ lanes: SIMD8<UInt16>) -> SIMD8<UInt8> {
    var result = SIMD8<UInt8>()
    for lane in 0..<8 { result[lane] = UInt8(truncatingIfNeeded: lanes[lane]) }
    return result
}

/// Eight bytes as 32-bit numbers.
@inline(__always)
func widened(_ bytes: SIMD8<UInt8>) -> Lanes8 {
    var result = Lanes8()
    for lane in 0..<8 { result[lane] = UInt32(bytes[lane]) }
    return result
}

/// Eight bytes as 16-bit numbers.
@inline(__always)
func widened(_ bytes: SIMD8<UInt8>) -> SIMD8<UInt16> {
    var result = SIMD8<UInt16>()
    for lane in 0..<8 { result[lane] = UInt16(bytes[lane]) }
    return result
}

/// Eight distances or coordinates.
typealias Float8 = SIMD8<Float>

// One of both numbers is never negative, so that their patterns compare as whole numbers do. That is
// one instruction each; compares of floats become several, and their `pointwiseMin` a call.
@inline(__always)
func smaller(_ a: Float8, _ b: Float8) -> Float8 {
    unsafeBitCast(
        pointwiseMin(
            unsafeBitCast(a, to: SIMD8<Int32>.self), unsafeBitCast(b, to: SIMD8<Int32>.self)),
        to: Float8.self)
}

@inline(__always)
func larger(_ a: Float8, _ b: Float8) -> Float8 {
    unsafeBitCast(
        pointwiseMax(
            unsafeBitCast(a, to: SIMD8<Int32>.self), unsafeBitCast(b, to: SIMD8<Int32>.self)),
        to: Float8.self)
}

/// Numbers without their sign.
@inline(__always)
func withoutSign(_ a: Float8) -> Float8 {
    unsafeBitCast(unsafeBitCast(a, to: Lanes8.self) & 0x7FFF_FFFF, to: Float8.self)
}
