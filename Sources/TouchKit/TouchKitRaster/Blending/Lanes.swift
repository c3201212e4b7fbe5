// In large functions, the standard library's conversions between integer vectors
// (`init(truncatingIfNeeded:)`) are not inlined, and a call spills all registers.

/// Returns the low 16 bits of eight 32-bit lanes.
@inline(__always)
func narrowed(_ lanes: Lanes8) -> SIMD8<UInt16> {
    var result = SIMD8<UInt16>()
    for lane in 0..<8 { result[lane] = UInt16(truncatingIfNeeded: lanes[lane]) }
    return result
}

/// Returns the low 8 bits of eight 16-bit lanes.
@inline(__always)
func narrowed(_ lanes: SIMD8<UInt16>) -> SIMD8<UInt8> {
    var result = SIMD8<UInt8>()
    for lane in 0..<8 { result[lane] = UInt8(truncatingIfNeeded: lanes[lane]) }
    return result
}

/// Returns eight bytes, zero-extended to 32-bit lanes.
@inline(__always)
func widened(_ bytes: SIMD8<UInt8>) -> Lanes8 {
    var result = Lanes8()
    for lane in 0..<8 { result[lane] = UInt32(bytes[lane]) }
    return result
}

/// Returns eight bytes, zero-extended to 16-bit lanes.
@inline(__always)
func widened(_ bytes: SIMD8<UInt8>) -> SIMD8<UInt16> {
    var result = SIMD8<UInt16>()
    for lane in 0..<8 { result[lane] = UInt16(bytes[lane]) }
    return result
}

/// Eight single-precision numbers, for example coordinates or distances of eight pixels.
typealias Float8 = SIMD8<Float>

/// Returns the smaller number in each lane. In each lane, at least one of `a` and `b` must not be
/// negative.
///
/// Non-negative floats order like their bit patterns, and an integer minimum is one instruction.
/// `pointwiseMin` of floats would be a function call.
@inline(__always)
func lanewiseMin(_ a: Float8, _ b: Float8) -> Float8 {
    unsafeBitCast(
        pointwiseMin(
            unsafeBitCast(a, to: SIMD8<Int32>.self), unsafeBitCast(b, to: SIMD8<Int32>.self)),
        to: Float8.self)
}

/// Returns the larger number in each lane. In each lane, at least one of `a` and `b` must not be
/// negative.
@inline(__always)
func lanewiseMax(_ a: Float8, _ b: Float8) -> Float8 {
    unsafeBitCast(
        pointwiseMax(
            unsafeBitCast(a, to: SIMD8<Int32>.self), unsafeBitCast(b, to: SIMD8<Int32>.self)),
        to: Float8.self)
}

/// Returns the absolute value of each lane.
@inline(__always)
func lanewiseMagnitude(_ a: Float8) -> Float8 {
    unsafeBitCast(unsafeBitCast(a, to: Lanes8.self) & 0x7FFF_FFFF, to: Float8.self)
}
