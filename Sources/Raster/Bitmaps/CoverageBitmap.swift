/// How much of each pixel something covers, in ordinary memory: a byte a pixel, 0 (nothing) … 255
/// (all of it), rows from the top.
package final class CoverageBitmap {
    /// The width, in pixels.
    package let width: Int
    /// The height, in pixels.
    package let height: Int
    /// The first byte; valid as long as the object lives.
    let bytes: UnsafeMutablePointer<UInt8>

    /// Makes one of this size, in pixels, at least 1 × 1.
    ///
    /// - Parameters:
    ///   - width: The width.
    ///   - height: The height.
    ///   - coverage: The coverage in a column and a row; called once for each pixel.
    package init(width: Int, height: Int, _ coverage: (_ x: Int, _ y: Int) -> UInt8) {
        precondition(width > 0 && height > 0, "a glyph's picture has pixels")
        self.width = width
        self.height = height
        bytes = .allocate(capacity: width * height)
        for y in 0..<height {
            for x in 0..<width {
                (bytes + y * width + x).initialize(to: coverage(x, y))
            }
        }
    }

    deinit {
        bytes.deinitialize(count: width * height)
        bytes.deallocate()
    }

    /// The coverage in a column and a row.
    package subscript(x: Int, y: Int) -> UInt8 {
        precondition(x >= 0 && x < width && y >= 0 && y < height, "the pixel is in the picture")
        return bytes[y * width + x]
    }
}
