/// Which font is meant, at which size.
package struct FontFace: Hashable, Sendable {
    /// Pixels per em.
    package var size: Double
    /// Whether the strokes are heavy.
    package var isBold: Bool

    /// Makes a face.
    ///
    /// - Parameters:
    ///   - size: Pixels per em.
    ///   - isBold: Whether the strokes are heavy.
    package init(size: Double, isBold: Bool = false) {
        self.size = size
        self.isBold = isBold
    }
}

/// The measures of a font at a size, in pixels.
package struct FontMetrics: Hashable, Sendable {
    /// From the baseline up to the top of the tallest letters.
    package var ascender: Double
    /// From the baseline to the bottom of the deepest letters: negative.
    package var descender: Double
    /// Room between lines, beyond the letters.
    package var leading: Double
    /// The height of capitals.
    package var capHeight: Double
    /// The height of a small x.
    package var xHeight: Double

    /// Makes the measures, in pixels.
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

/// The picture of one letter, and where it lies about the pen.
package struct Glyph {
    /// What the letter covers.
    package let coverage: CoverageBitmap
    /// From the pen to the picture's first column, in pixels to the right.
    package let left: Int
    /// From the baseline to the picture's first row, in pixels upwards.
    package let top: Int

    /// Makes a glyph of its picture and its place.
    package init(coverage: CoverageBitmap, left: Int, top: Int) {
        self.coverage = coverage
        self.left = left
        self.top = top
    }
}

/// A font: one scalar, one glyph; there is no kerning and no shaping.
///
/// A source may take its time and may allocate: `GlyphCache` asks once for each letter.
package protocol GlyphSource: AnyObject {
    /// At how many places within a pixel, side by side, a pen may stand; 1: on whole pixels only.
    var phases: Int { get }
    /// The measures of a face.
    func metrics(of face: FontFace) -> FontMetrics
    /// How far the pen moves on after a letter, in pixels.
    func advance(of scalar: Unicode.Scalar, in face: FontFace) -> Double
    /// The picture of a letter; nil where nothing is to be seen, as for a space. A letter that the
    /// font doesn't have gets the picture that stands for such letters.
    ///
    /// - Parameters:
    ///   - scalar: The letter.
    ///   - face: The font's cut and size.
    ///   - phase: How far right of a whole pixel the pen stands, in parts of `phases`.
    func glyph(of scalar: Unicode.Scalar, in face: FontFace, phase: Int) -> Glyph?
}

extension GlyphSource {
    /// The picture of a letter whose pen stands on a whole pixel; nil where nothing is to be seen.
    package func glyph(of scalar: Unicode.Scalar, in face: FontFace) -> Glyph? {
        glyph(of: scalar, in: face, phase: 0)
    }
}
