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
}
