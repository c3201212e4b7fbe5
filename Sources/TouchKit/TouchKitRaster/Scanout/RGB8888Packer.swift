// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.

/// A converter of canvas pixels to a 32-bit format with the same order of channels.
protocol RGB8888Packer: ScanoutPacker where Pixel == UInt32 {
    /// The bits that are set in each pixel: the alpha bits for a format with alpha, or 0.
    static var opacity: UInt32 { get }
}

/// A converter to XRGB8888, in which the highest byte is ignored.
struct XRGB8888Packer: RGB8888Packer {
    @inline(__always)
    static var opacity: UInt32 { 0 }
}

/// A converter to ARGB8888 with an alpha of 255, so that display planes below are not visible.
struct ARGB8888Packer: RGB8888Packer {
    @inline(__always)
    static var opacity: UInt32 { 0xFF00_0000 }
}

extension RGB8888Packer {
    /// Converts one pixel by setting the bits of `opacity`.
    @inline(__always)
    func pack(_ color: UInt32, x: Int, y: Int) -> UInt32 { color | Self.opacity }

    /// Writes a run of a canvas row from left to right.
    @inline(__always)
    func writeRun(
        _ source: UnsafePointer<UInt32>, _ count: Int, x: Int, y: Int,
        to target: UnsafeMutableRawPointer
    ) {
        if Self.opacity == 0 {
            target.copyMemory(from: source, byteCount: count &* 4)
            return
        }
        var index = 0
        while index &+ 4 <= count {
            let four = UnsafeRawPointer(source + index).loadUnaligned(as: SIMD4<UInt32>.self)
            (target + index &* 4).storeBytes(of: four | Self.opacity, as: SIMD4<UInt32>.self)
            index &+= 4
        }
        while index < count {
            (target + index &* 4).storeBytes(of: source[index] | Self.opacity, as: UInt32.self)
            index &+= 1
        }
    }

    /// Writes a run of a canvas row from right to left.
    @inline(__always)
    func writeReversedRun(
        _ source: UnsafePointer<UInt32>, _ count: Int, x: Int, y: Int,
        to target: UnsafeMutableRawPointer
    ) {
        var index = 0
        while index &+ 4 <= count {
            let four = UnsafeRawPointer(source - (index &+ 3))
                .loadUnaligned(as: SIMD4<UInt32>.self)
            (target + index &* 4).storeBytes(
                of: reversed(four) | Self.opacity, as: SIMD4<UInt32>.self)
            index &+= 4
        }
        while index < count {
            (target + index &* 4).storeBytes(
                of: (source - index).pointee | Self.opacity, as: UInt32.self)
            index &+= 1
        }
    }

    /// Returns four canvas columns of four rows each, converted to 16 bytes per column.
    @inline(__always)
    func rotatedChunks(_ source: UnsafePointer<UInt32>, step: Int) -> RotatedChunks {
        let columns = transposed(source, step)
        return (
            columns.0 | Self.opacity, columns.1 | Self.opacity, columns.2 | Self.opacity,
            columns.3 | Self.opacity
        )
    }
}

/// Returns four pixels in reversed order.
@inline(__always)
func reversed(_ four: SIMD4<UInt32>) -> SIMD4<UInt32> {
    SIMD4(four.w, four.z, four.y, four.x)
}

/// Loads four rows of four pixels and returns their four columns.
///
/// - Parameters:
///   - from: The address of the first pixel of the first row.
///   - step: The distance between rows, in pixels.
@inline(__always)
func transposed(_ from: UnsafePointer<UInt32>, _ step: Int) -> RotatedChunks {
    let row0 = UnsafeRawPointer(from).loadUnaligned(as: SIMD4<UInt32>.self)
    let row1 = UnsafeRawPointer(from + step).loadUnaligned(as: SIMD4<UInt32>.self)
    let row2 = UnsafeRawPointer(from + 2 &* step).loadUnaligned(as: SIMD4<UInt32>.self)
    let row3 = UnsafeRawPointer(from + 3 &* step).loadUnaligned(as: SIMD4<UInt32>.self)
    // The interleaving takes two steps, because the compiler would otherwise extract each lane
    // separately.
    let upperLeft = interleaved(row0.lowHalf, row1.lowHalf)
    let upperRight = interleaved(row0.highHalf, row1.highHalf)
    let lowerLeft = interleaved(row2.lowHalf, row3.lowHalf)
    let lowerRight = interleaved(row2.highHalf, row3.highHalf)
    return (
        joined(upperLeft.x, lowerLeft.x), joined(upperLeft.y, lowerLeft.y),
        joined(upperRight.x, lowerRight.x), joined(upperRight.y, lowerRight.y)
    )
}

/// Returns two pairs of pixels. Each pair consists of a pixel of the upper row and the pixel below
/// it.
@inline(__always)
private func interleaved(_ above: SIMD2<UInt32>, _ below: SIMD2<UInt32>) -> SIMD2<UInt64> {
    unsafeBitCast(SIMD4(above.x, below.x, above.y, below.y), to: SIMD2<UInt64>.self)
}

/// Returns the four pixels of two pairs.
@inline(__always)
private func joined(_ above: UInt64, _ below: UInt64) -> SIMD4<UInt32> {
    unsafeBitCast(SIMD2(above, below), to: SIMD4<UInt32>.self)
}
