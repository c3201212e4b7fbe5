import TouchKitRaster

/// An object that provides access to the font's characteristics: its typeface and size.
///
/// The system font has a regular and a bold face. Other typefaces are those of the font files in
/// `/usr/share/fonts` and `/usr/local/share/fonts`, which a simulator does not read, and those that
/// the app passes to `registerFont(atPath:)`. Metrics are in points and come from the newest
/// application's fonts at the scale of its screen. Metrics are zero if there is no application.
public final class UIFont: Hashable, Sendable {
    /// The font name, for example `DejaVuSans-Bold`.
    public let fontName: String
    /// The font family name, for example `DejaVu Sans`.
    public let familyName: String
    /// The point size for the font object, in points per em.
    public let pointSize: CGFloat
    /// The number of the typeface in the application's glyph source.
    private let typeface: UInt16

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

    private init(name: String, family: String, size: CGFloat, typeface: UInt16) {
        fontName = name
        familyName = family
        pointSize = size
        self.typeface = typeface
    }

    /// Creates the system font.
    private convenience init(size: CGFloat, isBold: Bool) {
        self.init(
            name: isBold ? "System-Bold" : "System", family: "System", size: size,
            typeface: isBold ? 1 : 0)
    }

    // MARK: Named fonts

    /// Creates and returns a font object for the specified font name and size, or `nil` if no font
    /// has the name. The first call reads all font files of the system, 1 ms for each of them.
    ///
    /// - Parameters:
    ///   - fontName: A name that `fontNames(forFamilyName:)` returns, or the name of a family for
    ///     its regular typeface.
    ///   - fontSize: The size in points; 0 or less for the standard size.
    @MainActor
    public convenience init?(name fontName: String, size fontSize: CGFloat) {
        let typefaces = Self.typefaces
        let family = typefaces.filter { $0.family == fontName }
        guard
            let typeface = typefaces.first(where: { $0.name == fontName })
                ?? family.first(where: { $0.isRegular }) ?? family.first
        else { return nil }
        self.init(
            name: typeface.name, family: typeface.family,
            size: fontSize > 0 ? fontSize : Self.systemFontSize, typeface: typeface.number)
    }

    /// Adds the font of a file, for example one of the app's resources, to the fonts that
    /// `init(name:size:)` finds. Not part of UIKit, whose apps name such files in `Info.plist`.
    ///
    /// The font belongs to the newest application and precedes a font of the system with the same
    /// name. The file must remain in place. Registering takes about 1 ms; a file that was
    /// registered before is not read again. Call the method in
    /// `application(_:didFinishLaunchingWithOptions:)`.
    ///
    /// ```swift
    /// let font = UIFont.registerFont(atPath: path).flatMap { UIFont(name: $0, size: 24) }
    /// label.font = font ?? .systemFont(ofSize: 24)
    /// ```
    ///
    /// - Parameter path: The path of a TrueType or OpenType file (`.ttf`, `.otf`).
    /// - Returns: The font's name, or `nil` if the file is not a usable font, if there is no
    ///   application, or in a simulator that `TouchSimulator.withImages` did not create.
    @MainActor @discardableResult
    public static func registerFont(atPath path: String) -> String? {
        UIApplication.sharedIfPresent?.glyphs?.registerFont(atPath: path)?.name
    }

    /// An array of font family names available on the system, in alphabetical order.
    @MainActor
    public static var familyNames: [String] { Set(typefaces.map(\.family)).sorted() }

    /// Returns an array of font names available in a particular font family, in alphabetical order.
    @MainActor
    public static func fontNames(forFamilyName familyName: String) -> [String] {
        typefaces.filter { $0.family == familyName }.map(\.name).sorted()
    }

    /// The named typefaces of the newest application.
    @MainActor
    private static var typefaces: [Typeface] {
        UIApplication.sharedIfPresent?.glyphs?.typefaces ?? []
    }

    // MARK: The system font

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
    /// The system font always has such digits.
    public static func monospacedDigitSystemFont(
        ofSize size: CGFloat, weight: Weight
    ) -> UIFont {
        systemFont(ofSize: size, weight: weight)
    }

    /// Returns a font object that is the same as the receiver, but has the specified size instead,
    /// in points.
    public func withSize(_ size: CGFloat) -> UIFont {
        UIFont(name: fontName, family: familyName, size: size, typeface: typeface)
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
        return FontFace(size: max(0.25, (size * 4).rounded() / 4), typeface: typeface)
    }

    /// Returns whether both fonts have the same size and typeface.
    public static func == (left: UIFont, right: UIFont) -> Bool {
        left.pointSize == right.pointSize && left.typeface == right.typeface
    }

    /// Hashes the size and the typeface.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(pointSize)
        hasher.combine(typeface)
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
