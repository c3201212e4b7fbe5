/// How a pixel lies in scanout memory.
public enum PixelFormat: Hashable, Sendable {
    /// 32 bits, little endian: blue, green, red, unused (`DRM_FORMAT_XRGB8888`).
    case xrgb8888

    /// The bytes of a pixel.
    public var bytesPerPixel: Int {
        switch self {
        case .xrgb8888: 4
        }
    }
}

/// Scanout memory as the write-out sees it. Whoever owns the memory outlives this view.
///
/// The memory is write-combined on the boards: it is written and never read.
public struct ScanoutBuffer {
    /// The first pixel of the first row.
    public let base: UnsafeMutableRawPointer
    /// The distance from a row to the next, in bytes: the driver's, not width × bytes per pixel.
    public let bytesPerRow: Int
    /// The width, in pixels.
    public let width: Int
    /// The height, in pixels.
    public let height: Int
    /// How a pixel lies in it.
    public let format: PixelFormat

    /// Makes a view of scanout memory.
    public init(
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
}
