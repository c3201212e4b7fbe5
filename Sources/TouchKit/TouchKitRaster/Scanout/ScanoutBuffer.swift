/// Scanout memory as the write-out sees it. Whoever owns the memory outlives this view.
///
/// The memory is write-combined on the boards: it is written and never read.
package struct ScanoutBuffer {
    /// The first pixel of the first row.
    package let base: UnsafeMutableRawPointer
    /// The distance from a row to the next, in bytes: the driver's, not width × bytes per pixel.
    package let bytesPerRow: Int
    /// The width, in pixels.
    package let width: Int
    /// The height, in pixels.
    package let height: Int
    /// How a pixel lies in it.
    package let format: PixelFormat

    /// Makes a view of scanout memory.
    package init(
        base: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int,
        format: PixelFormat
    ) {
        precondition(
            bytesPerRow >= width * format.bytesPerPixel, "a row holds all its pixels")
        self.base = base
        self.bytesPerRow = bytesPerRow
        self.width = width
        self.height = height
        self.format = format
    }

    /// The colour that a pixel shows, 0xFFRRGGBB. For tests and pictures of what is shown: it reads
    /// the memory, which is slow where that is write-combined.
    package subscript(x: Int, y: Int) -> UInt32 {
        precondition(x >= 0 && x < width && y >= 0 && y < height, "the pixel is in the picture")
        let place = UnsafeRawPointer(base + y * bytesPerRow + x * format.bytesPerPixel)
        let stored =
            format.bytesPerPixel == 2
            ? UInt32(place.loadUnaligned(as: UInt16.self)) : place.loadUnaligned(as: UInt32.self)
        return format.color(of: stored)
    }
}
