// Hot code: see Blend.swift.

/// A view of scratch memory that gathers the coverage of a shape made of several parts, so that it
/// is blended once where the parts overlap; addressed by canvas coordinates, as `Tile` is.
///
/// One byte a pixel, 0…255. Chunks, their grid and the rule for the memory's place are `Tile`'s.
package struct CoverageTile {
    /// The memory's place of canvas pixel (0, 0), were it in the tile.
    private let origin: UnsafeMutablePointer<UInt8>
    private let stride: Int

    /// - Parameters:
    ///   - memory: At least `stride` × rows bytes.
    ///   - stride: The distance between rows, in bytes: a multiple of 8.
    ///   - x: The canvas column of the first pixel: a multiple of 8.
    ///   - y: The canvas row of the first pixel.
    package init(memory: UnsafeMutablePointer<UInt8>, stride: Int, x: Int, y: Int) {
        origin = memory - (y * stride + x)
        self.stride = stride
    }

    /// Where canvas row `y` would begin; only the tile's own columns may be used.
    @inline(__always)
    package func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { origin + y &* stride }
}

/// Blends a colour over a run of pixels by a coverage of 0…255 each.
///
/// Nothing beyond the run is read or written, and a pixel's bits don't depend on where the run
/// begins.
package func blendCoverage(
    _ target: UnsafeMutablePointer<UInt32>, _ coverage: UnsafePointer<UInt8>, _ count: Int,
    _ color: BlendColor
) {
    let bytes = UnsafeRawPointer(coverage)
    var index = 0
    while index &+ 8 <= count {
        let eight = (bytes + index).loadUnaligned(as: SIMD8<UInt8>.self)
        if unsafeBitCast(eight, to: UInt64.self) != 0 {
            blend8(target + index, color, full256(widened(eight)))
        }
        index &+= 8
    }
    while index < count {
        let one = UInt32(coverage[index])
        if one != 0 { blend1(target + index, color, one &+ one &>> 7) }
        index &+= 1
    }
}

/// Coverage of 0…255 as 0…256, so that the largest is all.
@inline(__always)
private func full256(_ coverage: Lanes8) -> Lanes8 { coverage &+ coverage &>> 7 }
