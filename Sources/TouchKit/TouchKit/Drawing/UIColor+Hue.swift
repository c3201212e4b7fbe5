extension UIColor {
    /// Makes a colour from its place on the colour circle.
    ///
    /// - Parameters:
    ///   - hue: Where on the circle, 0…1: red at 0, green at 1/3, blue at 2/3, red again at 1.
    ///   - saturation: How far from grey, 0…1.
    ///   - brightness: The brightest channel, 0…1.
    ///   - alpha: How opaque it is, 0…1.
    public convenience init(
        hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat
    ) {
        // The usual form of the HSV model: each channel is a trapezoid over the circle (A. R. Smith,
        // "Color Gamut Transform Pairs", 1978).
        func channel(_ shift: CGFloat) -> CGFloat {
            let place = (shift + hue * 6).truncatingRemainder(dividingBy: 6)
            return brightness * (1 - saturation * max(0, min(place, 4 - place, 1)))
        }
        self.init(red: channel(5), green: channel(3), blue: channel(1), alpha: alpha)
    }
}
