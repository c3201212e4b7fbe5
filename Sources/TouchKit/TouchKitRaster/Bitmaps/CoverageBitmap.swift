/// An 8-bit alpha mask in main memory, for example of a glyph: one byte per pixel from 0 (not
/// covered) to 255 (fully covered), top row first.
///
/// Eight zero bytes precede and follow each row. Therefore a chunk of 8 pixels that overlaps the
/// end of a row can be loaded without coverage from another row.
package final class CoverageBitmap {
    /// The number of zero bytes before the first row and after each row.
    private static let padding = 8

    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    /// The distance between the first bytes of two consecutive rows, in bytes.
    let stride: Int
    /// The address of the first byte of the top row. Valid for the lifetime of the object.
    let bytes: UnsafeMutablePointer<UInt8>

    /// Creates a mask of at least 1 × 1 pixels without any coverage.
    private init(width: Int, height: Int) {
        precondition(
            width > 0 && height > 0, "coverage bitmap: width and height must be at least 1 pixel")
        self.width = width
        self.height = height
        stride = width + Self.padding
        let count = Self.padding + stride * height
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
        memory.initialize(repeating: 0, count: count)
        bytes = memory + Self.padding
    }

    /// Creates a mask of at least 1 × 1 pixels from a function of the pixel position.
    ///
    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - coverage: A closure that returns the coverage 0…255 of the pixel in a column and a row.
    ///     The closure is called once per pixel.
    package convenience init(
        width: Int, height: Int, _ coverage: (_ x: Int, _ y: Int) -> UInt8
    ) {
        self.init(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width { bytes[y * stride + x] = coverage(x, y) }
        }
    }

    /// Creates a mask of at least 1 × 1 pixels by copying the output of a font library.
    ///
    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    ///   - rows: The address of the first byte of the top row.
    ///   - distance: The distance between the first bytes of two consecutive rows, in bytes.
    ///     Negative if the rows are stored from bottom to top.
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

    /// The size of the allocated memory in bytes.
    var byteCount: Int { Self.padding + stride * height }

    /// The coverage 0…255 of the pixel in column `x` and row `y`.
    package subscript(x: Int, y: Int) -> UInt8 {
        precondition(
            x >= 0 && x < width && y >= 0 && y < height, "coverage bitmap: pixel out of bounds")
        return bytes[y * stride + x]
    }
}
