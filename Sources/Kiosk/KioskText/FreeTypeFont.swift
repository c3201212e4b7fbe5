import TouchKitRaster

/// A font of two files, a regular and a bold one, drawn by FreeType.
///
/// Outlines are moved to whole rows of pixels ("light" hinting: stems and widths stay as they were
/// drawn), and pens stand on quarters of a pixel. There is no kerning and no shaping; marks that
/// combine lie where the font puts them.
package final class FreeTypeFont: GlyphSource {
    private let regular: FontFile
    private let bold: FontFile
    /// Stands in where a letter's outline is damaged.
    private let spare = BuiltInFont()

    /// Opens the files.
    ///
    /// - Throws: `FontError` where one can't be used.
    package init(regular: String, bold: String) throws(FontError) {
        self.regular = try FontFile(path: regular)
        self.bold = try FontFile(path: bold)
    }

    /// Opens one file for both cuts.
    ///
    /// - Throws: `FontError` where it can't be used.
    package init(regular: String) throws(FontError) {
        self.regular = try FontFile(path: regular)
        bold = self.regular
    }

    package var phases: Int { FontFile.phases }

    /// Whether the font has a letter, in both cuts.
    package func has(_ scalar: Unicode.Scalar) -> Bool {
        regular.index(of: scalar) != 0 && bold.index(of: scalar) != 0
    }

    private func file(_ face: FontFace) -> FontFile { face.isBold ? bold : regular }

    package func metrics(of face: FontFace) -> FontMetrics {
        file(face).metrics(size: Self.bounded(face.size))
    }

    package func advance(of scalar: Unicode.Scalar, in face: FontFace) -> Double {
        let size = Self.bounded(face.size)
        let file = file(face)
        switch Self.kind(of: scalar) {
        case .invisible: return 0
        case .tabulator:
            return Self.spacesPerTabulator
                * (file.advance(of: file.index(of: " "), size: size) ?? 0)
        case .letter:
            return file.advance(of: file.index(of: scalar), size: size)
                ?? spare.advance(of: scalar, in: face)
        }
    }

    package func glyph(of scalar: Unicode.Scalar, in face: FontFace, phase: Int) -> Glyph? {
        guard face.size > 0, Self.kind(of: scalar) == .letter else { return nil }
        let file = file(face)
        switch file.draw(file.index(of: scalar), size: face.size, phase: phase) {
        case .glyph(let glyph): return glyph
        case .blank: return nil
        case .damaged: return spare.glyph(of: scalar, in: face)
        }
    }

    /// A size that measures can be multiplied with: 0 for what is no size.
    private static func bounded(_ size: Double) -> Double {
        size > 0 ? min(size, 1_048_576) : 0
    }

    private static let spacesPerTabulator = 4.0

    /// What is done with a scalar: fonts have boxes for those that control something.
    private enum Kind {
        case letter
        case tabulator
        case invisible
    }

    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        if scalar == "\t" { return .tabulator }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return .invisible
        default:
            // The picture selectors that follow a symbol.
            return scalar.properties.isVariationSelector ? .invisible : .letter
        }
    }
}
