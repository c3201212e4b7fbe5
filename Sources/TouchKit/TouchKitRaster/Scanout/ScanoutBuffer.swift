/// A view of scanout memory. The memory must outlive the view.
///
/// On embedded boards, the memory is write-combined: write it sequentially, and do not read it.
package struct ScanoutBuffer {
    /// The address of the first pixel of the top row.
    package let base: UnsafeMutableRawPointer
    /// The distance between rows, in bytes. The driver determines this distance, which may be
    /// larger than width × bytes per pixel.
    package let bytesPerRow: Int
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    /// The layout of a pixel.
    package let format: PixelFormat

    /// Creates a view of scanout memory.
    package init(
        base: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int,
        format: PixelFormat
    ) {
        precondition(
            bytesPerRow >= width * format.bytesPerPixel,
            "scanout buffer: bytesPerRow is too small for the width")
        self.base = base
        self.bytesPerRow = bytesPerRow
        self.width = width
        self.height = height
        self.format = format
    }

    /// The displayed color 0xFFRRGGBB of the pixel in column `x` and row `y`.
    ///
    /// Use this subscript only for tests and screenshots, because reading write-combined memory is
    /// slow.
    package subscript(x: Int, y: Int) -> UInt32 {
        precondition(
            x >= 0 && x < width && y >= 0 && y < height, "scanout buffer: pixel out of bounds")
        let address = UnsafeRawPointer(base + y * bytesPerRow + x * format.bytesPerPixel)
        let stored =
            format.bytesPerPixel == 2
            ? UInt32(address.loadUnaligned(as: UInt16.self))
            : address.loadUnaligned(as: UInt32.self)
        return format.color(of: stored)
    }
}
