/// A colour in 8 bits a channel; alpha isn't multiplied in.
public struct PixelColor: Hashable, Sendable, BitwiseCopyable {
    /// Red, 0…255.
    public var red: UInt8
    /// Green, 0…255.
    public var green: UInt8
    /// Blue, 0…255.
    public var blue: UInt8
    /// Opacity, 0…255.
    public var alpha: UInt8

    /// Opaque black.
    public static let black = PixelColor(red: 0, green: 0, blue: 0)
    /// Opaque white.
    public static let white = PixelColor(red: 255, green: 255, blue: 255)

    /// Makes a colour from its channels, 0…255.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Makes a colour from its channels, 0…1; what lies outside is pulled to the nearest end.
    public static func fractions(
        red: Double, green: Double, blue: Double, alpha: Double
    ) -> PixelColor {
        PixelColor(
            red: byte(red), green: byte(green), blue: byte(blue), alpha: byte(alpha))
    }

    private static func byte(_ value: Double) -> UInt8 {
        value.isNaN ? 0 : UInt8(min(max(value, 0), 1) * 255 + 0.5)
    }

    /// The colour as an opaque pixel, 0xFFRRGGBB.
    public var opaquePixel: UInt32 {
        0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    /// Opacity as a factor of 256ths, 0…256, so that a full one is exact.
    var alpha256: UInt32 { UInt32(alpha) + UInt32(alpha >> 7) }
}
