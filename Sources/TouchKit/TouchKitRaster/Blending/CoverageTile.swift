// Performance-critical: pointers and wrapping arithmetic avoid bounds and overflow checks.

/// A tile-sized buffer of coverage values, addressed by canvas coordinates: one byte per pixel,
/// 0…255.
///
/// A shape with several parts first combines the coverage of its parts in this buffer and is then
/// blended once, so that overlapping parts are not blended twice. The memory is aligned like the
/// memory of a `Tile`.
package struct CoverageTile {
    /// The address that the canvas pixel (0, 0) would have if the tile contained it.
    private let origin: UnsafeMutablePointer<UInt8>
    /// The distance between rows, in bytes.
    private let stride: Int

    /// Creates a view of existing memory.
    ///
    /// - Parameters:
    ///   - memory: The address of at least `stride` × rows bytes.
    ///   - stride: The distance between rows, in bytes: a multiple of 8.
    ///   - x: The canvas column of the first byte: a multiple of 8.
    ///   - y: The canvas row of the first byte.
    package init(memory: UnsafeMutablePointer<UInt8>, stride: Int, x: Int, y: Int) {
        origin = memory - (y * stride + x)
        self.stride = stride
    }

    /// Returns a pointer to the coverage of row `y`, to be indexed by canvas column. Only columns
    /// inside the tile are valid.
    @inline(__always)
    package func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { origin + y &* stride }
}

/// Blends a color over consecutive pixels with a coverage of 0…255 for each pixel.
///
/// The function accesses no pixel outside the run. A pixel's result does not depend on its position
/// in the run.
package func blendCoverage(
    _ target: UnsafeMutablePointer<UInt32>, _ coverage: UnsafePointer<UInt8>, _ count: Int,
    _ color: BlendColor
) {
    let bytes = UnsafeRawPointer(coverage)
    var index = 0
    while index &+ 8 <= count {
        let eight = (bytes + index).loadUnaligned(as: UInt64.self)
        if eight != 0 { blendCoverage8(target + index, eight, color) }
        index &+= 8
    }
    blendRest(target, coverage, count, rest: count &- index, color)
}

/// Blends a color over the last `rest` of `count` consecutive pixels, where `rest` is 0…7. If
/// `count` is below 8, `rest` is equal to it.
@inline(__always)
func blendRest(
    _ target: UnsafeMutablePointer<UInt32>, _ coverage: UnsafePointer<UInt8>, _ count: Int,
    rest: Int, _ color: BlendColor
) {
    if rest == 0 { return }
    if count >= 8 {
        // The eight pixels at the end are blended. Those before the rest get a coverage of 0, which
        // changes nothing.
        let first = count &- 8
        let mask = UInt64.max &<< UInt64(truncatingIfNeeded: 64 &- 8 &* rest)
        let eight = UnsafeRawPointer(coverage + first).loadUnaligned(as: UInt64.self) & mask
        if eight != 0 { blendCoverage8(target + first, eight, color) }
    } else {
        for index in 0..<rest {
            let one = UInt32(coverage[index])
            if one != 0 { blend1(target + index, color, one &+ one &>> 7) }
        }
    }
}

/// Blends a color over eight consecutive pixels with a coverage of 0…255 for each pixel, of which
/// the first is in the lowest byte.
@inline(__always)
func blendCoverage8(
    _ target: UnsafeMutablePointer<UInt32>, _ coverage: UInt64, _ color: BlendColor
) {
    let bytes: Coverage8 = widened(unsafeBitCast(coverage, to: SIMD8<UInt8>.self))
    // Coverage is converted to 0…256, where 256 is full coverage.
    let part = bytes &+ bytes &>> 7
    let raw = UnsafeMutableRawPointer(target)
    let old = raw.loadUnaligned(as: Lanes8.self)
    let factor = color.isOpaque ? part : color.multipliedByAlpha(part)
    raw.storeBytes(of: color.over(old, factor), as: Lanes8.self)
}
