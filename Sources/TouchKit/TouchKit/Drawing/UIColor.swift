import TouchKitRaster

/// An object that stores color data and opacity, or a repeating pattern.
///
/// A dynamic color has different components for the light and the dark user interface style. A view
/// draws it in its own style; gradients, `WetInk` and `StrokeDrawing` use the light style.
/// Components are read in the light style.
public final class UIColor: Hashable, Sendable {
    /// The channels in the light style, 0…1, not premultiplied by alpha; black for a pattern.
    private let channels: Channels
    /// The channels in the dark style.
    private let darkChannels: Channels
    /// The repeating image, or `nil` for a plain color.
    let pattern: Pattern?

    /// A repeating image used as a color.
    struct Pattern: Hashable, Sendable {
        /// The image to repeat.
        let image: UIImage
        /// An opacity applied in addition to the image's own alpha, 0…1.
        var alpha: CGFloat
    }

    /// The components of a plain color, 0…1.
    private struct Channels: Hashable, Sendable {
        var red: CGFloat
        var green: CGFloat
        var blue: CGFloat
        var alpha: CGFloat
    }

    /// Creates a color object using the specified opacity and RGB component values, 0…1.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        channels = Channels(red: red, green: green, blue: blue, alpha: alpha)
        darkChannels = channels
        pattern = nil
    }

    /// Creates a dynamic color from the colors that a closure returns for the light and the dark
    /// style.
    ///
    /// Unlike in UIKit, the closure is called at once, and only for these two styles. It must
    /// return plain colors.
    public init(dynamicProvider: (UITraitCollection) -> UIColor) {
        channels = dynamicProvider(UITraitCollection(userInterfaceStyle: .light)).channels
        darkChannels = dynamicProvider(UITraitCollection(userInterfaceStyle: .dark)).darkChannels
        pattern = nil
    }

    /// Creates a color object using the specified image, which is repeated from the origin of the
    /// view being drawn.
    ///
    /// Paths, rectangles and backgrounds use the pattern. Text and gradients in a pattern color
    /// are drawn black.
    public convenience init(patternImage image: UIImage) {
        self.init(pattern: Pattern(image: image, alpha: 1))
    }

    /// Creates a plain color from 8-bit channels.
    convenience init(_ pixel: PixelColor) {
        self.init(
            red: CGFloat(pixel.red) / 255, green: CGFloat(pixel.green) / 255,
            blue: CGFloat(pixel.blue) / 255, alpha: CGFloat(pixel.alpha) / 255)
    }

    private init(light: Channels, dark: Channels) {
        channels = light
        darkChannels = dark
        pattern = nil
    }

    /// Creates a pattern color.
    private init(pattern: Pattern) {
        channels = Channels(red: 0, green: 0, blue: 0, alpha: pattern.alpha)
        darkChannels = channels
        self.pattern = pattern
    }

    /// Creates a color object using the specified opacity and grayscale values, 0 (black) … 1
    /// (white).
    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// A color object with a grayscale value of 0.0 and an alpha value of 1.0.
    public static let black = UIColor(white: 0, alpha: 1)
    /// A color object with a grayscale value of 1/3 and an alpha value of 1.0.
    public static let darkGray = UIColor(white: 1.0 / 3, alpha: 1)
    /// A color object with a grayscale value of 0.5 and an alpha value of 1.0.
    public static let gray = UIColor(white: 0.5, alpha: 1)
    /// A color object with a grayscale value of 2/3 and an alpha value of 1.0.
    public static let lightGray = UIColor(white: 2.0 / 3, alpha: 1)
    /// A color object with a grayscale value of 1.0 and an alpha value of 1.0.
    public static let white = UIColor(white: 1, alpha: 1)
    /// A color object with RGB values of 1.0, 0.0, and 0.0, and an alpha value of 1.0.
    public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    /// A color object with RGB values of 0.0, 1.0, and 0.0, and an alpha value of 1.0.
    public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    /// A color object with RGB values of 0.0, 0.0, and 1.0, and an alpha value of 1.0.
    public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    /// A color object with RGB values of 0.0, 1.0, and 1.0, and an alpha value of 1.0.
    public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
    /// A color object with RGB values of 1.0, 1.0, and 0.0, and an alpha value of 1.0.
    public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
    /// A color object with RGB values of 1.0, 0.0, and 1.0, and an alpha value of 1.0.
    public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
    /// A color object with RGB values of 1.0, 0.5, and 0.0, and an alpha value of 1.0.
    public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    /// A color object with RGB values of 0.5, 0.0, and 0.5, and an alpha value of 1.0.
    public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
    /// A color object with RGB values of 0.6, 0.4, and 0.2, and an alpha value of 1.0.
    public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
    /// A color object with grayscale and alpha values of 0.0.
    public static let clear = UIColor(white: 0, alpha: 0)

    /// Creates a color object that has the same component values as the receiver, but the
    /// specified alpha component, 0…1.
    public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        if let pattern { return UIColor(pattern: Pattern(image: pattern.image, alpha: alpha)) }
        var (light, dark) = (channels, darkChannels)
        light.alpha = alpha
        dark.alpha = alpha
        return UIColor(light: light, dark: dark)
    }

    /// Returns the version of the current color that results from the specified traits.
    public func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
        guard channels != darkChannels else { return self }
        let channels = channels(in: traitCollection.userInterfaceStyle)
        return UIColor(light: channels, dark: channels)
    }

    /// Returns the channels in a style.
    private func channels(in style: UIUserInterfaceStyle) -> Channels {
        style == .dark ? darkChannels : channels
    }

    /// Sets the color of subsequent stroke and fill operations to the color that the receiver
    /// represents.
    @MainActor
    public func set() {
        setFill()
        setStroke()
    }

    /// Sets the color of subsequent fill operations to the color that the receiver represents.
    @MainActor
    public func setFill() {
        DrawingContext.current?.fillColor = self
    }

    /// Sets the color of subsequent stroke operations to the color that the receiver represents.
    @MainActor
    public func setStroke() {
        DrawingContext.current?.strokeColor = self
    }

    /// Stores the components that form the color in the RGB color space, 0…1, in the memory of the
    /// pointers that are not `nil`.
    ///
    /// - Returns: Whether the color has components; `false` for a pattern.
    @discardableResult
    public func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        if pattern != nil { return false }
        red?.pointee = channels.red
        green?.pointee = channels.green
        blue?.pointee = channels.blue
        alpha?.pointee = channels.alpha
        return true
    }

    /// Returns the color in a style as 8-bit channels, with its alpha multiplied by `opacity`, 0…1.
    /// Returns black for a pattern.
    func pixelColor(opacity: CGFloat, style: UIUserInterfaceStyle = .light) -> PixelColor {
        let channels = channels(in: style)
        return .fractions(
            red: channels.red, green: channels.green, blue: channels.blue,
            alpha: channels.alpha * opacity)
    }

    /// Returns whether both colors have equal components or equal patterns.
    public static func == (left: UIColor, right: UIColor) -> Bool {
        left.channels == right.channels && left.darkChannels == right.darkChannels
            && left.pattern == right.pattern
    }

    /// Hashes the components and the pattern.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(channels)
        hasher.combine(darkChannels)
        hasher.combine(pattern)
    }
}
