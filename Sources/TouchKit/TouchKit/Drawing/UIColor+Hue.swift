extension UIColor {
    /// Creates a color object using the specified opacity and HSB color space component values.
    ///
    /// - Parameters:
    ///   - hue: The hue, 0…1: red at 0, green at 1/3, blue at 2/3, and red again at 1.
    ///   - saturation: The saturation, from 0 (gray) to 1.
    ///   - brightness: The value of the brightest channel, 0…1.
    ///   - alpha: The opacity, 0…1.
    public convenience init(
        hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat
    ) {
        // The HSV model's formula: each channel is a trapezoid over the hue circle (A. R. Smith,
        // "Color Gamut Transform Pairs", 1978).
        func channel(_ shift: CGFloat) -> CGFloat {
            let sector = (shift + hue * 6).truncatingRemainder(dividingBy: 6)
            return brightness * (1 - saturation * max(0, min(sector, 4 - sector, 1)))
        }
        self.init(red: channel(5), green: channel(3), blue: channel(1), alpha: alpha)
    }

    /// Stores the components that form the color in the HSB color space, 0…1, in the memory of the
    /// pointers that are not `nil`. The hue of a gray is 0.
    ///
    /// - Returns: Whether the color has components; `false` for a pattern.
    @discardableResult
    public func getHue(
        _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
        brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        var (red, green, blue): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
        guard getRed(&red, green: &green, blue: &blue, alpha: alpha) else { return false }
        let high = max(red, green, blue)
        let range = high - min(red, green, blue)
        var sector: CGFloat = 0
        if range > 0 {
            switch high {
            case red: sector = (green - blue) / range
            case green: sector = (blue - red) / range + 2
            default: sector = (red - green) / range + 4
            }
        }
        hue?.pointee = (sector < 0 ? sector + 6 : sector) / 6
        saturation?.pointee = high > 0 ? range / high : 0
        brightness?.pointee = high
        return true
    }
}
