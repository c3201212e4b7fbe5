/// An RGBA color with 8 bits per channel and straight (not premultiplied) alpha.
public struct PixelColor: Hashable, Sendable, BitwiseCopyable {
    /// The red channel, 0…255.
    public var red: UInt8
    /// The green channel, 0…255.
    public var green: UInt8
    /// The blue channel, 0…255.
    public var blue: UInt8
    /// The opacity, 0 (transparent) to 255 (opaque).
    public var alpha: UInt8

    /// Opaque black.
    public static let black = PixelColor(red: 0, green: 0, blue: 0)
    /// Opaque white.
    public static let white = PixelColor(red: 255, green: 255, blue: 255)

    /// Creates a color from channels in 0…255.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Returns the color with the given channels in 0…1. Values outside of 0…1 are clamped, and NaN
    /// becomes 0.
    public static func fractions(
        red: Double, green: Double, blue: Double, alpha: Double
    ) -> PixelColor {
        PixelColor(
            red: byte(red), green: byte(green), blue: byte(blue), alpha: byte(alpha))
    }

    /// Converts a channel from 0…1 to 0…255.
    private static func byte(_ value: Double) -> UInt8 {
        value.isNaN ? 0 : UInt8(min(max(value, 0), 1) * 255 + 0.5)
    }

    /// The color as an opaque pixel 0xFFRRGGBB. The value of `alpha` is ignored.
    public var opaquePixel: UInt32 {
        0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    /// The color as a premultiplied pixel 0xAARRGGBB.
    var premultipliedPixel: UInt32 {
        func channel(_ value: UInt8) -> UInt32 { (UInt32(value) * UInt32(alpha) + 127) / 255 }
        return UInt32(alpha) << 24 | channel(red) << 16 | channel(green) << 8 | channel(blue)
    }

    /// The opacity scaled to 0…256. Blending multiplies by this value and shifts right by 8 bits,
    /// which is exact for fully transparent and fully opaque colors.
    var alpha256: UInt32 { UInt32(alpha) + UInt32(alpha >> 7) }
}
