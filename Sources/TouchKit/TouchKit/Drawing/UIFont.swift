import TouchKitRaster

/// A font at a size. There is one family, with a regular and a bold cut: that of the application's
/// glyph source.
///
/// Measures are those of the newest application's source on its screen, in points; zero where it
/// has none, or where there is no application.
public final class UIFont: Hashable, Sendable {
    /// The size, in points per em.
    public let pointSize: CGFloat
    /// Whether it is the bold cut.
    let isBold: Bool

    /// The size of a label's text unless told otherwise, in points: UIKit's.
    public static let labelFontSize: CGFloat = 17
    /// The size of a button's title unless told otherwise, in points: UIKit's.
    public static let buttonFontSize: CGFloat = 18
    /// The usual size of small print, in points: UIKit's.
    public static let smallSystemFontSize: CGFloat = 12
    /// The usual size of the system's own text, in points: UIKit's.
    public static let systemFontSize: CGFloat = 14

    /// How heavy strokes are; the raw values are UIKit's.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        /// From -1 (thinnest) to 1 (heaviest).
        public var rawValue: CGFloat

        /// Makes a weight from its number.
        public init(rawValue: CGFloat) {
            self.rawValue = rawValue
        }

        /// The usual one.
        public static let regular = Weight(rawValue: 0)
        /// A little heavier; drawn regular.
        public static let medium = Weight(rawValue: 0.23)
        /// Not quite bold; drawn bold.
        public static let semibold = Weight(rawValue: 0.3)
        /// Heavy.
        public static let bold = Weight(rawValue: 0.4)

        var isBold: Bool { rawValue >= Self.semibold.rawValue }
    }

    private init(size: CGFloat, isBold: Bool) {
        pointSize = size
        self.isBold = isBold
    }

    /// The regular font of a size, in points.
    public static func systemFont(ofSize size: CGFloat) -> UIFont {
        UIFont(size: size, isBold: false)
    }

    /// The bold font of a size, in points.
    public static func boldSystemFont(ofSize size: CGFloat) -> UIFont {
        UIFont(size: size, isBold: true)
    }

    /// The font of a size, in points, nearest to a weight: there are a regular and a bold one.
    public static func systemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
        UIFont(size: size, isBold: weight.isBold)
    }

    /// The font whose digits have one width, of a size in points: all fonts here have such digits.
    public static func monospacedDigitSystemFont(
        ofSize size: CGFloat, weight: Weight
    ) -> UIFont {
        systemFont(ofSize: size, weight: weight)
    }

    /// The same cut at another size, in points.
    public func withSize(_ size: CGFloat) -> UIFont {
        UIFont(size: size, isBold: isBold)
    }

    // MARK: Measures

    /// From the baseline up to the top of the tallest letters, in points.
    @MainActor
    public var ascender: CGFloat { FontRuler(self)?.metrics.ascender ?? 0 }
    /// From the baseline to the bottom of the deepest letters, in points: negative.
    @MainActor
    public var descender: CGFloat { FontRuler(self)?.metrics.descender ?? 0 }
    /// Room between lines beyond the letters, in points.
    @MainActor
    public var leading: CGFloat { FontRuler(self)?.metrics.leading ?? 0 }
    /// From a baseline to the next, in points.
    @MainActor
    public var lineHeight: CGFloat {
        guard let metrics = FontRuler(self)?.metrics else { return 0 }
        return metrics.ascender - metrics.descender + metrics.leading
    }
    /// The height of capitals, in points.
    @MainActor
    public var capHeight: CGFloat { FontRuler(self)?.metrics.capHeight ?? 0 }
    /// The height of a small x, in points.
    @MainActor
    public var xHeight: CGFloat { FontRuler(self)?.metrics.xHeight ?? 0 }

    /// The face at so many pixels a point. Sizes are whole quarters of a pixel, so that a view that
    /// is stretched step by step doesn't ask for ever new letters.
    func face(pixelsPerPoint: CGFloat) -> FontFace? {
        let size = pointSize * pixelsPerPoint
        guard size.isFinite, size > 0 else { return nil }
        return FontFace(size: max(0.25, (size * 4).rounded() / 4), isBold: isBold)
    }

    /// Whether size and cut are the same.
    public static func == (left: UIFont, right: UIFont) -> Bool {
        left.pointSize == right.pointSize && left.isBold == right.isBold
    }

    /// Hashes size and cut.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(pointSize)
        hasher.combine(isBold)
    }
}

/// Measures text in points, with the newest application's glyphs as its screen shows them.
@MainActor
struct FontRuler {
    private let glyphs: GlyphCache
    private let face: FontFace
    private let scale: CGFloat

    /// Nil where there is no font.
    init?(_ font: UIFont) {
        guard let application = UIApplication.newest, let glyphs = application.glyphs,
            let face = font.face(pixelsPerPoint: application.screen.scale)
        else { return nil }
        self.glyphs = glyphs
        self.face = face
        scale = application.screen.scale
    }

    /// The font's measures, in points.
    var metrics: FontMetrics {
        let pixels = glyphs.metrics(of: face)
        return FontMetrics(
            ascender: pixels.ascender / scale, descender: pixels.descender / scale,
            leading: pixels.leading / scale, capHeight: pixels.capHeight / scale,
            xHeight: pixels.xHeight / scale)
    }

    /// How far the pen moves on after a letter, in points.
    func advance(_ scalar: Unicode.Scalar) -> CGFloat {
        glyphs.advance(of: scalar, in: face) / scale
    }
}
