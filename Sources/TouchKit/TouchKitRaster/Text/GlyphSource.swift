/// A typeface that a glyph source provides besides the system font.
package struct Typeface: Hashable, Sendable {
    /// The number of the typeface in `FontFace`, at least `FontFace.firstNamedTypeface`.
    package var number: UInt16
    /// The family, for example `DejaVu Sans`.
    package var family: String
    /// The PostScript name, for example `DejaVuSans-Bold`.
    package var name: String
    /// Whether the typeface is the upright one of normal weight and width.
    package var isRegular: Bool

    /// Creates a description of a typeface.
    package init(number: UInt16, family: String, name: String, isRegular: Bool) {
        self.number = number
        self.family = family
        self.name = name
        self.isRegular = isRegular
    }
}

/// A face of a font: a typeface and a size.
package struct FontFace: Hashable, Sendable {
    /// The lowest number of a typeface that has a name.
    package static let firstNamedTypeface: UInt16 = 2

    /// The size in pixels per em.
    package var size: Double
    /// The number of the typeface: 0 for the system font, 1 for the bold system font, or the number
    /// of one of the glyph source's typefaces. A source draws unknown typefaces as the system font.
    package var typeface: UInt16
    /// Whether the face is of the bold system font.
    package var isBold: Bool { typeface == 1 }

    /// Creates a face of the system font.
    ///
    /// - Parameters:
    ///   - size: The size in pixels per em.
    ///   - isBold: Whether the strokes are bold.
    package init(size: Double, isBold: Bool = false) {
        self.init(size: size, typeface: isBold ? 1 : 0)
    }

    /// Creates a face.
    ///
    /// - Parameters:
    ///   - size: The size in pixels per em.
    ///   - typeface: The number of the typeface.
    package init(size: Double, typeface: UInt16) {
        self.size = size
        self.typeface = typeface
    }
}

/// The metrics of a font at one size, in pixels.
package struct FontMetrics: Hashable, Sendable {
    /// The distance from the baseline to the top of the tallest glyphs.
    package var ascender: Double
    /// The distance from the baseline to the bottom of the deepest glyphs, which is negative.
    package var descender: Double
    /// The additional space between lines.
    package var leading: Double
    /// The height of capital letters.
    package var capHeight: Double
    /// The height of a lowercase x.
    package var xHeight: Double

    /// Creates metrics from distances in pixels.
    package init(
        ascender: Double, descender: Double, leading: Double, capHeight: Double, xHeight: Double
    ) {
        self.ascender = ascender
        self.descender = descender
        self.leading = leading
        self.capHeight = capHeight
        self.xHeight = xHeight
    }
}

/// A rendered character: its mask and the position of the mask relative to the pen.
package struct Glyph {
    /// The coverage of the glyph's pixels.
    package let coverage: CoverageBitmap
    /// The horizontal distance from the pen to the mask's left edge, in pixels.
    package let left: Int
    /// The distance from the baseline up to the mask's top edge, in pixels.
    package let top: Int

    /// Creates a glyph from its mask and the mask's position.
    package init(coverage: CoverageBitmap, left: Int, top: Int) {
        self.coverage = coverage
        self.left = left
        self.top = top
    }
}

/// A font that maps each Unicode scalar to one glyph, without kerning and shaping.
///
/// Implementations may be slow and may allocate memory, because `GlyphCache` caches their results.
package protocol GlyphSource: AnyObject {
    /// The number of horizontal subpixel positions for which glyphs are rendered, or 1 if glyphs
    /// are positioned only on whole pixels.
    var subpixelPositionCount: Int { get }
    /// The typefaces besides the system font. The first access may read many files.
    var typefaces: [Typeface] { get }
    /// Adds the font of a file to `typefaces`.
    ///
    /// - Parameter path: The path of the file.
    /// - Returns: The typeface, or `nil` if the file cannot be used, or if the source cannot read
    ///   files.
    func registerFont(atPath path: String) -> Typeface?
    /// Returns the metrics of a face.
    func metrics(of face: FontFace) -> FontMetrics
    /// Returns the advance width of a character, in pixels.
    func advance(of scalar: Unicode.Scalar, in face: FontFace) -> Double
    /// Returns the glyph of a character, or `nil` if the glyph is empty, for example a space.
    ///
    /// Characters that the font does not contain get a replacement glyph.
    ///
    /// - Parameters:
    ///   - scalar: The character.
    ///   - face: The font and size.
    ///   - phase: The distance of the pen from the previous whole pixel, in units of
    ///     1/`subpixelPositionCount` pixel.
    func glyph(of scalar: Unicode.Scalar, in face: FontFace, phase: Int) -> Glyph?
}

extension GlyphSource {
    /// No typefaces, the default.
    package var typefaces: [Typeface] { [] }

    /// Returns `nil`, the default for a source that cannot read files.
    package func registerFont(atPath path: String) -> Typeface? { nil }

    /// Returns the glyph of a character with the pen at a whole pixel, or `nil` if the glyph is
    /// empty.
    package func glyph(of scalar: Unicode.Scalar, in face: FontFace) -> Glyph? {
        glyph(of: scalar, in: face, phase: 0)
    }
}
