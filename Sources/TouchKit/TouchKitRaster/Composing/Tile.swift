import TouchKitGeometry

/// A rectangular pixel buffer in which a part of the canvas is composed, addressed by canvas
/// coordinates.
///
/// The painting kernels process chunks of 8 pixels on a grid that is aligned to the canvas. A tile
/// begins on this grid, and its width is a multiple of 8. Therefore a chunk that extends beyond a
/// clip is still inside the memory of the tile.
struct Tile {
    /// The address that the canvas pixel (0, 0) would have if the tile contained it.
    private let origin: UnsafeMutablePointer<UInt32>
    /// The distance between rows, in pixels, or 0 if all rows share the memory of one row.
    let stride: Int

    /// Creates a view of existing memory.
    ///
    /// - Parameters:
    ///   - memory: The address of at least `stride` × rows pixels.
    ///   - stride: The distance between rows, in pixels: a multiple of 8.
    ///   - x: The canvas column of the first pixel: a multiple of 8.
    ///   - y: The canvas row of the first pixel.
    init(memory: UnsafeMutablePointer<UInt32>, stride: Int, x: Int, y: Int) {
        origin = memory - (y * stride + x)
        self.stride = stride
    }

    /// Returns a pointer to the pixels of row `y`, to be indexed by canvas column. Only columns
    /// inside the tile are valid.
    @inline(__always)
    func row(_ y: Int) -> UnsafeMutablePointer<UInt32> { origin + y &* stride }
}
