import TouchKitRaster

/// A system font with a regular and a bold file, and the fonts of a catalog, rendered by FreeType.
///
/// A character that the bold file or a font of the catalog does not contain is drawn from the
/// regular file.
///
/// Uses light hinting, which aligns outlines vertically and leaves widths unchanged, and
/// quarter-pixel horizontal positions. Does not apply kerning or shaping; combining marks have the
/// positions that the font specifies.
package final class FreeTypeFont: GlyphSource {
    let regular: FontFile
    private let bold: FontFile
    private let catalog: FontCatalog
    /// The font for characters whose glyphs are damaged. Creating it takes 7 million instructions,
    /// so the font is created at first use.
    private lazy var fallback = BuiltInFont()

    /// Opens the files of both weights.
    ///
    /// - Parameters:
    ///   - regular: The path of the regular weight.
    ///   - bold: The path of the bold weight.
    ///   - folders: The folders of the fonts with names.
    /// - Throws: `FontError` if a file of the system font cannot be used.
    package init(
        regular: String, bold: String, folders: [String] = FontCatalog.systemFolders
    ) throws(FontError) {
        self.regular = try FontFile(path: regular)
        self.bold = try FontFile(path: bold)
        catalog = FontCatalog(folders: folders)
    }

    /// Opens one file and uses the file for both weights.
    ///
    /// - Parameter regular: The path of the file.
    /// - Throws: `FontError` if the file cannot be used.
    package init(regular: String) throws(FontError) {
        self.regular = try FontFile(path: regular)
        bold = self.regular
        catalog = FontCatalog(folders: FontCatalog.systemFolders)
    }

    /// The fonts of the catalog. The first access opens each font file once.
    package var typefaces: [Typeface] { catalog.typefaces }

    /// The number of horizontal subpixel positions (offsets from a whole pixel) at which glyphs are
    /// rendered.
    package var subpixelPositionCount: Int { FontFile.subpixelPositionCount }

    /// Returns whether both weights contain a character.
    package func contains(_ scalar: Unicode.Scalar) -> Bool {
        regular.index(of: scalar) != 0 && bold.index(of: scalar) != 0
    }

    /// Returns the font file of `face`.
    private func file(_ face: FontFace) -> FontFile {
        if face.typeface >= FontFace.firstNamedTypeface, let file = catalog.file(face.typeface) {
            return file
        }
        return face.isBold ? bold : regular
    }

    /// Returns the font file from which a character is drawn, and the character's glyph.
    private func glyphIndex(
        of scalar: Unicode.Scalar, in face: FontFace
    ) -> (file: FontFile, index: UInt32) {
        let file = file(face)
        let index = file.index(of: scalar)
        if index == 0 { return (regular, regular.index(of: scalar)) }
        return (file, index)
    }

    /// Returns the metrics of a font face in pixels.
    package func metrics(of face: FontFace) -> FontMetrics {
        file(face).metrics(size: Self.clamp(face.size))
    }

    /// Returns the advance width of a character in pixels.
    package func advance(of scalar: Unicode.Scalar, in face: FontFace) -> Double {
        let size = Self.clamp(face.size)
        switch Self.kind(of: scalar) {
        case .invisible: return 0
        case .tab:
            let (file, space) = glyphIndex(of: " ", in: face)
            return Self.spacesPerTab * (file.advance(of: space, size: size) ?? 0)
        case .visible:
            let (file, index) = glyphIndex(of: scalar, in: face)
            return file.advance(of: index, size: size)
                ?? fallback.advance(of: scalar, in: face)
        }
    }

    /// Returns the rendered glyph of a character, or `nil` if the glyph is empty.
    ///
    /// - Parameters:
    ///   - scalar: The character.
    ///   - face: The weight and the size of the font.
    ///   - phase: The horizontal offset of the glyph's origin from a whole pixel, in units of
    ///     1/`subpixelPositionCount` pixel.
    package func glyph(of scalar: Unicode.Scalar, in face: FontFace, phase: Int) -> Glyph? {
        guard face.size > 0, Self.kind(of: scalar) == .visible else { return nil }
        let (file, index) = glyphIndex(of: scalar, in: face)
        switch file.render(index, size: face.size, phase: phase) {
        case .glyph(let glyph): return glyph
        case .blank: return nil
        case .damaged: return fallback.glyph(of: scalar, in: face)
        }
    }

    /// Returns a finite font size for the calculation of metrics. The result is 0 for a negative
    /// size or NaN.
    private static func clamp(_ size: Double) -> Double {
        size > 0 ? min(size, 1_048_576) : 0
    }

    /// The width of a tab, as a multiple of the width of a space.
    private static let spacesPerTab = 4.0

    /// A classification of characters by their display. Control characters are invisible, although
    /// fonts contain boxes for them.
    private enum Kind {
        /// A character with a glyph.
        case visible
        /// A tab, which is as wide as four spaces.
        case tab
        /// A character without a glyph and with width 0.
        case invisible
    }

    /// Returns the kind of a character, which determines how the character is displayed.
    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        if scalar == "\t" { return .tab }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return .invisible
        default:
            // A variation selector follows a symbol and selects its appearance.
            return scalar.properties.isVariationSelector ? .invisible : .visible
        }
    }
}
