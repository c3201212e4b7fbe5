/// The layout of a pixel in scanout memory. All formats are little endian.
public enum PixelFormat: String, CaseIterable, Sendable {
    /// 32 bits: blue, green, red, unused (`DRM_FORMAT_XRGB8888`).
    case xrgb8888
    /// 32 bits: blue, green, red, alpha, which is always 255 (`DRM_FORMAT_ARGB8888`).
    case argb8888
    /// 16 bits: 5 bits blue (lowest), 6 bits green, 5 bits red (highest) (`DRM_FORMAT_RGB565`).
    case rgb565

    /// The number of bytes per pixel.
    public var bytesPerPixel: Int {
        switch self {
        case .xrgb8888, .argb8888: 4
        case .rgb565: 2
        }
    }

    /// Returns the displayed color 0xFFRRGGBB of a pixel in scanout memory.
    ///
    /// Channels of 5 and 6 bits are extended to 8 bits by repeating their high bits, as in display
    /// controllers.
    ///
    /// - Parameter value: The pixel as an integer, which has 16 or 32 significant bits depending on
    ///   the format.
    public func color(of value: UInt32) -> UInt32 {
        switch self {
        case .xrgb8888, .argb8888:
            return 0xFF00_0000 | value
        case .rgb565:
            let red = value >> 11 & 0x1F
            let green = value >> 5 & 0x3F
            let blue = value & 0x1F
            let stretchedRedBlue = (red << 3 | red >> 2) << 16 | blue << 3 | blue >> 2
            return 0xFF00_0000 | stretchedRedBlue | (green << 2 | green >> 4) << 8
        }
    }
}
