/// A bitmap font that needs no file and no library, for tests and as a fallback.
///
/// Glyphs consist of square dots with an integral number of pixels. An em has nine dots. Sizes are
/// rounded to whole dots, which keeps edges sharp: sizes of 17 and 18 pixels give the same glyphs.
package final class BuiltInFont: GlyphSource {
    /// The number of dots per em.
    private static let dotsPerEm = 9.0
    /// The number of dot rows above the baseline.
    private static let rowsAbove = 7

    /// The dots of a glyph.
    private struct DotGlyph {
        /// The rows from top to bottom. Each element is `true` for a dot and `false` for an empty
        /// position.
        var rows: [[Bool]]
        /// The width, in dots.
        var width: Int { rows.first?.count ?? 0 }
    }

    /// The glyphs of the font, by Unicode scalar.
    private let glyphs: [Unicode.Scalar: DotGlyph]
    /// The glyph for scalars that the font does not contain: an empty box.
    private let missing: DotGlyph

    /// Creates the font.
    package init() {
        var glyphs: [Unicode.Scalar: DotGlyph] = [:]
        for line in BuiltInGlyphs.patterns.split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard let scalar = fields.first?.unicodeScalars.first else { continue }
            glyphs[scalar] = Self.glyph(fields.dropFirst())
        }
        glyphs[" "] = DotGlyph(rows: [[Bool]](repeating: [false, false, false], count: 1))
        glyphs["\u{A0}"] = glyphs[" "]
        self.glyphs = glyphs
        missing = Self.glyph(["#####", "#...#", "#...#", "#...#", "#...#", "#...#", "#####"])
    }

    /// Returns the glyph for rows of text in which `#` is a dot and any other character is empty.
    private static func glyph(_ rows: ArraySlice<Substring>) -> DotGlyph {
        DotGlyph(rows: rows.map { row in row.map { $0 == "#" } })
    }

    /// All scalars that the font contains.
    package var scalars: Set<Unicode.Scalar> { Set(glyphs.keys) }

    /// Returns the width of a dot, in pixels.
    private func dot(_ face: FontFace) -> Int {
        guard face.size > 0 else { return 0 }
        return max(1, Int((min(face.size, 4_096) / Self.dotsPerEm).rounded()))
    }

    /// Returns the number of pixels by which bold strokes are wider than regular strokes, or 0 for
    /// a face that is not bold.
    private func boldExtra(_ face: FontFace) -> Int {
        face.isBold ? (dot(face) + 1) / 2 : 0
    }

    /// The number of horizontal subpixel positions: 1, because glyphs are positioned only on whole
    /// pixels.
    package var subpixelPositionCount: Int { 1 }

    /// Returns the metrics of the font at the size of `face`.
    package func metrics(of face: FontFace) -> FontMetrics {
        let dot = Double(dot(face))
        return FontMetrics(
            ascender: 8 * dot, descender: -2 * dot, leading: 0, capHeight: 7 * dot,
            xHeight: 5 * dot)
    }

    /// Returns the advance width of a scalar, in pixels.
    package func advance(of scalar: Unicode.Scalar, in face: FontFace) -> Double {
        let glyph = glyphs[scalar] ?? missing
        return Double((glyph.width + 1) * dot(face) + boldExtra(face))
    }

    /// Returns the glyph of a scalar, or `nil` if the glyph is empty. The subpixel position `phase`
    /// is ignored.
    package func glyph(of scalar: Unicode.Scalar, in face: FontFace, phase: Int) -> Glyph? {
        let glyph = glyphs[scalar] ?? missing
        let dot = dot(face)
        guard dot > 0, glyph.rows.contains(where: { $0.contains(true) }) else { return nil }
        let boldExtra = boldExtra(face)
        let coverage = CoverageBitmap(
            width: glyph.width * dot + boldExtra, height: glyph.rows.count * dot
        ) { x, y in
            let row = glyph.rows[y / dot]
            // A bold stroke extends to the right of each dot.
            for column in max(0, x - boldExtra) / dot...x / dot
            where column < row.count && row[column] { return 255 }
            return 0
        }
        return Glyph(coverage: coverage, left: 0, top: Self.rowsAbove * dot)
    }
}
