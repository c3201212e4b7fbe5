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

/// Returns the low 8 bits of four 32-bit lanes.
@inline(__always)
func narrowed(_ lanes: Lanes4) -> SIMD4<UInt8> {
    var result = SIMD4<UInt8>()
    for lane in 0..<4 { result[lane] = UInt8(truncatingIfNeeded: lanes[lane]) }
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

/// Returns whether all bits of eight lanes are 0.
@inline(__always)
func isZero(_ lanes: Lanes8) -> Bool { isZero(lanes.lowHalf | lanes.highHalf) }

/// Returns whether all bits of four lanes are 0.
///
/// Comparing whole vectors would compile to a loop over their lanes.
@inline(__always)
func isZero(_ lanes: Lanes4) -> Bool {
    let halves = unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] == 0
}

/// Eight single-precision numbers, for example coordinates or distances of eight pixels.
typealias Float8 = SIMD8<Float>

/// Returns the smaller number in each lane. No lane may be NaN.
///
/// Comparing lane by lane compiles to one instruction per register, also for a processor without
/// SSE4.1. `pointwiseMin` of floats would be a function call, and a loop would not be inlined.
@inline(__always)
func lanewiseMin(_ a: Float8, _ b: Float8) -> Float8 {
    SIMD8(
        lesser(a[0], b[0]), lesser(a[1], b[1]), lesser(a[2], b[2]), lesser(a[3], b[3]),
        lesser(a[4], b[4]), lesser(a[5], b[5]), lesser(a[6], b[6]), lesser(a[7], b[7]))
}

/// Returns the smaller number in each lane.
@inline(__always)
func lanewiseMin(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> SIMD4<Int32> {
    SIMD4(lesser(a[0], b[0]), lesser(a[1], b[1]), lesser(a[2], b[2]), lesser(a[3], b[3]))
}

/// Returns the larger number in each lane.
@inline(__always)
func lanewiseMax(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> SIMD4<Int32> {
    SIMD4(greater(a[0], b[0]), greater(a[1], b[1]), greater(a[2], b[2]), greater(a[3], b[3]))
}

/// Returns the larger number in each lane. No lane may be NaN.
@inline(__always)
func lanewiseMax(_ a: Float8, _ b: Float8) -> Float8 {
    SIMD8(
        greater(a[0], b[0]), greater(a[1], b[1]), greater(a[2], b[2]), greater(a[3], b[3]),
        greater(a[4], b[4]), greater(a[5], b[5]), greater(a[6], b[6]), greater(a[7], b[7]))
}

/// Returns the larger number in each lane.
///
/// In large functions, `pointwiseMax` would be a function call.
@inline(__always)
func lanewiseMax(_ a: SIMD8<UInt8>, _ b: SIMD8<UInt8>) -> SIMD8<UInt8> {
    SIMD8(
        greater(a[0], b[0]), greater(a[1], b[1]), greater(a[2], b[2]), greater(a[3], b[3]),
        greater(a[4], b[4]), greater(a[5], b[5]), greater(a[6], b[6]), greater(a[7], b[7]))
}

/// Returns the larger number in each lane. The lanes must be below 2¹⁵.
@inline(__always)
func lanewiseMax(_ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>) -> SIMD8<UInt16> {
    // Signed lanes need one instruction, unsigned lanes two.
    let (a, b) = (
        unsafeBitCast(a, to: SIMD8<Int16>.self), unsafeBitCast(b, to: SIMD8<Int16>.self)
    )
    let result = SIMD8(
        greater(a[0], b[0]), greater(a[1], b[1]), greater(a[2], b[2]), greater(a[3], b[3]),
        greater(a[4], b[4]), greater(a[5], b[5]), greater(a[6], b[6]), greater(a[7], b[7]))
    return unsafeBitCast(result, to: SIMD8<UInt16>.self)
}

/// Returns the smaller number.
@inline(__always)
private func lesser<Number: Comparable>(_ a: Number, _ b: Number) -> Number { b < a ? b : a }

/// Returns the larger number.
@inline(__always)
private func greater<Number: Comparable>(_ a: Number, _ b: Number) -> Number { a < b ? b : a }

/// Returns the absolute value of each lane.
@inline(__always)
func lanewiseMagnitude(_ a: Float8) -> Float8 {
    unsafeBitCast(unsafeBitCast(a, to: Lanes8.self) & 0x7FFF_FFFF, to: Float8.self)
}
