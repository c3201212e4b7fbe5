import TouchKitRaster

/// A colour that drawing calls use.
public final class UIColor: Hashable, Sendable {
    /// The channels, 0…1, not multiplied by opacity; black for a pattern.
    private let channels: Channels
    /// The picture that is painted side by side with itself; nil for one colour.
    let pattern: Pattern?

    /// A picture as a colour.
    struct Pattern: Hashable, Sendable {
        let image: UIImage
        /// How opaque it is beside its own alpha, 0…1.
        var alpha: CGFloat
    }

    private struct Channels: Hashable, Sendable {
        var red: CGFloat
        var green: CGFloat
        var blue: CGFloat
        var alpha: CGFloat
    }

    /// Makes a colour from its channels, 0…1.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        channels = Channels(red: red, green: green, blue: blue, alpha: alpha)
        pattern = nil
    }

    /// Makes a colour of a picture that is painted side by side with itself, a corner at the origin of
    /// the view that is drawn.
    ///
    /// Paths, rectangles and backgrounds are painted with it; text and gradients are black instead.
    public convenience init(patternImage image: UIImage) {
        self.init(pattern: Pattern(image: image, alpha: 1))
    }

    private init(pattern: Pattern) {
        channels = Channels(red: 0, green: 0, blue: 0, alpha: pattern.alpha)
        self.pattern = pattern
    }

    /// Makes a grey, 0 (black) … 1 (white).
    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// Black.
    public static let black = UIColor(white: 0, alpha: 1)
    /// A third of white.
    public static let darkGray = UIColor(white: 1.0 / 3, alpha: 1)
    /// Half of white.
    public static let gray = UIColor(white: 0.5, alpha: 1)
    /// Two thirds of white.
    public static let lightGray = UIColor(white: 2.0 / 3, alpha: 1)
    /// White.
    public static let white = UIColor(white: 1, alpha: 1)
    /// Pure red.
    public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    /// Pure green.
    public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    /// Pure blue.
    public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    /// Green and blue.
    public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
    /// Red and green.
    public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
    /// Red and blue.
    public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
    /// Red and half of green.
    public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    /// Half of red and of blue.
    public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
    /// Some red, less green, little blue.
    public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
    /// Nothing at all.
    public static let clear = UIColor(white: 0, alpha: 0)

    /// The same colour, more or less opaque.
    public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        if let pattern { return UIColor(pattern: Pattern(image: pattern.image, alpha: alpha)) }
        return UIColor(red: channels.red, green: channels.green, blue: channels.blue, alpha: alpha)
    }

    /// Fills and strokes with this colour from now on, in the running `draw(_:)`.
    @MainActor
    public func set() {
        setFill()
        setStroke()
    }

    /// Fills with this colour from now on, in the running `draw(_:)`.
    @MainActor
    public func setFill() {
        DrawingContext.current?.fillColor = self
    }

    /// Strokes with this colour from now on, in the running `draw(_:)`.
    @MainActor
    public func setStroke() {
        DrawingContext.current?.strokeColor = self
    }

    /// Says the channels, 0…1; nil for what isn't wanted.
    ///
    /// - Returns: False for a pattern, which has none.
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

    /// The colour as pixels have it, made fainter by an opacity of 0…1.
    func pixelColor(opacity: CGFloat) -> PixelColor {
        .fractions(
            red: channels.red, green: channels.green, blue: channels.blue,
            alpha: channels.alpha * opacity)
    }

    /// Whether both are the same colour.
    public static func == (left: UIColor, right: UIColor) -> Bool {
        left.channels == right.channels && left.pattern == right.pattern
    }

    /// Hashes what makes the colour.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(channels)
        hasher.combine(pattern)
    }
}
