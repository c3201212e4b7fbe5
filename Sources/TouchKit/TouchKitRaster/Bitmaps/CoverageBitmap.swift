/// How much of each pixel something covers, in ordinary memory: a byte a pixel, 0 (nothing) … 255
/// (all of it), rows from the top.
///
/// Before and behind each row there are 8 bytes of nothing: a chunk of 8 pixels that meets a row
/// anywhere can be read whole, and covers nothing beyond the row.
package final class CoverageBitmap {
    /// Bytes of nothing between rows, before the first and behind the last.
    private static let padding = 8

    /// The width, in pixels.
    package let width: Int
    /// The height, in pixels.
    package let height: Int
    /// The distance from a row to the next, in bytes.
    let stride: Int
    /// The first row's first byte; valid as long as the object lives.
    let bytes: UnsafeMutablePointer<UInt8>

    /// Makes one of this size, in pixels, at least 1 × 1, that covers nothing.
    private init(width: Int, height: Int) {
        precondition(width > 0 && height > 0, "a glyph's picture has pixels")
        self.width = width
        self.height = height
        stride = width + Self.padding
        let count = Self.padding + stride * height
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
        memory.initialize(repeating: 0, count: count)
        bytes = memory + Self.padding
    }

    /// Makes one of this size, in pixels, at least 1 × 1.
    ///
    /// - Parameters:
    ///   - width: The width.
    ///   - height: The height.
    ///   - coverage: The coverage in a column and a row; called once for each pixel.
    package convenience init(
        width: Int, height: Int, _ coverage: (_ x: Int, _ y: Int) -> UInt8
    ) {
        self.init(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width { bytes[y * stride + x] = coverage(x, y) }
        }
    }

    /// Makes one of this size, in pixels, at least 1 × 1, of a library's bytes.
    ///
    /// - Parameters:
    ///   - width: The width.
    ///   - height: The height.
    ///   - rows: The upper row's first byte.
    ///   - distance: From there to the next row's, in bytes; negative where rows lie upwards.
    package convenience init(
        width: Int, height: Int, copying rows: UnsafePointer<UInt8>, stride distance: Int
    ) {
        self.init(width: width, height: height)
        for y in 0..<height {
            (bytes + y * stride).update(from: rows + y * distance, count: width)
        }
    }

    deinit {
        let memory = bytes - Self.padding
        memory.deinitialize(count: Self.padding + stride * height)
        memory.deallocate()
    }

    /// What it takes of memory, in bytes.
    var byteCount: Int { Self.padding + stride * height }

    /// The coverage in a column and a row.
    package subscript(x: Int, y: Int) -> UInt8 {
        precondition(x >= 0 && x < width && y >= 0 && y < height, "the pixel is in the picture")
        return bytes[y * stride + x]
    }
}
