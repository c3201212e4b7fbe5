import TouchKitRaster

/// An object that provides access to the font's characteristics: its size and weight.
///
/// There is one family with a regular and a bold face, provided by the application's glyph source.
/// Metrics are in points and come from the newest application's glyph source at the scale of the
/// application's screen. Metrics are zero if there is no application or no source.
public final class UIFont: Hashable, Sendable {
    /// The point size for the font object, in points per em.
    public let pointSize: CGFloat
    /// Whether the font is the bold face.
    let isBold: Bool

    /// The standard font size, in points, for labels, as in UIKit.
    public static let labelFontSize: CGFloat = 17
    /// The standard font size, in points, for buttons, as in UIKit.
    public static let buttonFontSize: CGFloat = 18
    /// The size, in points, of the standard small system font, as in UIKit.
    public static let smallSystemFontSize: CGFloat = 12
    /// The size, in points, of the standard system font, as in UIKit.
    public static let systemFontSize: CGFloat = 14

    /// Constants that represent standard typeface weights. The raw values are the same as in UIKit.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        /// The weight from -1 (thinnest) to 1 (heaviest).
        public var rawValue: CGFloat

        /// Creates a weight from its raw value.
        public init(rawValue: CGFloat) {
            self.rawValue = rawValue
        }

        /// The regular font weight.
        public static let regular = Weight(rawValue: 0)
        /// The medium font weight, drawn as regular.
        public static let medium = Weight(rawValue: 0.23)
        /// The semibold font weight, drawn as bold.
        public static let semibold = Weight(rawValue: 0.3)
        /// The bold font weight.
        public static let bold = Weight(rawValue: 0.4)

        /// Whether the weight is drawn with the bold face.
        var isBold: Bool { rawValue >= Self.semibold.rawValue }
    }

    private init(size: CGFloat, isBold: Bool) {
        pointSize = size
        self.isBold = isBold
    }

    /// Returns the font object for standard interface items in the specified size, in points.
    public static func systemFont(ofSize size: CGFloat) -> UIFont {
        UIFont(size: size, isBold: false)
    }

    /// Returns the font object for standard interface items in boldface type in the specified size,
    /// in points.
    public static func boldSystemFont(ofSize size: CGFloat) -> UIFont {
        UIFont(size: size, isBold: true)
    }

    /// Returns the font object for standard interface items in the specified size and weight;
    /// weights are rounded to regular or bold.
    public static func systemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
        UIFont(size: size, isBold: weight.isBold)
    }

    /// Returns the system font with all digits of uniform width, in the specified size and weight.
    /// All fonts in TouchKit have such digits.
    public static func monospacedDigitSystemFont(
        ofSize size: CGFloat, weight: Weight
    ) -> UIFont {
        systemFont(ofSize: size, weight: weight)
    }

    /// Returns a font object that is the same as the receiver, but has the specified size instead,
    /// in points.
    public func withSize(_ size: CGFloat) -> UIFont {
        UIFont(size: size, isBold: isBold)
    }

    // MARK: Measures

    /// The top y-coordinate, offset from the baseline, of the font's longest ascender, in points.
    @MainActor
    public var ascender: CGFloat { FontMeasurer(self)?.metrics.ascender ?? 0 }
    /// The bottom y-coordinate, offset from the baseline, of the font's longest descender, in
    /// points; negative.
    @MainActor
    public var descender: CGFloat { FontMeasurer(self)?.metrics.descender ?? 0 }
    /// The additional space between lines of text, in points.
    @MainActor
    public var leading: CGFloat { FontMeasurer(self)?.metrics.leading ?? 0 }
    /// The height, in points, of text lines: ascender minus descender plus leading.
    @MainActor
    public var lineHeight: CGFloat {
        guard let metrics = FontMeasurer(self)?.metrics else { return 0 }
        return metrics.ascender - metrics.descender + metrics.leading
    }
    /// The height of capital letters, in points.
    @MainActor
    public var capHeight: CGFloat { FontMeasurer(self)?.metrics.capHeight ?? 0 }
    /// The height of the lowercase letter x, in points.
    @MainActor
    public var xHeight: CGFloat { FontMeasurer(self)?.metrics.xHeight ?? 0 }

    /// Returns the font face for a scale in pixels per point, or `nil` if the size in pixels is not
    /// positive and finite.
    ///
    /// Sizes are rounded to quarters of a pixel, which limits the number of rasterized glyphs while
    /// a view's scale is animated.
    func face(pixelsPerPoint: CGFloat) -> FontFace? {
        let size = pointSize * pixelsPerPoint
        guard size.isFinite, size > 0 else { return nil }
        return FontFace(size: max(0.25, (size * 4).rounded() / 4), isBold: isBold)
    }

    /// Returns whether both fonts have the same size and face.
    public static func == (left: UIFont, right: UIFont) -> Bool {
        left.pointSize == right.pointSize && left.isBold == right.isBold
    }

    /// Hashes the size and the face.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(pointSize)
        hasher.combine(isBold)
    }
}

/// The metrics and advances of a font in points, measured with the newest application's glyphs at
/// the scale of the application's screen.
@MainActor
struct FontMeasurer {
    private let glyphs: GlyphCache
    private let face: FontFace
    /// The number of pixels per point.
    private let scale: CGFloat

    /// Creates a measurer for a font, or returns `nil` if there is no application or no glyph
    /// source, or if the font size is not positive.
    init?(_ font: UIFont) {
        guard let application = UIApplication.sharedIfPresent, let glyphs = application.glyphs,
            let face = font.face(pixelsPerPoint: application.screen.scale)
        else { return nil }
        self.glyphs = glyphs
        self.face = face
        scale = application.screen.scale
    }

    /// The font's metrics, in points.
    var metrics: FontMetrics {
        let pixels = glyphs.metrics(of: face)
        return FontMetrics(
            ascender: pixels.ascender / scale, descender: pixels.descender / scale,
            leading: pixels.leading / scale, capHeight: pixels.capHeight / scale,
            xHeight: pixels.xHeight / scale)
    }

    /// Returns the advance width of a character's glyph, in points.
    func advance(_ scalar: Unicode.Scalar) -> CGFloat {
        glyphs.advance(of: scalar, in: face) / scale
    }
}
