import TouchKitGeometry

/// A view of memory in which a part of the picture is composed, addressed by canvas coordinates.
///
/// The kernels work in chunks of 8 pixels on a grid fixed to the canvas; a tile begins on that
/// grid and is whole chunks wide, so a chunk that a clip cuts still lies inside the tile's memory.
struct Tile {
    /// The memory's place of canvas pixel (0, 0), were it in the tile.
    private let origin: UnsafeMutablePointer<UInt32>
    /// The distance between rows, in pixels; 0 where one row stands for all.
    let stride: Int

    /// - Parameters:
    ///   - memory: At least `stride` × rows pixels.
    ///   - stride: The distance between rows, in pixels: a multiple of 8.
    ///   - x: The canvas column of the first pixel: a multiple of 8.
    ///   - y: The canvas row of the first pixel.
    init(memory: UnsafeMutablePointer<UInt32>, stride: Int, x: Int, y: Int) {
        origin = memory - (y * stride + x)
        self.stride = stride
    }

    /// Where canvas row `y` would begin; only the tile's own columns may be used.
    @inline(__always)
    func row(_ y: Int) -> UnsafeMutablePointer<UInt32> { origin + y &* stride }
}
