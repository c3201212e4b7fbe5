/// How a pixel lies in scanout memory; all of them little endian.
public enum PixelFormat: String, CaseIterable, Sendable {
    /// 32 bits: blue, green, red, unused (`DRM_FORMAT_XRGB8888`).
    case xrgb8888
    /// 32 bits: blue, green, red, opacity, which is always full (`DRM_FORMAT_ARGB8888`).
    case argb8888
    /// 16 bits: 5 of blue, 6 of green, 5 of red, the highest (`DRM_FORMAT_RGB565`).
    case rgb565

    /// The bytes of a pixel.
    public var bytesPerPixel: Int {
        switch self {
        case .xrgb8888, .argb8888: 4
        case .rgb565: 2
        }
    }

    /// The colour that a pixel in memory shows, 0xFFRRGGBB: five and six bits are stretched to eight
    /// by repeating the highest ones, as display controllers do.
    ///
    /// - Parameter stored: The pixel as a number, of 16 or 32 bits.
    public func color(of stored: UInt32) -> UInt32 {
        switch self {
        case .xrgb8888, .argb8888:
            return 0xFF00_0000 | stored
        case .rgb565:
            let red = stored >> 11 & 0x1F
            let green = stored >> 5 & 0x3F
            let blue = stored & 0x1F
            let stretchedRedBlue = (red << 3 | red >> 2) << 16 | blue << 3 | blue >> 2
            return 0xFF00_0000 | stretchedRedBlue | (green << 2 | green >> 4) << 8
        }
    }
}
